/** Limit of a request or response body: a Lambda answers with at most 6 MB. */
export const MAX_BYTES = 5_000_000;
/** Limit of a list within an answer; the rest is for the answer's other fields. */
const MAX_LIST_BYTES = 4_000_000;

/** Returns as many leading lines as fit into an answer, at least one so that paging always advances. */
export function firstThatFit<T>(lines: readonly T[]): T[] {
  let bytes = 0;
  const end = lines.findIndex((line, i) => {
    bytes += Buffer.byteLength(JSON.stringify(line)) + 1;
    return i > 0 && bytes > MAX_LIST_BYTES;
  });
  return lines.slice(0, end === -1 ? undefined : end);
}
