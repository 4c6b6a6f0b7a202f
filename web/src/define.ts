/** User-defined puzzles: the engine reads the text while it is written, and the result is a puzzle like any other. */

import { element, input } from './elements';
import { wholeEngine } from './engine';
import { complain, faultOf } from './fault';
import type { Key } from './languages/catalogue';
import { say } from './languages/language';
import type { Session } from './session';

/** Sample texts, one for each kind that the engine reads. */
const SAMPLES: [name: Key & ('tracks' | 'grid' | 'solid' | 'generators' | 'twsearch'), text: string][] = [
  [
    'tracks',
    `name = "my top spin"
positions = 8

[[track]]
name = "r"
cycle = [1, 2, 3, 4, 5, 6, 7, 8]

[[move]]
name = "t"
cycles = [[1, 4], [2, 3]]
`,
  ],
  [
    'grid',
    `name = "my tiles"
positions = 6

[[track]]
name = "R1"
cycle = [1, 2, 3]
shift = [1, 0]

[[track]]
name = "C1"
cycle = [1, 4]
shift = [0, 1]

[[track]]
name = "R2"
cycle = [4, 5, 6]
shift = [1, 0]

[layout]
grid = [2, 3]
`,
  ],
  [
    'solid',
    `name = "my cube"
geometry = "c f 1/3 with UF+UFR glued"

[colours]
U = "#ffffff"
F = "#00a651"
`,
  ],
  ['generators', 'a := (1,2,3,4)(5,6);\nb := (4,5,6);\n'],
  [
    'twsearch',
    `Name MyPuzzle

Set EDGES 4 2

Solved
EDGES
1 2 3 4
End

Move A
EDGES
2 3 4 1
1 0 0 0
End

Move B
EDGES
2 1 3 4
End
`,
  ],
];
/** The time without input, in milliseconds, after which the text is read. */
const CALM = 250;
/** The largest file that is read, in bytes. */
const LARGEST = 4_000_000;

/** Shows an error with the line in which it occurs. */
function complainInLine(where: HTMLElement, thrown: unknown, text: string): void {
  const fault = faultOf(thrown);
  if (!fault.span) return complain(where, thrown);
  const [from, to] = fault.span;
  const start = text.slice(0, from).lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', from);
  const line = text.slice(start, end < 0 ? text.length : end);
  const number = text.slice(0, start).split('\n').length;
  const span: [number, number] = [from - start, Math.min(to - start, line.length)];
  complain(where, { ...fault, message: `line ${number}: ${fault.message}`, span }, line);
}

export function offerDefinitions(session: Session): void {
  const text = element<HTMLTextAreaElement>('definition');
  const fault = element('definition-fault');
  const known = element('definition-known');
  const sample = element<HTMLSelectElement>('sample');
  let timer = 0;
  /** Reads the text. Returns whether it defines a puzzle and has not changed meanwhile. */
  const read = async (): Promise<boolean> => {
    clearTimeout(timer);
    fault.replaceChildren();
    known.textContent = '';
    const written = text.value;
    if (!written.trim()) return false;
    try {
      const { readPuzzle } = await wholeEngine();
      if (written !== text.value) return false;
      known.textContent = say('thisIs', { puzzle: readPuzzle(written) });
      return true;
    } catch (thrown) {
      if (written === text.value) complainInLine(fault, thrown, written);
      return false;
    }
  };
  sample.append(new Option('…', ''), ...SAMPLES.map(([name], at) => new Option(say(name), String(at))));
  sample.addEventListener('change', () => {
    const chosen = SAMPLES[Number(sample.value)];
    if (!sample.value || !chosen) return;
    text.value = chosen[1];
    void read();
  });
  input('file').addEventListener('change', async () => {
    const [file] = input('file').files ?? [];
    if (!file) return;
    if (file.size > LARGEST) {
      known.textContent = '';
      fault.textContent = say('tooLarge', { file: file.name, size: file.size, most: LARGEST });
      return;
    }
    text.value = await file.text();
    void read();
  });
  text.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void read(), CALM);
  });
  element('define').addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!(await read())) return;
    const written = text.value;
    try {
      if (await session.load(written)) session.changed();
    } catch (thrown) {
      complainInLine(fault, thrown, written);
    }
  });
}
