import { type Commitment, type Commitments, isWeaker, type LeftOut } from "./commitment.ts";
import { type Reading, read, type Step, type StepName, stepAt, unread } from "../reading.ts";
import { type ReplyText, type Span, spanOf } from "../text/reply-text.ts";
import { type TakingBack, withoutTakenBack } from "../corrections/taken-back.ts";

/** Whether two values are the same, one perhaps rounded. */
export type IsSame<T> = (a: T, b: T) => boolean;

/** How a kind of reply weighs its commitments. Each part has a default. */
export interface Weighing<T, C extends Commitment<T> = Commitment<T>> extends TakingBack<C> {
  /** By default only a value itself is the same. */
  readonly isSame?: IsSame<T>;
  /** Selects the commitments that decide from those that the reply keeps; by default the strongest. Empty: none is sure enough. */
  readonly deciding?: (kept: readonly C[]) => readonly C[];
  /** The step for a commitment without a value; by default a contradiction. */
  readonly withoutValue?: StepName;
  /** The words of a step for a commitment; by default its values. */
  readonly nameOf?: (commitment: C) => string;
}

/**
 * Decides which of the commitments of a text is the reply's answer: what is taken back is left out, the strongest decide, and they must agree.
 * The readers of letters, labels and values use it, each with its own weighing.
 */
export function decide<T, C extends Commitment<T>>(
  text: ReplyText,
  { made, leftOut }: Commitments<C>,
  before: readonly Step[],
  weighing: Weighing<T, C> = {},
): Reading<T> {
  const { isSame = Object.is, deciding = strongestOf, withoutValue = "found a contradiction" } = weighing;
  const { nameOf = ({ values }: C) => values.join(", ") } = weighing;
  const steps = [...before, ...leftOutSteps(text, leftOut)];
  const kept = withoutTakenBack(text, made, steps, weighing);
  const chosen = deciding(kept);
  if (chosen.length === 0) return unread(steps, stepAt("found no answer", text));
  for (const [what, places] of Map.groupBy(kept, nameOf))
    steps.push({ step: "found an answer", at: spansOf(text, places), what });
  const at = spansOf(text, chosen);
  if (chosen.some(({ values }) => values.length === 0)) return unread(steps, { step: withoutValue, at });
  const values = chosen.flatMap((one) => one.values);
  const [value] = values.slice(-1);
  if (value === undefined || !values.every((one) => isSame(one, value)))
    return unread(steps, { step: "found alternatives", at });
  if (kept.some((one) => one.values.some((other) => !isSame(other, value))))
    steps.push({ step: "preferred the final answer", at });
  return read(steps, value, at, String(value));
}

/** The commitments of the greatest strength. */
export function strongestOf<C extends Pick<Commitment<unknown>, "strength">>(kept: readonly C[]): readonly C[] {
  const strength = kept.map((one) => one.strength).reduce((a, b) => (isWeaker(a, b) ? b : a), "in brackets");
  return kept.filter((one) => one.strength === strength);
}

const spansOf = (text: ReplyText, places: readonly { readonly from: number; readonly to: number }[]): Span[] =>
  places.map(({ from, to }) => spanOf(text, from, to));

/** One step per reason, with all places. */
const leftOutSteps = (text: ReplyText, leftOut: readonly LeftOut[]): Step[] =>
  [...Map.groupBy(leftOut, ({ why }) => why)].map(([step, all]) => ({ step, at: spansOf(text, all) }));
