import type { AskedFor } from "../quantities/asked-for.ts";
import { isWeaker, type Strength } from "../commitments/commitment.ts";
import { decide, type IsSame, strongestOf } from "../commitments/decide.ts";
import type { Reading, Step } from "../reading.ts";
import type { ReplyText } from "../text/reply-text.ts";
import { NEAR } from "./value-context.ts";
import { wholeOf } from "./whole.ts";
import { namedIn } from "../quantities/named-in.ts";
import { parallelWays, type Ways } from "./parallel-ways.ts";
import { withoutDoubted } from "./doubted.ts";
import { withoutImpossible } from "./impossible.ts";
import { withoutRefined } from "./refined.ts";
import { withoutSuperseded } from "./superseded.ts";
import type { ValuePlace } from "./value-place.ts";
import { type Statement, statements } from "./value-statements.ts";

/** Decides which place gives the value that the reply commits to. */
export function decideValue<T>(
  text: ReplyText,
  all: readonly ValuePlace<T>[],
  { asked, isSame, least }: { asked: AskedFor; isSame: IsSame<T>; least: Strength | undefined },
  before: readonly Step[],
): Reading<T> {
  const found = statements(text.text, firm(all), asked);
  return decide<T, Statement<T>>(text, found, before, {
    isSame,
    deciding: (kept) =>
      withWays(
        deciding(
          text.text,
          asked,
          withoutImpossible(
            text.text,
            withoutDoubted(text.text, withoutRefined(text.text, withoutSuperseded(text.text, kept))),
          ),
          all,
          isSame,
          least,
        ),
        (last) => parallelWays(text.text, all, last, asked),
        isSame,
      ),
    isAnswer: ({ strength }) => strength !== "in brackets",
    withoutValue: "found a range",
    nameOf: ({ strength }) => strength,
  });
}

/** The strongest statements, and another value that is possible too; none if they are not sure enough. */
function deciding<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  all: readonly ValuePlace<T>[],
  isSame: IsSame<T>,
  least: Strength | undefined,
): readonly Statement<T>[] {
  const unclassed = withoutClasses(text, kept);
  const strongest = wholeOr(
    exactOf(text, decisiveOf(text, asked, unclassed, isSame)),
    () => wholeOf(text, kept, all),
    isSame,
  );
  const [last] = strongest.slice(-1);
  if (last === undefined) return [];
  const also = kept.find((one) => one.isAlso && strongest.some(({ sentence }) => sentence === one.sentence));
  if (also !== undefined) return [also, ...strongest];
  return last.value !== undefined && isUnsure(text.trimEnd(), last.strength, least) ? [] : strongest;
}

/** Both values of two ways, if the reply commits to neither by more than naming it. */
function withWays<T>(
  group: readonly Statement<T>[],
  findWays: (last: Statement<T>) => Ways<T> | undefined,
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last?.value === undefined) return group;
  const ways = findWays(last) ?? [];
  // a phrase of the answer before the first of two in its sentence states both
  const isOfSentence = ways.every(({ from }) => from >= last.sentence.from && from < last.sentence.to);
  if (!isWeaker(last.strength, "stated") && !(isOfSentence && ways[0]?.from === last.from)) return group;
  const values = ways.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [one, other] = values;
  if (one === undefined || other === undefined || isSame(one, other)) return group;
  return [{ ...last, values }];
}

/** "3 points or more = likely. This patient: 2.": classes yield to an exact value. */
function withoutClasses<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const isClass = ({ value, to }: Statement<T>): boolean =>
    value === undefined && CLASS_AFTER.test(text.slice(to, to + 40));
  const hasExact = kept.some(({ value, strength }) => value !== undefined && !isWeaker(strength, "result"));
  return hasExact ? kept.filter((one) => !isClass(one)) : kept;
}
const CLASS_AFTER = /^[^.;,\n\d]{0,24}\s?(?:=|→|means?|indicates?)\s?\p{L}/iu;

/** Several different values yield to the one that is their sum. */
function wholeOr<T>(
  group: readonly Statement<T>[],
  findWhole: () => Statement<T> | undefined,
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const values = group.flatMap((one) => one.values);
  const [last] = group.slice(-1);
  const isOne = values.every((value) => last?.value !== undefined && isSame(value, last.value));
  const whole = isOne ? undefined : findWhole();
  return whole === undefined || isWeaker(whole.strength, "result") ? group : [whole];
}

