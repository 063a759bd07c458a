import type { Sentence } from "../text/sentences.ts";
import { NEAR } from "./value-context.ts";
import type { ValuePlace } from "./value-place.ts";

/** The number of brackets that are open at a place behind another one. */
export function depthAfter(text: string, from: number, to: number, depth: number): number {
  let open = depth;
  for (let i = from; i < to; i++) {
    const one = text.charAt(i);
    if (one === "(" || one === "[") open++;
    else if (one === ")" || one === "]") open = Math.max(0, open - 1);
  }
  return open;
}

/** The brackets that are open where a sentence ends. */
export interface Open {
  readonly depth: number;
  readonly end: number;
}

/** "MELD-Na: 28 (mortality 20 %; MELD: 24)": the brackets of the sentence before it, if they end on the line. */
export function openAfter(text: string, { depth, end }: Open, from: number): number {
  if (depth === 0) return 0;
  const rest = text.slice(from, from + NEAR).split("\n", 1)[0] ?? "";
  return /^[^()[\]]*[)\]]/.test(rest) ? depthAfter(text, end, from, depth) : 0;
}

/** Whether the place begins its sentence, so that the brackets are around the sentence. */
export const isOwnBracket = <T>(text: string, sentence: Sentence, { from }: ValuePlace<T>): boolean =>
  /^[\s"'([]*$/.test(text.slice(sentence.from, from).slice(-NEAR));
