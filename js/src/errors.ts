/** The errors of the package: one tree under {@link PermutantError}. A call that was aborted rejects with the reason of its signal. */

/** Every error of this package. */
export class PermutantError extends Error {
  override name = 'PermutantError';
  /** The number of the position, from 0, where several are solved at once. */
  index: number | null = null;
}

/** A text that cannot be read: an algorithm, a position, facelets, a definition, a permutation. */
export class ParseError extends PermutantError {
  override name = 'ParseError';

  constructor(
    message: string,
    /** The text. */
    readonly text: string,
    /** Where the fault begins in the text, and where it ends. */
    readonly start: number,
    readonly end: number,
    /** The same place, counted from 1. */
    readonly line: number,
    readonly column: number,
    /** What was expected there; may be empty. */
    readonly expected: string,
    /** What to do; may be empty. */
    readonly help: string,
  ) {
    super(`${message} (line ${line}, column ${column})${expected && `; expected ${expected}`}${help && `; ${help}`}`);
  }
}

/** No puzzle of the catalog has this name. */
export class UnknownPuzzleError extends PermutantError {
  override name = 'UnknownPuzzleError';
}

/** An argument, or a combination of arguments, that is not supported; the message says what is. */
export class UnsupportedError extends PermutantError {
  override name = 'UnsupportedError';
}

/** The position cannot be solved, for the reason that the message gives. */
export class UnsolvableError extends PermutantError {
  override name = 'UnsolvableError';
}

/** A limit that ends a call before there is an answer. */
export type Limit = 'time' | 'nodes' | 'length' | 'memory' | 'cancelled';

/** A limit was reached before there was an answer. */
export class LimitReached extends PermutantError {
  override name = 'LimitReached';

  constructor(
    message: string,
    readonly limit: Limit,
  ) {
    super(message);
  }
}

/** A fault of this package, such as an engine that stopped; please report it. The next call starts the engine anew. */
export class InternalError extends PermutantError {
  override name = 'InternalError';
}

/** A fault as the engine tells it. */
export type Fault = { message: string } & (
  | { kind: 'parse'; text: string; start: number; end: number; line: number; column: number; expected: string; help: string }
  | { kind: 'unknown-puzzle' | 'unsupported' | 'unsolvable' | 'internal' }
  | { kind: 'limit'; limit: Limit }
);

/** The error that a fault is. */
export function errorOf(fault: Fault): PermutantError {
  switch (fault.kind) {
    case 'parse':
      return new ParseError(
        fault.message,
        fault.text,
        fault.start,
        fault.end,
        fault.line,
        fault.column,
        fault.expected,
        fault.help,
      );
    case 'unknown-puzzle':
      return new UnknownPuzzleError(fault.message);
    case 'unsupported':
      return new UnsupportedError(fault.message);
    case 'unsolvable':
      return new UnsolvableError(fault.message);
    case 'limit':
      return new LimitReached(fault.message, fault.limit);
    case 'internal':
      return new InternalError(fault.message);
  }
}