/** "More than 6, namely 7", "It is between 3 and 5. ... It is 4.": a value behind a range makes it exact. "3 points. Two or more favour admission": the bound is a threshold. */
function exactOf<T>(text: string, group: readonly Statement<T>[]): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last?.value !== undefined) return group.filter(({ value }) => value !== undefined);
  const exact = group.filter(({ value }) => value !== undefined);
  const isThreshold = ({ value, from, sentence }: Statement<T>): boolean =>
    value === undefined &&
    exact.some((one) =>
      one.sentence === sentence
        ? BESIDE.test(text.slice(one.to, from))
        : one.to <= sentence.from && from - sentence.from < 4,
    );
  return group.filter((one) => !isThreshold(one));
}

/** "0.4 %, below 1 %" */
const BESIDE =
  /^\s?[%\p{L}/]{0,12}\s?[,(]\s?(?:(?:menor|mayor|inferior|superior|clearly|well|unter|über)\s)?[^,;.\d]{0,24}$/u;

/** Whether a weak place may be an input or a step on the way. `least`: the least strength that counts in a text that stops early. */
function isUnsure(text: string, strength: Strength, least: Strength | undefined): boolean {
  if (isBelow(strength) && CUT_OFF.test(text.slice(-NEAR))) return true;
  if (isWeaker(strength, "leads") && CUT_IN_FORMULA.test(text.slice(-NEAR))) return true;
  return least !== undefined && isWeaker(strength, least);
}

const isBelow = (strength: Strength): boolean => isWeaker(strength, "total");
/** The text ends within a formula or before its result: "240 / 3 =", "240 / 3". */
const CUT_IN_FORMULA = /[=×*÷/+√(]\s*$|(?:^|\n|[=:]\s)[^\n=≈\p{L}]*(?:\d|\))\s[×*÷/+-]\s[\d(][^\n=≈\p{L}]*$/u;
/** The last word is one that cannot end a text. */
const CUT_OFF =
  /(?:^|[\s.])(?:the|an?|next|then|so|thus|now|therefore|hence|and|or|for|with|using|this|we|i|in|to|of|is|are|it|step \d*:?|first|finally|her|his|by|add|subtract|multiply|divide|plus|minus|times)\s*$/iu;

/** Doubtful places count only where there is no other. */
function firm<T>(all: readonly ValuePlace<T>[]): readonly ValuePlace<T>[] {
  const kept = all.filter(({ isDoubtful }) => isDoubtful !== true);
  return firstAndLast(kept.length > 0 ? kept : all);
}

/** A loop may name values more often than that; the places in the middle add nothing. */
const MOST = 1000;
const firstAndLast = <V>(all: readonly V[]): readonly V[] =>
  all.length > 2 * MOST ? [...all.slice(0, MOST), ...all.slice(-MOST)] : all;

function decisiveOf<T>(
  text: string,
  asked: AskedFor,
  kept: readonly Statement<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const group = strongestOf(kept);
  const strength = group[0]?.strength;
  if (strength === "leads")
    return [...rivalsOf(kept), ...group, ...waysOf(kept, group), ...sharesOf(text, kept, group)];
  // "diabetes (1), insulin (1)"
  if (strength === "in brackets" && group.length > 1 && group.every((one) => isAloneInBrackets(text, one))) return [];
  const ways = variantsOf(text, kept, group);
  if (ways.length > 0) return [...group, ...ways];
  if (strength === "requested") return decisiveByName(text, asked, kept, group, isSame);
  if (strength === "stated" || strength === "final") return [...group, ...waysOf(kept, group)];
  if (strength === "sum") return decisiveSums(text, kept, group, isSame);
  if (strength === "total") return resolved(text, group, isSame);
  const own = ofWay(text, group, asked);
  return strength === "result" ? resolved(text, own, isSame) : own;
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
  const ways = group.length === 1 ? waysOf(kept, group) : [];
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

/** "By LMP 24w2d, by ultrasound 23w5d": those of the way that the question names, if the reply names it. */
function ofWay<T>(text: string, group: readonly Statement<T>[], { context }: AskedFor): readonly Statement<T>[] {
  const own = group.filter(({ from, sentence }) => {
    const [, name = ""] = WAY_BEFORE.exec(text.slice(Math.max(sentence.from, from - 60), from)) ?? [];
    return name.split(/[^\p{L}]+/u).some((word) => context.has(word.toLowerCase()));
  });
  return own.length > 0 ? own : group;
}
const WAY_BEFORE = /(?<!\p{L})(?:by|per|from|with|using|according to)\s([^.,;:\d]{2,40})[^.;\d]{0,20}$/iu;

/** "QTcB 440 ms, QTcF 425 ms": those of the method that the question names, if the reply names it. */
function ofMethod<T>(text: string, group: readonly Statement<T>[], { methods }: AskedFor): readonly Statement<T>[] {
  const isOf = ({ from, sentence }: Statement<T>): boolean => {
    const [, label = ""] = METHOD_LABEL.exec(text.slice(Math.max(sentence.from, from - 40), from)) ?? [];
    const initial = /\p{Ll}(\p{Lu})$/u.exec(label)?.[1]?.toLowerCase() ?? "none";
    return [...methods].some(
      (name) => label.toLowerCase().includes(name) || (name.length > 4 && name.startsWith(initial)),
    );
  };
  const own = group.filter(isOf);
  return own.length > 0 ? own : group;
}
/** "QTcB", "QTc (Bazett)", "Bazett": the label of a value */
const METHOD_LABEL = /([\p{L}\d][\p{L}\d ()]*?)[)\s]*(?:\s(?:is|gives|yields))?\s?[:=≈]?\s?$/u;

/** "Oxycodone 40 mg × 1.5 = 60 MME": a sum whose sentence names the quantity by its unit only */
const isUnnamedSum = <T>({ isSum, sentence }: Statement<T>, asked: AskedFor): boolean =>
  isSum === true && namedIn(/^\D{0,80}/u.exec(sentence.text)?.[0] ?? "", asked).share === 0;

/** "40 × 1.5 = 60. 30 × 1 = 30.": the last sum is in a sentence of its own and uses no earlier one, so that the total is missing. */
function areParts<T>(text: string, group: readonly Statement<T>[], isSame: IsSame<T>): boolean {
  const last = group.at(-1);
  const others = group.filter(
    ({ sentence, value }) =>
      sentence !== last?.sentence && value !== undefined && last?.value !== undefined && !isSame(value, last.value),
  );
  if (last === undefined || others.length === 0) return false;
  const terms = numbersOf(text.slice(Math.max(last.sentence.from, last.from - NEAR), last.from));
  return !others.some(({ value }) => typeof value === "number" && terms.some((term) => isNear(term, value)));
}
const numbersOf = (text: string): readonly number[] =>
  (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((digits) => Number(digits.replaceAll(",", "")));
/** Rounded on the way. */
const isNear = (a: number, b: number): boolean => Math.abs(a - Math.abs(b)) <= 0.02 * Math.abs(b);

/** "CrCl = 50.5. For a woman: 50.5 × 0.85 = 42.9" goes on to calculate with the value. */
function corrected<T>(
  text: string,
  [named, ...others]: readonly Statement<T>[],
  kept: readonly Statement<T>[],
): readonly Statement<T>[] | undefined {
  if (named === undefined || others.length > 0 || !named.isCalculated) return undefined;
  const value = text.slice(named.from, named.to);
  const last = kept.findLast(({ isSum, from }) => isSum === true && from > named.to);
  return last?.sentence.text.slice(0, NEAR).includes(value) === true ? [last] : undefined;
}

/** "(140-67) × 72 / 86 = 61. For women, multiply by 0.85: 52": a result behind it that is adjusted. */
const adjustedOf = <T>(kept: readonly Statement<T>[], group: readonly Statement<T>[]): Statement<T> | undefined =>
  kept.findLast(
    ({ from, strength, sentence, value }) =>
      from > (group.at(-1)?.to ?? 0) &&
      value !== undefined &&
      (strength === "result" || strength === "sum") &&
      ADJUSTS.test(sentence.text.slice(0, NEAR)),
  );
const ADJUSTS =
  /^[^\p{L}]*(?:for (?:a )?)?(?:female|wom[ae]n|multipl(?:y|ied|ying)|times|adding|subtracting|adjust(?:ed|ing|ment)?|correct(?:ed|ing|ion)?)(?!\p{L})/iu;

/** Other values that are stated under the name of the quantity, or as the total. */
const rivalsOf = <T>(kept: readonly Statement<T>[]): readonly Statement<T>[] =>
  kept.filter(
    ({ strength, share, isVariant, value }) =>
      (strength === "total" || (strength === "requested" && share === 1)) && !isVariant && value !== undefined,
  );

/** "Using actual weight it is 91 mL/min, with ideal weight 68 mL/min": the values of the other ways in the sentence of the one way that is named. */
function variantsOf<T>(
  text: string,
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
): readonly Statement<T>[] {
  const [first, ...others] = group;
  if (first?.isVariant !== true || others.length > 0 || !isWeaker(first.strength, "stated")) return [];
  return kept.filter(
    (one) =>
      one !== first &&
      one.isVariant &&
      one.value !== undefined &&
      !(one.strength === "in brackets" && isAloneInBrackets(text, one)) &&
      isBeside(text, one, first) &&
      (one.sentence !== first.sentence || isWeaker(one.strength, first.strength)),
  );
}

/** Whether they are in one sentence, or only a semicolon separates their sentences. */
const isBeside = <T>(text: string, one: Statement<T>, other: Statement<T>): boolean =>
  one.sentence === other.sentence ||
  (one.sentence.line === other.sentence.line &&
    text.slice(Math.min(one.sentence.to, other.sentence.to) - 1).startsWith(";") &&
    Math.max(one.sentence.from, other.sentence.from) - Math.min(one.sentence.to, other.sentence.to) < 3);

/** The points of a criterion: "confusion (1)". */
const isAloneInBrackets = <T>(text: string, { from, to }: Statement<T>): boolean =>
  text.charAt(from - 1) === "(" && text.charAt(to) === ")";

/** "6 without and 7 with vasopressors": the values of other ways, if the first value is that of one. */
const waysOf = <T>(kept: readonly Statement<T>[], [first]: readonly Statement<T>[]): readonly Statement<T>[] =>
  first?.isWay === true ? kept.filter((one) => one.isWay && one.sentence === first.sentence) : [];

/** "6 units for the meal and 2 units for the correction": the next part behind a value that begins the reply */
function sharesOf<T>(
  text: string,
  kept: readonly Statement<T>[],
  [first]: readonly Statement<T>[],
): readonly Statement<T>[] {
  const next = kept.find((one) => one.sentence === first?.sentence && one.from > first.to);
  if (first === undefined || next === undefined || !PART_BETWEEN.test(text.slice(first.to, next.from))) return [];
  return PART_AFTER.test(text.slice(next.to, next.to + 40)) ? [next] : [];
}
const PART_BETWEEN = /^\s?[\p{L}/]{1,12}\s(?:for|from|at)\s[^.,;:\d]{2,30}\s(?:and|plus)\s(?:another\s)?$/u;
const PART_AFTER = /^\s?[\p{L}/]{1,12}\s(?:for|from|at)\s/u;

/** "oxycodone 90 MME and tramadol 30 MME": two parts without their sum */
const areShares = <T>(text: string, group: readonly Statement<T>[]): boolean =>
  group.some((one, i) => {
    const next = group[i + 1];
    return next?.sentence === one.sentence && SHARE_NEXT.test(text.slice(one.to, next.from));
  });
const SHARE_NEXT =
  /^\s?[\p{L}/]{1,8}\s(?:for\s\p{L}+\s)?(?:and|und|y|et)\s(?!(?:is|was|it|then|so|thus|therefore|about|the|that)\s)\p{L}{4,}\s(?:\p{L}{3,}\s)?$/u;

/** "QTcB = 452 ms | QTcF = 441 ms": values of one line, each with a label of its own. */
function areLabelled<T>(text: string, group: readonly Statement<T>[]): boolean {
  const labels = group.map(({ from }) =>
    LABEL_BEFORE.exec(text.slice(Math.max(0, from - 24), from))?.[1]?.toLowerCase(),
  );
  return labels.length > 1 && !labels.includes(undefined) && new Set(labels).size === labels.length;
}
const LABEL_BEFORE = /(?:^|[|;,]\s?)(\p{L}[\p{L}\d-]{1,16})\s?[=:]\s?$/iu;

/** Of the steps of a calculation the last counts, unless they are the values of several ways. */
function resolved<T>(text: string, group: readonly Statement<T>[], isSame: IsSame<T>): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last === undefined || group.some(({ isVariant }) => isVariant) || areShares(text, group)) return group;
  if (areLabelled(text, group)) return group;
  const others = group.filter(
    ({ value }) => value === undefined || last.value === undefined || !isSame(value, last.value),
  );
  if (others.every(({ isCalculated, sentence }) => isCalculated || sentence === last.sentence)) return [last];
  return group;
}
