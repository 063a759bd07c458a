import { TAKES_BACK } from "./phrases.ts";
import type { Step } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Leaves out the answers before the last correction ("wait", "actually") that an answer follows, and adds the step. `made` is in the order
 * of the text. `isCorrection`: whether these words, which usually take an answer back, do so here; the default is always.
 */
export function withoutTakenBack<P extends Place>(
  text: ReplyText,
  made: readonly P[],
  steps: Step[],
  isCorrection: (words: string) => boolean = () => true,
): readonly P[] {
  const last = made.at(-1);
  if (last === undefined) return made;
  const marks = [...text.text.matchAll(TAKES_BACK)].filter(([words]) => isCorrection(words));
  const mark = marks.findLast(({ index }) => index < last.from)?.index ?? -1;
  const taken = made.filter(({ from }) => from < mark);
  if (taken.length > 0) steps.push({ step: "took back", at: taken.map(({ from, to }) => spanOf(text, from, to)) });
  return made.filter(({ from }) => from >= mark);
}
