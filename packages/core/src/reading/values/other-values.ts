import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker } from "../commitments/commitment.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { isMeasured, isOfOtherDimension, isSameUnit, unitOf } from "../quantities/units.ts";
import type { StepName } from "../reading.ts";
import { withRounded } from "./rounded.ts";
import type { Found, Statement } from "./statement.ts";
import { NEAR } from "./value-context.ts";

/** Leaves out the values of another time and in another unit, where the reply also has that of the question. */
export function withoutOthers<T>(text: string, found: Found<T>, asked: AskedFor): Found<T> {
  const { made, leftOut } = withRounded(text, found);
  const isOfTime = asked.time !== undefined || made.some(({ moment }) => moment === "asked" || moment === "present");
  // "On arrival GCS 14. After the seizure 9. Currently 13."
  const isThen = made.some(({ moment }) => moment === "other");
  const now = made.findLast(({ moment, value }) => moment === "present" && value !== undefined)?.from ?? 0;
  const isInUnit = (one: Statement<T>) => isSameUnit(unitOf(text, one), asked.unit);
  const sentencesInUnit = new Set(
    asked.unit === undefined
      ? []
      : made.filter((one) => one.value !== undefined && isInUnit(one)).map(({ sentence }) => sentence),
  );
  const lastReal = made.findLast(({ isHypothetical, values }) => !isHypothetical && values.length > 0)?.from ?? 0;
  /** "It would be 66" before "it is 52" */
  const isUnreal = ({ isHypothetical, from }: Statement<T>): boolean => isHypothetical && from < lastReal;
  const enough = made.length > 1 ? "stated" : "leads";
  /** "170 cm" for a BMI */
  /** "300 mg per dose; the strength is unknown.": the reply has more than the value. */
  const isMoreSaid = ({ to }: Statement<T>): boolean => SEVERAL_WORDS.test(text.slice(to + 1).split("\n", 1)[0] ?? "");
  /** A value that a reply only gives is read as it is, in any unit: "98 mmHg" for an index. */
  const isAfterWords = ({ from }: Statement<T>): boolean => /\p{L}/u.test(text.slice(0, from));
  const isMeasuredElse = (one: Statement<T>, unit = ""): boolean => {
    if (asked.isPure && isAfterWords(one) && one.isSum !== true && isMeasured(unit)) return true;
    if (one.isSum === true && made.length === 1) return false;
    const isFree = isWeaker(one.strength, enough) || (one.strength === "leads" && isMoreSaid(one));
    return isFree && isOfOtherDimension(unit, asked.unit ?? "");
  };
  const isOfElse = (one: Statement<T>): boolean => isOfOtherDimension(unitOf(text, one) ?? "", asked.unit ?? "");
  const isLinked = ({ from }: Statement<T>): boolean => /[:=]\s*$/.test(text.slice(from - 4, from));
  const results = made.filter((one) => one.value !== undefined && !isOfElse(one));
  const linked = results.filter(isLinked);
  const linkedInUnit = linked.filter(isInUnit);
  const lastRequested = results.findLast(({ strength }) => strength === "requested");
  const isBehind = (one: Statement<T>) => (other: Statement<T>) =>
    other.from >= one.to && other.sentence === one.sentence;
  const isListedBefore = (one: Statement<T>) => (other: Statement<T>) =>
    other.from >= one.to && other.from < one.to + NEAR && LISTED.test(text.slice(one.to, other.from));
  /** "Answer: 170 cm, 79.2 kg, 27.4", "Answer: 1.70 m; 79.2 kg; BMI 27.4" and "creatinine 0.9, male: 101 mL/min" list inputs before the result. */
  const isInputOf = (one: Statement<T>): boolean => {
    if (isOfElse(one))
      return (
        (lastRequested !== undefined && lastRequested.from > one.to && lastRequested.sentence !== one.sentence) ||
        linked.some(isBehind(one)) ||
        results.some(isListedBefore(one))
      );
    return one.strength === "named" && !isInUnit(one) && linkedInUnit.some(isBehind(one));
  };
  const isAim = (one: Statement<T>): boolean =>
    one.isAim &&
    made.some((other) => other.from < one.from && other.value !== undefined && !isWeaker(other.strength, "requested"));
  const isOffered = (one: Statement<T>): boolean =>
    OFFERED.test(one.sentence.text.slice(0, NEAR)) &&
    made.some(({ to, sentence, value }) => to <= one.from && sentence !== one.sentence && value !== undefined);
  /** "The deficit is 3.6 L. Give 1.8 L over the first day." */
  const isAdvice = (one: Statement<T>): boolean =>
    ADVICE.test(one.sentence.text.slice(0, NEAR)) &&
    ![...asked.words, ...asked.context].some((word) => ORDERED.has(word)) &&
    made.some((other) => other.to <= one.sentence.from && other.value !== undefined && isInUnit(other));
  /** "125 mL/h. This is about 42 drops per minute." */
  const isRateElse = (one: Statement<T>, unit: string | undefined): boolean =>
    asked.unit !== undefined &&
    unit?.includes("/") === true &&
    made.some((other) => other.from < one.from && isInUnit(other) && !isWeaker(other.strength, one.strength));
  const whyOther = (one: Statement<T>): StepName | undefined => {
    const unit = unitOf(text, one);
    if ([isAim, isOffered, isAdvice].some((is) => is(one))) return "left out a condition";
    if (isInputOf(one) || isMeasuredElse(one, unit)) return "left out an input";
    if (isUnreal(one)) return "left out a condition";
    if (isOfTime && (one.moment === "other" || (isThen && one.moment === undefined && one.from < now)))
      return "left out another time";
    const isOther = (sentencesInUnit.has(one.sentence) && unit !== undefined) || isRateElse(one, unit);
    return isOther && !isInUnit(one) ? "left out another unit" : undefined;
  };
  const others = made.flatMap((one) => {
    const why = whyOther(one);
    return why === undefined ? [] : [{ ...one, why }];
  });
  const left = new Set(others.map(({ from }) => from));
  return { made: made.filter(({ from }) => !left.has(from)), leftOut: [...leftOut, ...others] };
}

