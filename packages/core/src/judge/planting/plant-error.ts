import { plantedLanguageOf } from "./planted-language.ts";
import { type PlantedLanguage, WORDS } from "./languages.ts";
import type { PlantedWords } from "./planted-words.ts";

export interface PlantedError {
  readonly text: string;
  readonly kind: "dose" | "frequency" | "advice" | "negation" | "direction" | "side";
  /** the words that were replaced, and the words in their place */
  readonly before: string;
  readonly after: string;
}

type Rule = (text: string) => PlantedError | undefined;

const AMOUNT = String.raw`(?<![\d.,])(\d+(?:[.,]\d+)*)(\s?)`;
const NO_LABORATORY = String.raw`\s?/\s?(?:dl|l|ml)\b`;
const UNITS = "mg|mcg|µg|μg|ug|g|kg|ml|mL|cc|l|units?|IU|mEq|mmol|meq";
/** An amount with a unit of drugs, not of a laboratory value such as mg/dL. */
const doseOf = (units: string): RegExp =>
  new RegExp(`${AMOUNT}(${UNITS}|${units})(?![\\p{L}\\d]|${NO_LABORATORY})`, "iu");
/** Chinese has no spaces between words. */
const CHINESE_DOSE = new RegExp(`${AMOUNT}(${UNITS}|${WORDS.Chinese.units})(?![A-Za-z\\d]|${NO_LABORATORY})`, "iu");

/**
 * Plants one error that would harm a patient into a text: a tenfold dose, another frequency, reversed advice, a flipped finding, hypo- for hyper-, or
 * the other side. The first kind that the text allows is used, at its first place. The text has no other change. The rules are those of the text's
 * language (planted-language.ts). Undefined if no rule fits.
 */
export function plantError(text: string): PlantedError | undefined {
  for (const rule of RULES[plantedLanguageOf(text)]) {
    const planted = rule(text);
    if (planted !== undefined) return planted;
  }
  return undefined;
}

/** Replaces the first place that the pattern finds. */
const replacing =
  (kind: PlantedError["kind"], pattern: RegExp, replace: (match: RegExpExecArray) => string): Rule =>
  (text) => {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const [before] = match;
    const after = asWritten(before, replace(match));
    return { text: text.slice(0, match.index) + after + text.slice(match.index + before.length), kind, before, after };
  };

/** Replaces the first of several words by its counterpart. */
function swapping(kind: PlantedError["kind"], pairs: Readonly<Record<string, string>>, hasSpaces = true): Rule {
  const words = Object.keys(pairs).toSorted((a, b) => b.length - a.length);
  const any = `(?:${words.join("|")})`;
  const pattern = new RegExp(hasSpaces ? String.raw`(?<![\p{L}])${any}(?![\p{L}])` : any, "iu");
  return replacing(kind, pattern, ([word]) => pairs[word.toLowerCase()] ?? word);
}

/** A capital letter at the start stays. */
const asWritten = (before: string, after: string): string =>
  /^\p{Lu}\p{Ll}/u.test(before) ? after.charAt(0).toUpperCase() + after.slice(1) : after;

/** "0.5" is "5", "5" is "50", "1,000" is "10,000", "2,5" is "25". */
function tenfold(amount: string, pointGroups = false): string {
  if (pointGroups && /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(amount))
    return tenfold(amount.replaceAll(".", ",")).replaceAll(",", ".");
  const isGrouped = /^\d{1,3}(?:,\d{3})+$/.test(amount);
  const plain = isGrouped ? amount.replaceAll(",", "") : amount.replace(",", ".");
  const value = String(Number((Number(plain) * 10).toFixed(6)));
  return isGrouped
    ? value.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")
    : amount.includes(",")
      ? value.replace(".", ",")
      : value;
}

/** Hypertension, hipoglicemia and similar terms. */
const DIRECTION = /(?<!\p{L})h(y|i)p(er|o)(?=\p{L}{4,})/iu;

function rulesOf(words: PlantedWords): readonly Rule[] {
  const { units, pointGroups, frequency, advice, negation, denial, side } = words;
  return [
    replacing("dose", doseOf(units), (match) => dose(match, pointGroups)),
    swapping("frequency", frequency),
    swapping("advice", advice),
    swapping("negation", negation),
    ...(denial === undefined ? [] : [denying(denial)]),
    replacing("direction", DIRECTION, ([whole, , kind]) => `${whole.slice(0, 3)}${kind === "er" ? "o" : "er"}`),
    swapping("side", side),
  ];
}

const dose = ([, amount = "", space = "", unit = ""]: RegExpExecArray, pointGroups: boolean): string =>
  `${tenfold(amount, pointGroups)}${space}${unit}`;

const denying = ([pattern, instead]: NonNullable<PlantedWords["denial"]>): Rule =>
  replacing("negation", pattern, ([, verb = ""]) => instead.replace("$1", verb));

/** Each character of a pair is replaced by the other. */
const either = (kind: PlantedError["kind"], pattern: RegExp, [one, other]: readonly [string, string]): Rule =>
  replacing(kind, pattern, ([found]) => (found === one ? other : one));

function chineseRules({ frequency, advice, negation, denial, side }: PlantedWords): readonly Rule[] {
  return [
    replacing("dose", CHINESE_DOSE, (match) => dose(match, false)),
    swapping("frequency", frequency, false),
    swapping("advice", advice, false),
    swapping("negation", negation, false),
    ...(denial === undefined ? [] : [denying(denial)]),
    either("direction", /[高低](?=血[压壓糖钾鉀钠鈉钙鈣脂]|[钾鉀钠鈉钙鈣镁鎂磷氧]血)/u, ["高", "低"]),
    swapping("side", side, false),
    either("side", /左(?!右)|(?<!左)右/u, ["左", "右"]),
  ];
}

const RULES: Readonly<Record<PlantedLanguage, readonly Rule[]>> = {
  English: rulesOf(WORDS.English),
  German: rulesOf(WORDS.German),
  French: rulesOf(WORDS.French),
  Spanish: rulesOf(WORDS.Spanish),
  Portuguese: rulesOf(WORDS.Portuguese),
  Chinese: chineseRules(WORDS.Chinese),
};
