export interface PlantedError {
  readonly text: string;
  readonly kind: "dose" | "frequency" | "advice" | "negation" | "direction" | "side";
  /** the words that were replaced, and the words in their place */
  readonly before: string;
  readonly after: string;
}

type Rule = (text: string) => PlantedError | undefined;

const UNITS = String.raw`(?:mg|mcg|µg|μg|ug|g|kg|ml|mL|cc|l|units?|IU|mEq|mmol|meq|tablets?|tabs?|capsules?|puffs?|drops?|Tabletten?|comprimés?|comprimidos?|gouttes?)`;
/** An amount with a unit of drugs, not of a laboratory value such as mg/dL. */
const DOSE = new RegExp(
  String.raw`(?<![\d.,])(\d+(?:[.,]\d+)*)(\s?)(${UNITS})(?![\p{L}\d]|\s?/\s?(?:dl|l|ml)\b)`,
  "iu",
);

/**
 * Plants one error in a text that would harm a patient: a tenfold dose, another frequency, reversed advice, a flipped finding, hypo- for hyper-,
 * or the other side. The first kind that the text allows is used, at its first place. The text has no other change.
 * Undefined if no rule fits.
 */
export function plantError(text: string): PlantedError | undefined {
  for (const rule of RULES) {
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
function swapping(kind: PlantedError["kind"], pairs: Readonly<Record<string, string>>): Rule {
  const words = Object.keys(pairs).toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(String.raw`(?<![\p{L}])(?:${words.join("|")})(?![\p{L}])`, "iu");
  return replacing(kind, pattern, ([word]) => pairs[word.toLowerCase()] ?? word);
}

/** A capital letter at the start stays. */
const asWritten = (before: string, after: string): string =>
  /^\p{Lu}\p{Ll}/u.test(before) ? after.charAt(0).toUpperCase() + after.slice(1) : after;

/** "0.5" is "5", "5" is "50", "1,000" is "10,000", "2,5" is "25". */
function tenfold(amount: string): string {
  const isGrouped = /^\d{1,3}(?:,\d{3})+$/.test(amount);
  const plain = isGrouped ? amount.replaceAll(",", "") : amount.replace(",", ".");
  const value = String(Number((Number(plain) * 10).toFixed(6)));
  return isGrouped
    ? value.replaceAll(/\B(?=(?:\d{3})+$)/g, ",")
    : amount.includes(",")
      ? value.replace(".", ",")
      : value;
}

const RULES: readonly Rule[] = [
  replacing("dose", DOSE, ([, amount = "", space = "", unit = ""]) => `${tenfold(amount)}${space}${unit}`),
  swapping("frequency", {
    "once weekly": "once daily",
    "once a week": "once a day",
    weekly: "daily",
    "once daily": "four times daily",
    "once a day": "four times a day",
    "twice daily": "six times daily",
    "twice a day": "six times a day",
    "every other day": "every two hours",
  }),
  swapping("advice", {
    contraindicated: "indicated",
    avoid: "take",
    "do not": "do",
    "should not": "should",
    "must not": "must",
    discontinue: "continue",
    discontinued: "continued",
    stop: "continue",
    hold: "continue",
    "seek immediate care": "wait at home",
    "go to the emergency": "do not go to the emergency",
    "call 911": "do not call 911",
    increase: "decrease",
    increased: "decreased",
    decrease: "increase",
    decreased: "increased",
  }),
  swapping("negation", {
    "no evidence of": "clear evidence of",
    "no history of": "a history of",
    "no signs of": "clear signs of",
    "negative for": "positive for",
    "positive for": "negative for",
    denies: "reports",
    denied: "reported",
    "ruled out": "confirmed",
    "rules out": "confirms",
    "no known": "known",
    without: "with",
    "is not": "is",
    "was not": "was",
    "are not": "are",
    "has not": "has",
    "does not": "does",
    "did not": "did",
    benign: "malignant",
    malignant: "benign",
    normal: "severely abnormal",
    stable: "rapidly worsening",
    allergic: "not allergic",
    no: "marked",
    not: "indeed",
  }),
  replacing(
    "direction",
    /(?<!\p{L})hyp(er|o)(?=\p{L}{4,})/iu,
    ([whole, kind]) => `${whole.slice(0, 3)}${kind === "er" ? "o" : "er"}`,
  ),
  swapping("side", { left: "right", right: "left", bilateral: "left", upper: "lower", lower: "upper" }),
];
