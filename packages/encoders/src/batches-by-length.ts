/** Texts of one batch. With more of them the model's memory no longer fits the processor's caches. */
const MOST_TEXTS = 8;
/** Tokens of one batch, padding included. Longer texts gain nothing from company, and each batch occupies the thread. */
const MOST_TOKENS = 256;
/** The longest text of a batch by its shortest one: the difference is padding, which costs as much as text. */
const MOST_PADDING = 1.25;

/** Divides texts into batches of similar lengths. Takes their lengths in tokens, and returns the positions of each batch's texts. */
export function batchesByLength(lengths: readonly number[]): number[][] {
  const batches: number[][] = [];
  let shortest = 0;
  for (const [position, length] of [...lengths.entries()].toSorted(([, a], [, b]) => a - b)) {
    const batch = batches.at(-1);
    const fits =
      batch !== undefined &&
      batch.length < MOST_TEXTS &&
      (batch.length + 1) * length <= MOST_TOKENS &&
      length <= MOST_PADDING * shortest;
    if (fits) batch.push(position);
    else {
      batches.push([position]);
      shortest = length;
    }
  }
  return batches;
}
