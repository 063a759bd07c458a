/** Signs without letters, numbers, marks or cases: punctuation, currencies, arrows, mathematics, boxes, and the private marks of the readers. */
const SIGNS = String.raw`\u2000-\u206f\u20a0-\u20cf\u2190-\u23ff\u2500-\u2775\u2794-\u27bf\ue000-\ue00f`;
const GREEK = "Α-ΡΣ-Ωα-ω";
const RAISED_OR_LOWERED = "⁰⁴-⁹₀-₉";
const NOT_PLAIN = new RegExp(String.raw`[^\0-\xff${GREEK}${RAISED_OR_LOWERED}${SIGNS}]`);

/** Whether all characters are of Latin-1, or Greek letters, small digits or signs: most medical texts in English, and most of Western Europe. */
export const isPlain = (text: string): boolean => !NOT_PLAIN.test(text);

const LETTERS = `A-Za-zªµºÀ-ÖØ-öø-ÿ${GREEK}`;
const LETTERS_WITH_CASE = `A-Za-zµÀ-ÖØ-öø-ÿ${GREEK}`;
const NUMBERS = `0-9²³¹¼-¾${RAISED_OR_LOWERED}`;
/** A character of no plain text. */
const NONE = String.raw`\uffff`;
/** The characters of a property that plain texts have. With the flag `i`, the second. */
const SETS: Readonly<Record<string, readonly [string, string]>> = {
  L: [LETTERS, LETTERS],
  Lu: ["A-ZÀ-ÖØ-ÞΑ-ΡΣ-Ω", LETTERS_WITH_CASE],
  Ll: ["a-zµß-öø-ÿα-ω", LETTERS_WITH_CASE],
  N: [NUMBERS, NUMBERS],
  Nd: ["0-9", "0-9"],
  M: [NONE, "Ιι"], // the iota below a letter
  "Script=Latin": ["A-Za-zªºÀ-ÖØ-öø-ÿ", "A-Za-zªºÀ-ÖØ-öø-ÿ"],
  "Script=Greek": [GREEK, `${GREEK}µ`],
  "Script=Cyrillic": [NONE, NONE],
  "Script=Arabic": [NONE, NONE],
  "Script=Devanagari": [NONE, NONE],
  "Script=Han": [NONE, NONE],
  "Script=Hiragana": [NONE, NONE],
  "Script=Katakana": [NONE, NONE],
  "Script=Hangul": [NONE, NONE],
};

/** Letters that only the flags `iu` equate with a letter of a plain text, escapes of code points, and characters of two units. */
const ODD = /[\u017f\u03f4\u1e9e\u2126\u212a\u212b\ud800-\udfff]|\\u(?:\{|017f|03f4|1e9e|212[6ab]|d[89a-f])/i;
const CLASS_OR_ESCAPE = /\[(?:[^\]\\]|\\[^])*\]|\\[pP]\{[^}]*\}|\\[^]/g;
const PROPERTY = /\\p\{([^}]*)\}/g;
const OF_TWO_UNITS = /[\ud800-\udbff][\udc00-\udfff]/g;
const ESCAPED = /\\[^ux]/g;
/** A range in a class that goes beyond Latin-1. */
const FAR_RANGE = /(?<!^\[\^?)-(?:\\u(?!00)|[^\0-\xff])/;

/**
 * Returns the pattern, without the flag `u`, that matches at the same places of texts that isPlain() accepts. It is undefined if a part of the
 * pattern has no rule here.
 */
export function plainPattern(source: string, flags: string): RegExp | undefined {
  const ignoresCase = flags.includes("i");
  let isOdd = false;
  const setOf = (name: string): string => {
    const set = SETS[name.replace(/^sc=/, "Script=")]?.[ignoresCase ? 1 : 0];
    isOdd ||= set === undefined;
    return set ?? "";
  };
  const classOf = (part: string): string => {
    const changed = part.replace(PROPERTY, (_, name: string) => setOf(name)).replace(OF_TWO_UNITS, NONE);
    isOdd ||=
      changed.includes(String.raw`\P`) ||
      (ignoresCase && FAR_RANGE.test(part.replace(PROPERTY, "_").replace(OF_TWO_UNITS, "_").replace(ESCAPED, "_")));
    return changed;
  };
  const plain = source.replace(CLASS_OR_ESCAPE, (part) => {
    if (part.startsWith("[")) return classOf(part);
    if (!/^\\p/i.test(part)) return part;
    return `[${part.startsWith(String.raw`\P`) ? "^" : ""}${setOf(part.slice(3, -1))}]`;
  });
  return isOdd || ODD.test(plain) ? undefined : new RegExp(plain, flags.replace("u", ""));
}
