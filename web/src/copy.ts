import type { Key } from './languages/catalogue';
import { say } from './languages/language';

/** Copies a text. Returns what to tell: the browser may forbid it. */
export async function copied(text: string, done: Key & `${string}Copied`): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return say(done);
  } catch {
    return say('noCopy');
  }
}
