import { isWeaker } from "../commitments/commitment.ts";
import type { ValuePlace } from "./value-place.ts";
import type { Statement } from "./statement.ts";

/**
 * Finds the statement that is the sum of the parts before it, one on each line: "Oxycodone: 90 MME", "Tramadol: 20 MME", "110 MME a day".
 * `all`: every place of the text, also those that are inputs.
 */
export function wholeOf<T>(
  text: string,
  kept: readonly Statement<T>[],
  all: readonly ValuePlace<T>[],
): Statement<T> | undefined {
  const last = kept.findLast(({ strength, value }) => typeof value === "number" && !isWeaker(strength, "result"));
  if (last === undefined) return undefined;
  let sum = 0;
  let count = 0;
  let { from } = last;
  for (const { value, from: start, to } of all.toReversed()) {
    if (to > last.from) continue;
    const isLastOfLine = text.slice(to, from).includes("\n");
    from = start;
    if (!isLastOfLine) continue;
    if (typeof value !== "number") return undefined;
    sum += value;
    if (value !== 0) count++;
    if (count > 1 && Math.abs(sum - Number(last.value)) < 1e-6) return last;
  }
  return undefined;
}
