import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { IsSame } from "../commitments/decide.ts";
import { strongestOf } from "../commitments/decide.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { namedIn } from "../quantities/named-in.ts";
import { adjustedOf, corrected } from "./calculated-on.ts";
import { areParts, areShares, sharesOf } from "./parts-of-whole.ts";
import { areSides, isAloneInBrackets, ofMethod, ofWay, variantsOf, waysOf } from "./several-ways.ts";
import type { Statement } from "./statement.ts";
import { NEAR } from "./value-context.ts";

/** The statements of the greatest strength that decide the value, with those that contradict them. */
export function decisiveOf<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const group = strongestOf(kept);
  const strength = group[0]?.strength;
  if (strength === "leads")
    return [...rivalsOf(kept), ...group, ...waysOf(text, kept, group), ...sharesOf(text, kept, group)];
  // "diabetes (1), insulin (1)"
  if (strength === "in brackets" && group.length > 1 && group.every((one) => isAloneInBrackets(text, one))) return [];
  const ways = variantsOf(text, kept, group);
  if (ways.length > 0) return [...group, ...ways];
  if (strength === "requested") return decisiveByName(text, asked, kept, group, isSame);
  if (strength === "stated" || strength === "final") return [...group, ...waysOf(text, kept, group)];
  if (strength === "sum") return decisiveSums(text, kept, group, isSame);
  if (strength === "total") return resolved(text, group, isSame);
  return decisiveByWay(text, asked, kept, group, isSame);
}

/** The values of the way that the question names, or of all ways, if the reply names no quantity. */
function decisiveByWay<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  // "I get 135 with a factor of 1.6 and 138.6 with a factor of 2.4"
  const ways = waysOf(text, kept, group);
  if (ways.length > 1) return ways;
  const own = ofMethod(text, ofWay(text, group, asked), asked);
  return group[0]?.strength === "result" || isChain(text, own) ? resolved(text, own, isSame) : own;
}

/** The last sum or the one that adjusts it, unless they are parts of a total that is missing. */
function decisiveSums<T>(
  text: string,
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const adjusted = adjustedOf(kept, group);
  if (adjusted !== undefined) return [adjusted];
  return areParts(text, group, isSame) ? group : resolved(text, group, isSame);
}

/** The values whose name has most of the question's words, or the result that is calculated from them. */
function decisiveByName<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  // "2 if the vascular disease is counted and 1 if not"
  const ways = group.length === 1 ? waysOf(text, kept, group) : [];
  if (ways.length > 1) return ways;
  const best = Math.max(...group.map(({ share }) => share));
  const fullest = ofMethod(
    text,
    group.filter(({ share }) => share === best),
    asked,
  );
  if (fullest.every((one) => isUnnamedSum(one, asked)) && areParts(text, fullest, isSame)) return fullest;
  const named = resolved(text, fullest, isSame);
  const adjusted = adjustedOf(kept, named);
  return corrected(text, named, kept) ?? (adjusted === undefined ? named : [adjusted]);
}

/** "Oxycodone 40 mg × 1.5 = 60 MME": a sum whose sentence names the quantity by its unit only */
const isUnnamedSum = <T>({ isSum, sentence }: Statement<T>, asked: AskedFor): boolean =>
  isSum === true && namedIn(/^\D{0,80}/u.exec(sentence.text)?.[0] ?? "", asked).share === 0;

/** Other values that are stated under the name of the quantity, or as the total. */
const rivalsOf = <T>(kept: readonly Statement<T>[]): readonly Statement<T>[] =>
  kept.filter(
    ({ strength, share, isVariant, value }) =>
      (strength === "total" || (strength === "requested" && share === 1)) && !isVariant && value !== undefined,
  );

/** "QTcB = 452 ms | QTcF = 441 ms": values of one line, each with a label of its own. */
function areLabelled<T>(text: string, group: readonly Statement<T>[]): boolean {
  const labels = group.map(({ from }) =>
    LABEL_BEFORE.exec(text.slice(Math.max(0, from - 24), from))?.[1]?.toLowerCase(),
  );
  return labels.length > 1 && !labels.includes(undefined) && new Set(labels).size === labels.length;
}
const LABEL_BEFORE = lazyPattern(String.raw`(?:^|[|;,]\s?)(\p{L}[\p{L}\d-]{1,16})\s?[=:]\s?$`, "iu");

/** Of the steps of a calculation the last counts, unless they are the values of several ways. */
function resolved<T>(text: string, group: readonly Statement<T>[], isSame: IsSame<T>): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last === undefined || group.some(({ isVariant }) => isVariant) || areShares(text, group)) return group;
  if (areLabelled(text, group) || areSides(text, group)) return group;
  const others = group.filter(
    ({ value }) => value === undefined || last.value === undefined || !isSame(value, last.value),
  );
  if (others.every(({ isCalculated, sentence }) => isCalculated || sentence === last.sentence)) return [last];
  return group;
}

/** "→ -3 months: 10/08/2022 → +7 days: 10/15/2022 → +1 year: 10/15/2023": steps of one line, each behind an arrow. */
const isChain = <T>(text: string, group: readonly Statement<T>[]): boolean =>
  group.length > 1 &&
  group.every(({ from, to, sentence }, i) => {
    const next = group[i + 1];
    return (
      next === undefined ||
      (next.sentence === sentence && next.from - to < NEAR && ARROW.test(text.slice(to, next.from)) && from < next.from)
    );
  });
const ARROW = /^[^.;\n]{0,20}(?:[→⇒➜]|->|=>)/u;
