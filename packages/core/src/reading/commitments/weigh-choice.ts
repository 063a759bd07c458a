import { isWeaker } from "./commitment.ts";
import { strongestOf, type Weighing } from "./decide.ts";
import type { Choice } from "./choice.ts";

/** How the places of a letter or a label are weighed. */
export const weighChoice = <T>(): Weighing<T, Choice<T>> => ({ deciding });

/** The strongest, and other places that contradict them or name another value that is possible too. */
function deciding<T>(all: readonly Choice<T>[]): readonly Choice<T>[] {
  const kept = withoutPraised(withoutSupposed(withoutVerdicts(all))).map((one) =>
    one.announced === undefined || isOfList(one, all) || isConcludedAfter(one, all)
      ? one
      : { ...one, strength: one.announced },
  );
  const strongest = decisive(strongestOf(firmOf(kept.filter(({ isOpen }) => !isOpen))));
  const [last] = strongest.slice(-1);
  if (last === undefined || strongest.every(({ isAddition }) => isAddition)) return [];
  return [...kept.filter((one) => isRival(one, last)), ...strongest];
}

/** "B\n\nIt is contraindicated here. A would be the safer pick.": praise behind an answer that begins the reply. */
function withoutPraised<T>(all: readonly Choice<T>[]): readonly Choice<T>[] {
  const [first] = all;
  const isOpening =
    first?.values.length === 1 &&
    !first.isAsked &&
    !first.isMild &&
    !first.isDoubted &&
    !isWeaker(first.strength, "leads") &&
    (first.isBare || first.isForm);
  if (!isOpening) return all;
  return all.filter((one) => !(one.isPraised || one.isMild) || one.values[0] === first.values[0]);
}

/** "It would be A, but it is B.": the option that the reply only supposed yields to the one that it contrasts with it. */
function withoutSupposed<T>(all: readonly Choice<T>[]): readonly Choice<T>[] {
  const contrast = all.findLast(({ isContrast, isAlso }) => isContrast && !isAlso);
  return contrast === undefined
    ? all
    : all.filter(({ isSupposed, from }) => !(isSupposed && from < contrast.from && contrast.from - from < NEAR));
}
/** Two clauses of one sentence are at most this many characters apart. */
const NEAR = 80;

/** "A is true. B is true. So: C": verdicts on several options yield to the answer behind them. */
function withoutVerdicts<T>(all: readonly Choice<T>[]): readonly Choice<T>[] {
  const verdicts = all.filter(({ isVerdict }) => isVerdict);
  const last = verdicts.at(-1)?.from ?? 0;
  const isMany = new Set(verdicts.flatMap(({ values }) => values)).size > 1;
  const isAnswered = all.some(({ isVerdict, from, strength }) => !isVerdict && from > last && strength !== "named");
  return isMany && isAnswered ? all.filter(({ isVerdict }) => !isVerdict) : all;
}

/** Whether a place contradicts the last of those that decide, or names another value that is possible too. */
function isRival<T>(one: Choice<T>, last: Choice<T>): boolean {
  if (one.isOpen) return last.isDoubted;
  if (one.from > last.from) return one.isAlso || contradicts(one);
  return last.strength === "stated" && contradicts(one);
}

/** "B? C? It is A.", "B would be right in a child. Here it is A.": a question yields to an answer, and a mild statement to a firm one that ends a sentence after it. */
function firmOf<T>(kept: readonly Choice<T>[]): readonly Choice<T>[] {
  const isUnreal = kept.some(({ isMild, strength }) => isMild && strength === "stated");
  const firm = kept.findLast(
    ({ isMild, isEnd, isAlso, strength }) => !isMild && !isAlso && isEnd && (isUnreal || strength !== "named"),
  );
  const isAnswered = kept.some(({ isAsked }) => !isAsked);
  return kept.filter(
    ({ isMild, isAsked, from }) => !(isMild && firm !== undefined && from <= firm.from) && !(isAsked && isAnswered),
  );
}

/** "Answer: A: too slow. B: too weak. Therefore C.": the first label of several has text of its own. */
const isOfList = <T>({ label, values: [value], from }: Choice<T>, all: readonly Choice<T>[]): boolean =>
  label !== undefined &&
  all.some((one) => one.from > from && !isWeaker(one.strength, "leads") && one.values[0] !== value);

/** "Answer: Yes, there was a trend, but it vanished after adjustment. So overall: no.": a sentence of the reasons follows "Answer:". */
const isConcludedAfter = <T>({ isBare, values: [value], from }: Choice<T>, all: readonly Choice<T>[]): boolean =>
  !isBare &&
  all.some(
    (one) => one.isConclusion && one.from > from && !isWeaker(one.strength, "stated") && one.values[0] !== value,
  );

/** A last line such as "Answer: B" counts more than sentences before it, and "it is B" more than "it would be A". */
function decisive<T>(strongest: readonly Choice<T>[]): readonly Choice<T>[] {
  const last = strongest.at(-1);
  if (last?.isForm === true && strongest.every((one) => one === last || !one.isForm)) return [last];
  const firm = strongest.filter(({ isMild }) => !isMild);
  return settled(firm.length > 0 ? firm : strongest);
}

/** "Both D and E are reasonable, but D.": one of several alternatives that is named later replaces them. */
function settled<T>(strongest: readonly Choice<T>[]): readonly Choice<T>[] {
  const last = strongest.at(-1);
  if (last?.values.length !== 1) return strongest;
  return strongest.filter(({ values }) => values.length < 2 || !last.values.every((value) => values.includes(value)));
}

/** A reply that begins with an answer and states another one later contradicts itself. */
const contradicts = <T>({ strength, isBare, values }: Choice<T>): boolean =>
  strength === "leads" && isBare && values.length < 2;
