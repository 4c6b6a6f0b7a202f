//! Options of commands that have several actions, such as `alg` and `perm`, each with options of its own.
//!
//! Start at [`refuse_strangers`]. The parser knows the options of a command, and not which of them an action uses.

use clap::ValueEnum;

/// An option: its name, whether it was given, and the actions that use it.
pub(super) type Choice<'a, A> = (&'a str, bool, &'a [A]);

/// Refuses the first option that was given and that the action would ignore.
pub(super) fn refuse_strangers<A: ValueEnum + Copy + PartialEq>(
    command: &str,
    action: A,
    options: &[Choice<'_, A>],
) -> Result<(), String> {
    let name =
        |action: &A| action.to_possible_value().map_or_else(String::new, |value| value.get_name().into());
    match options.iter().find(|(_, given, actions)| *given && !actions.contains(&action)) {
        Some((option, _, actions)) => Err(format!(
            "{command} {} takes no --{option}: it is an option of {}",
            name(&action),
            listed(&actions.iter().map(name).collect::<Vec<_>>())
        )),
        None => Ok(()),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}
