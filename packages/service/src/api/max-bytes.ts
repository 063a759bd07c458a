/** Of a body, either way: a Lambda answers with at most 6 MB. */
export const MAX_BYTES = 5_000_000;
/** Of a list in an answer: room for what stands beside it. */
const MAX_LIST_BYTES = 4_000_000;

/** As many of the first as fit into an answer; one at least, so that a list always goes on. */
export function firstThatFit<T>(lines: readonly T[]): T[] {
  let bytes = 0;
  const end = lines.findIndex((line, i) => {
    bytes += Buffer.byteLength(JSON.stringify(line)) + 1;
    return i > 0 && bytes > MAX_LIST_BYTES;
  });
  return lines.slice(0, end === -1 ? undefined : end);
}
