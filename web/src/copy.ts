/** Copies a text. Returns what to tell: the browser may forbid it. */
export async function copied(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} was copied.`;
  } catch {
    return 'The browser does not let the page copy.';
  }
}
