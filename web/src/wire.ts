/** What the engines send to the page as JSON. Generated from the types of Rust by `crates/web/src/wire.rs`: not to be
 *  edited, but written anew by `PERMUTANT_RENEW_WIRE=1 cargo test -p permutant-web wire`. */

/** A part that a move carries. */
export type Carried = {
  /** Its number. */
  from: number;
  /** The number of the part at the destination. */
  to: number;
  /** The direction in which it begins to move, of length 1; zeros if it turns in place. */
  drag: number[];
};

/** The number of positions at each distance. */
export type Distances = {
  /** By distance from 0, in the half-turn metric. */
  counts: string[];
  /** The total of these. */
  total: string;
  /** The number of positions, if it is known. */
  states: string | null;
  /** Whether the count is complete. */
  complete: boolean;
  /** Why the count is incomplete. */
  stopped: string | null;
  /** Some of the antipodes, each as an algorithm that leads to it from the solved puzzle. */
  farthest: string[];
  /** How the positions were counted. */
  method: string[];
};

/** The state of the workbench. */
export type Draft = {
  /** The position as text; null if no position has these colours. */
  position: string | null;
  /** Whether several positions have the painted colours. In that case the position is the one that agrees most with the solved puzzle. */
  choice: boolean;
  /** Why no position has these colours; may be empty. */
  message: string;
  /** The parts to which the reason refers. */
  parts: number[];
};

/** A text to be saved. */
export type Exported = {
  /** The text. */
  text: string;
  /** The extension of a file of this kind, without the dot. */
  ending: string;
  /** Its media type. */
  mediaType: string;
  /** Moves that the format cannot express. */
  leftOut: string[];
};

/** The facts about a puzzle. */
export type Facts = {
  /** The name of the puzzle. */
  name: string;
  /** What the puzzle is, if it is one of the catalog. */
  about: string | null;
  /** How its description was interpreted: one line each. */
  notes: string[];
  /** Its sets of pieces. */
  sets: SetFacts[];
  /** The number of positions, without distinguishing identical pieces; null if it is unknown. */
  states: string | null;
  /** The same up to rotation of the whole puzzle; null if moves cannot turn it as a whole. */
  statesUpToRotation: string | null;
  /** What is known of the antipodes. */
  godsNumbers: FarthestFacts[];
  /** The group of the moves. */
  group: GroupFacts | null;
  /** Why there is no information about the group. */
  noGroup: string | null;
};

/** A God's number. */
export type FarthestFacts = {
  /** The metric. */
  metric: string;
  /** The number, or its bounds. */
  number: string;
  /** Its source. */
  source: string;
};

/** An error and its place in the text that was read. */
export type Fault = {
  /** What is wrong. */
  message: string;
  /** The place in the text, from and up to which UTF-16 unit; null if the error does not concern a text. */
  span: [number, number] | null;
  /** What was expected there; may be empty. */
  expected: string;
  /** What to do; may be empty. */
  help: string;
};

/** A shape on a plate, which no move carries. */
export type Fixture = {
  /** The corners of its polygon; empty for a disc. */
  corners: number[][];
  /** Its middle. */
  centre: number[];
  /** The radius of a disc. */
  radius?: number;
  /** Its colour, as `#rrggbb`. */
  colour: string;
  /** What is written on it; may be empty. */
  label: string;
};

/** The group of the moves, with all pieces distinguished. */
export type GroupFacts = {
  /** The order of the group. */
  order: string;
  /** The prime factors of the order, with their exponents. */
  factors: [number, number][];
  /** How the order was proved. */
  proof: string;
  /** The product of wreath products that contains the group. */
  envelope: string;
  /** The number of points that it moves: pieces times orientations. */
  points: number;
  /** Its orbits. */
  orbits: OrbitFacts[];
  /** The base points of a stabilizer chain, from 1; empty if the order was found without one. */
  base: number[];
  /** For each base point, the size of its orbit under its stabilizer; their product is the order. */
  transversals: number[];
  /** The number of strong generators in the chain. */
  strongGenerators: number | null;
  /** The invariants of all moves. */
  kept: KeptFacts[];
};

