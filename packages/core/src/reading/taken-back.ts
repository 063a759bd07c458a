import { TAKES_BACK } from "./phrases.ts";
import type { Step } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";

interface Place {
  readonly from: number;
  readonly to: number;
}

/** What a kind of reply knows about its corrections. */
export interface TakingBack<P> {
  /** Whether the words, which usually take an answer back, do so here; by default always. */
  readonly isCorrection?: (words: RegExpExecArray) => boolean;
  /** Whether an answer may follow a correction; by default each place may. */
  readonly isAnswer?: (place: P) => boolean;
}

/** Whether a text, such as that between two answers, takes back what is before it. */
export const takesBack = (text: string): boolean => [...text.matchAll(TAKES_BACK)].some((match) => isRetraction(match));

/**
 * Leaves out the answers before the last correction ("wait", "actually") that an answer follows, and adds the step. `made` is in the order
 * of the text.
 */
export function withoutTakenBack<P extends Place>(
  text: ReplyText,
  made: readonly P[],
  steps: Step[],
  { isCorrection = () => true, isAnswer = () => true }: TakingBack<P> = {},
): readonly P[] {
  const last = made.findLast(isAnswer);
  if (last === undefined) return made;
  const marks = [...text.text.matchAll(TAKES_BACK)].filter((match) => isRetraction(match) && isCorrection(match));
  const mark = marks.findLast(({ index }) => index < last.from)?.index ?? -1;
  const taken = made.filter(({ from }) => from < mark);
  if (taken.length > 0) steps.push({ step: "took back", at: taken.map(({ from, to }) => spanOf(text, from, to)) });
  return made.filter(({ from }) => from >= mark);
}

/** "a correction factor" corrects nothing. */
const isRetraction = ({ 0: words, index, input }: RegExpExecArray): boolean =>
  words.toLowerCase() !== "correction" ||
  /^\s?(?:[:,.;–—-]|is|it|\n|$)/u.test(input.slice(index + words.length).slice(0, 4));