const SEVERAL_WORDS = lazyPattern(String.raw`\p{L}{3}[^\p{L}]+\p{L}{2}[^\p{L}]+\p{L}{2}`, "u");

/** "(If you want the delta ratio, that is 1.0.)" */
const OFFERED = lazyPattern(
  String.raw`^[^\p{L}]*(?:(?:if|in case) you (?:also |still )?(?:want|need|prefer|are asking for|would like|wanted|are interested in)|should you (?:also )?(?:want|need|prefer)|(?:wenn|falls) (?:sie|du) (?:auch |noch )?(?:die|den|das)|si (?:vous|tu) (?:voulez|veux|souhaitez)|si (?:desea|quiere|necesita)|se (?:quiser|desejar|precisar))(?!\p{L})(?![^.]*(?:round|correct|gerundet|arrond|redond|arredond))`,
  "iu",
);

const ADVICE = lazyPattern(
  String.raw`^[^\p{L}]*(?:give|replace|administer|infuse|start|correct|reduce|lower|avoid|aim|limit|keep|lose|do not|don't|never)(?!\p{L})`,
  "iu",
);
/** Words of questions for a dose or a rate. */
const ORDERED: ReadonlySet<string> = new Set(
  "dose dosage dosing give given receive take get administer inject rate run pump infusion infuse set".split(" "),
);

/** Values side by side: " cm, 79.2 kg, " */
const LISTED = /^\s?[^\s,;]{1,8}(?:\s?[,;]\s(?:\p{L}+\s){0,2}[\d.]+\s?[^\s,;\d]{1,8}){0,4}\s?[,;]\s$/u;
