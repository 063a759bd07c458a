import type { Commitments } from "./commitments.ts";
import { type Reading, read, type Step, stepAt, unread } from "./reading.ts";
import { type ReplyText, spanOf } from "./reply-text.ts";
import { type Commitment, type LeftOut, type Strength, STRENGTHS } from "./strength.ts";
import { withoutTakenBack } from "./without-taken-back.ts";

/** Decides which of the commitments of a text is the reply's answer, if one is. */
export function decide<T>(text: ReplyText, { made, leftOut }: Commitments<T>, before: readonly Step[]): Reading<T> {
  const steps = [...before, ...leftOutSteps(text, leftOut)];
  const kept = withoutTakenBack(text, made, steps);
  if (kept.length === 0) return unread(steps, stepAt("found no answer", text));
  steps.push(...foundSteps(text, kept));
  const strength = STRENGTHS.findLast((one) => kept.some((commitment) => commitment.strength === one)) ?? "named";
  const strongest = decisive(kept.filter((one) => one.strength === strength));
  const last = strongest.at(-1)?.from ?? 0;
  const rivals = kept.filter((one) => (one.isAlso && one.from > last) || contradicts(one, strength));
  const all = [...strongest, ...rivals];
  const at = all.map(({ from, to }) => spanOf(text, from, to));
  if (all.some(({ values }) => values.length === 0)) return unread(steps, { step: "found a contradiction", at });
  const values = new Set(all.flatMap((one) => one.values));
  const [value] = values;
  if (value === undefined || values.size > 1) return unread(steps, { step: "found alternatives", at });
  if (new Set(kept.flatMap((one) => one.values)).size > 1) steps.push({ step: "preferred the final answer", at });
  return read(steps, value, at, String(value));
}

/** A last line such as "Answer: B" counts more than sentences before it, and "it is B" more than "it would be A". */
function decisive<T>(strongest: readonly Commitment<T>[]): readonly Commitment<T>[] {
  const last = strongest.at(-1);
  if (last?.isForm === true && strongest.every((one) => one === last || !one.isForm)) return [last];
  const firm = strongest.filter(({ isMild }) => !isMild);
  return firm.length > 0 ? firm : strongest;
}

const REASONS = {
  denied: "left out a denial",
  condition: "left out a condition",
  question: "left out a question",
} as const;

/** One step per reason, with all places. */
function leftOutSteps(text: ReplyText, leftOut: readonly LeftOut[]): Step[] {
  const places = Map.groupBy(leftOut, ({ why }) => why);
  return [...places].map(([why, all]) => ({
    step: REASONS[why],
    at: all.map(({ from, to }) => spanOf(text, from, to)),
  }));
}

/** One step per answer, with all places that commit to it. */
function foundSteps<T>(text: ReplyText, kept: readonly Commitment<T>[]): Step[] {
  const places = Map.groupBy(kept, ({ values }) => values.join(", "));
  return [...places].map(([what, all]) => ({
    step: "found an answer",
    at: all.map(({ from, to }) => spanOf(text, from, to)),
    what,
  }));
}

/** A reply that begins with an answer and states another one later contradicts itself. */
const contradicts = <T>({ strength, isBare, values }: Commitment<T>, strongest: Strength): boolean =>
  strongest === "stated" && strength === "leads" && isBare && values.length < 2;
