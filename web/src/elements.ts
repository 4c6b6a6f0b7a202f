/** The elements of the page by their ids, and canvases. */

export const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
export const button = (id: string): HTMLButtonElement => element<HTMLButtonElement>(id);
export const input = (id: string): HTMLInputElement => element<HTMLInputElement>(id);

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Shows a button in place of another and moves the focus to it. */
export function swap(gone: string, come: string): void {
  const focused = document.activeElement === button(gone);
  button(come).hidden = false;
  if (focused) button(come).focus();
  button(gone).hidden = true;
}

/** The empty context of a canvas as large as it is shown, and its size; null if it is not shown. */
export function fit(canvas: HTMLCanvasElement): { context: CanvasRenderingContext2D; size: [number, number] } | null {
  const ratio = window.devicePixelRatio || 1;
  const size: [number, number] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext('2d');
  if (!context || !size[0] || !size[1]) return null;
  [canvas.width, canvas.height] = [Math.round(size[0] * ratio), Math.round(size[1] * ratio)];
  context.scale(ratio, ratio);
  return { context, size };
}
