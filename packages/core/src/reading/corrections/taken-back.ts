import { correctionsIn, retractionsIn } from "./corrections.ts";
import type { Step } from "../reading.ts";
import { type ReplyText, spanOf } from "../text/reply-text.ts";

interface Place {
  readonly from: number;
  readonly to: number;
}

/** The facts about corrections that hold for one kind of reply. */
export interface TakingBack<P> {
  /** Whether the words, which usually take an answer back, do so here; by default always. */
  readonly isCorrection?: (words: RegExpExecArray) => boolean;
  /** Whether an answer may follow a correction; by default each place may. */
  readonly isAnswer?: (place: P) => boolean;
}

/** Whether a text, such as that between two answers, takes back what is before it. */
export const takesBack = (text: string): boolean => correctionsIn(text).length > 0 || retractionsIn(text).length > 0;

/**
 * Leaves out the answers before the last correction ("wait", "now revised to") that an answer follows. It does so before the last retraction ("I take
 * both back"), too, and adds the step. `made` is in the order of the text.
 */
export function withoutTakenBack<P extends Place>(
  text: ReplyText,
  made: readonly P[],
  steps: Step[],
  { isCorrection = () => true, isAnswer = () => true }: TakingBack<P> = {},
): readonly P[] {
  const last = made.findLast(isAnswer)?.from ?? -1;
  const corrected = correctionsIn(text.text).findLast((match) => endOf(match) <= last && isCorrection(match));
  const retracted = retractionsIn(text.text).filter(isCorrection);
  const mark = Math.max(
    -1,
    ...[corrected, ...retracted.filter(isOfAll)].flatMap((match) => (match ? [endOf(match)] : [])),
  );
  const isTaken = ({ from, to }: P): boolean =>
    from < mark || retracted.some((match) => from < endOf(match) && isOf(match, text.text.slice(from, to)));
  const taken = made.filter(isTaken);
  if (taken.length > 0) steps.push({ step: "took back", at: taken.map(({ from, to }) => spanOf(text, from, to)) });
  return made.filter((one) => !isTaken(one));
}

/** "Wait, C can't be right." takes back C alone. */
const deniedBy = ({ groups }: RegExpExecArray): string | undefined => groups?.["denied"];
const isOfAll = (match: RegExpExecArray): boolean => deniedBy(match) === undefined;
const isOf = (match: RegExpExecArray, answer: string): boolean =>
  new RegExp(`(?<!\\p{L})${deniedBy(match) ?? "(?!)"}(?!\\p{L})`, "u").test(answer);

const endOf = ({ 0: words, index }: RegExpExecArray): number => index + words.length;