/** An invariant of all moves; see `Kept`. */
export type KeptFacts = {
  kind: 'still';
  /** The set. */
  set: string;
  /** How many pieces stay where they are. */
  count: number;
} | {
  kind: 'reach';
  /** The set. */
  set: string;
  /** How many pieces stay among as many slots. */
  count: number;
} | {
  kind: 'twist';
  /** The set. */
  set: string;
  /** How many orientations are added up. */
  count: number;
  /** The sum is invariant modulo this number. */
  modulus: number;
} | {
  kind: 'parity';
  /** The sets whose permutations together have an invariant parity. */
  sets: string[];
};

/** The length of the turns made, in a metric. */
export type Length = {
  /** The name of the metric. */
  metric: string;
  /** What it counts, on one line. */
  about: string;
  /** The count. */
  moves: number;
};

/** How a piece lies in the plane: about a point, and turned. */
export type Lies = {
  /** The point. */
  about: number[];
  /** The angle, clockwise. */
  degrees: number;
};

/** A puzzle on offer. */
export type Offer = {
  /** Its name, with which a game of it is begun. */
  name: string;
  /** What it is, on one line. */
  about: string;
  /** What else it is called. */
  also: string[];
};

/** An orbit of the group on the points. */
export type OrbitFacts = {
  /** The set of pieces. */
  set: string;
  /** The number of points. */
  length: number;
  /** The sizes of its blocks; empty if the orbit is primitive. */
  blocks: number[];
};

/** The effect of a sequence. */
export type Order = {
  /** The number of its turns. */
  turns: number;
  /** Its order: the number of repetitions after which it has no effect, with all pieces distinguished. */
  order: string;
  /** The same for the visible colours. */
  colouredOrder: string;
  /** The cycles of pieces, one line per set. */
  cycles: string[];
  /** The number of stickers. */
  stickers: number;
  /** The cycle type of the stickers. */
  cycleType: string;
};

/** A colour to paint with. */
export type Paint = {
  /** The number of the face. */
  face: number;
  /** Its name. */
  name: string;
  /** A part that has this colour when the puzzle is solved. */
  part: number;
};

/** The path of carried parts. */
export type Path = {
  kind: 'turn';
  /** The direction of the axis, of length 1; in the plane it points to the viewer. */
  axis?: [number, number, number];
  /** A point on the axis. */
  centre: number[];
  /** The angle, clockwise as seen from the tip of the axis. */
  degrees: number;
} | {
  kind: 'shift';
  /** The vector. */
  by: number[];
} | {
  kind: 'track';
};

/** How the position arose, to be saved and shared. */
export type Record = {
  /** The algorithm of the scramble; empty for the solved puzzle; null if it is not known. */
  setup: string | null;
  /** The position at the start as `rows`, if no algorithm for it is known. */
  position: string | null;
  /** The text of the line; null if it is too long to show. */
  text: string | null;
  /** The number of its turns that are made; null if all are. */
  made: number | null;
};

/** A puzzle in a position, with the data that a page needs. Points are [right, down] in the plane and [right, up, to the front] in space. */
export type Scene = {
  /** The name of the puzzle. */
  puzzle: string;
  /** 2 in the plane, 3 in space. */
  dimensions: number;
  /** For a solid: the direction from which it is seen at first. */
  eye?: number[];
  /** For a puzzle in the plane: the plates below the parts, as polygons. */
  plates: number[][][];
  /** What lies on the plates, from the bottom to the top. */
  fixtures: Fixture[];
  /** Marks beside the plates, as polygons: the arrows along glued edges. */
  marks: number[][][];
  /** The parts. */
  stickers: Sticker[];
  /** By block of glued pieces: the parts that show them. */
  glued: number[][];
  /** The moves that the definition lists, and rotations of the whole puzzle. */
  moves: Way[];
};

/** A set of pieces. */
export type SetFacts = {
  /** Its name. */
  name: string;
  /** The number of pieces. */
  pieces: number;
  /** The number of distinguishable pieces. */
  kinds: number;
  /** The number of orientations of each piece. */
  orientations: number;
};

/** The content of a part. */
export type Shown = {
  /** The colour, as `#rrggbb`. */
  colour: string;
  /** The name of the face to which it belongs, or the label of the piece. */
  label: string;
};

/** A solution. */
export type Solution = {
  /** Its moves in usual notation. */
  text: string;
  /** Each of its moves. */
  steps: string[];
  /** Its phases, if it was found in two. */
  phases: TwoPhases | null;
  /** Its length in the half-turn metric; for cubes of more than 33 layers, in the slice-turn metric. */
  length: number;
  /** Whether every shorter length was ruled out. */
  optimal: boolean;
  /** The engine that found it. */
  engine: string;
};

