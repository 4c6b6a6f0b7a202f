/** Listeners, each on its own: what one of them throws is reported and does not keep the others from hearing. */

export type Listeners<T extends unknown[] = []> = ((...told: T) => void)[];

export function inform<T extends unknown[]>(listeners: Listeners<T>, ...told: T): void {
  for (const hear of listeners) {
    try {
      hear(...told);
    } catch (thrown) {
      console.error(thrown);
    }
  }
}