/** A progress report in the form that the page reads. */
export type Stage = {
  stage: 'table';
  /** Its name. */
  name: string;
  /** Entries or levels done. */
  done: number;
  /** The number of all; 0 if it is not known beforehand. */
  total: number;
} | {
  stage: 'part';
  /** Its name. */
  name: string;
  /** Steps done. */
  done: number;
  /** The number of all. */
  total: number;
} | {
  stage: 'depth';
  /** The length. */
  length: number;
  /** Nodes visited so far. */
  nodes: number;
} | {
  stage: 'level';
  /** The distance. */
  distance: number;
  /** The number of positions. */
  states: number;
} | {
  stage: 'improved';
  /** Its length. */
  length: number;
  /** Nodes visited so far. */
  nodes: number;
};

/** The status of the game. */
export type Status = {
  /** Whether the puzzle is solved. */
  solved: boolean;
  /** The number of pieces that are out of place, as `out_of_place` counts them. */
  wrong: number;
  /** The number of moves made since the start, by metric. */
  lengths: Length[];
  /** The number of turns of the line that are made. */
  made: number;
  /** The number of turns of the line. */
  all: number;
  /** The place in the text of the turn made last, from and up to which UTF-16 unit. */
  current: [number, number] | null;
  /** Whether there is something to undo. */
  canUndo: boolean;
  /** Whether there is something to redo. */
  canRedo: boolean;
  /** Whether the start is a position other than the solved one. */
  scrambled: boolean;
  /** The seed of that start, if it has one. */
  seed: number | null;
};

/** A turn that was made, in the form in which it is shown. */
export type Step = {
  /** The turn in usual notation. */
  text: string;
  /** The name of the move. */
  name: string;
  /** The number of times that it was made. */
  amount: number;
};

/** A sticker, or a slot of a puzzle in the plane. */
export type Sticker = {
  /** The corners of its polygon, clockwise as seen from outside; empty for a disc. */
  corners: number[][];
  /** Its middle. */
  centre: number[];
  /** The radius of a disc. */
  radius?: number;
  /** In the plane, for pieces that keep their outlines: how a piece lies here. It takes its outline along from where it lies when solved. */
  lies?: Lies;
  /** The name of the face on which it lies. */
  face?: string;
  /** The name of its set of pieces; null if no move affects it. */
  set: string | null;
  /** The slot in the set, from 0. */
  slot: number | null;
  /** The number of the sticker in the slot, from 0. */
  index: number | null;
  /** Its content in the solved state; null for a hole. */
  home: Shown | null;
  /** Its content in the position; null for a hole, or if the position does not determine it. */
  shows: Shown | null;
};

/** The strong generators of one level of a stabilizer chain. */
export type StrongLevel = {
  /** The base point. */
  base: string;
  /** A word for each other point of its orbit. */
  words: StrongWord[];
};

/** A strong generator. */
export type StrongWord = {
  /** Where it takes the base point; it fixes those of the levels before. */
  to: string;
  /** Its moves. */
  word: string;
};

/** The phases of a solution of the 3x3x3 that was found in two. */
export type TwoPhases = {
  /** The subgroup into which phase 1 brings the cube and in which phase 2 stays. */
  subgroup: string;
  /** Whether they were found for the inverse cube, so that the solution ends with phase 1. */
  inverse: boolean;
  /** In the order of the solution: 1 or 2 for a phase, 0 for moves on the other side of both, and the number of its moves, at least 1. */
  parts: [number, number][];
};

/** Whether a position can be solved, in the form that the page shows. */
export type Verdict = {
  /** Whether it can; null if that is unknown. */
  solvable: boolean | null;
  /** Why it cannot be solved; may be empty. */
  reason: string;
  /** If any position with the same colours was requested: one that can be solved, as `rows`. null if none is known. */
  position: string | null;
};

/** A move. */
export type Way = {
  /** Its name. */
  name: string;
  /** Whether it turns the puzzle as a whole. */
  rotation: boolean;
  /** The order of the move. */
  order: number | null;
  /** The path. */
  path: Path;
  /** The parts that it carries. */
  carries: Carried[];
};
