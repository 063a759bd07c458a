/**
 * Finds the text with the answer in a reply. The first match wins: the value of the last "answer" key of JSON (complete or
 * cut off), the text after the last "=" of a calculation, the whole reply. Removes marks of emphasis and \boxed{}.
 */
export function answerText(reply: string): string {
  const plain = withoutMarks(jsonAnswer(reply) ?? reply);
  const result = /[=≈]([^=≈]*\d[^=≈]*)$/.exec(plain)?.[1];
  return (result ?? plain).trim();
}

const KEY = /(["'])(?:\w*_)?answer\1\s*:\s*/gi;

function jsonAnswer(reply: string): string | undefined {
  const key = [...reply.matchAll(KEY)].at(-1);
  if (key === undefined) return undefined;
  const rest = reply.slice(key.index + key[0].length);
  const quoted = /^(["'])((?:\\.|(?!\1\s*(?:[,}\]]|$)).)*)/s.exec(rest);
  if (quoted?.[2] !== undefined) return quoted[2].replace(/\\(["'])/g, "$1");
  // a bare value may contain commas (a pair), so it ends at a brace or at the next key
  return rest.split(/\}|,\s*["']\w+["']\s*:/, 1)[0];
}

function withoutMarks(text: string): string {
  return text
    .replace(/\\boxed\{([^{}]*)\}/g, "$1")
    .replace(/\*\*|[`$]/g, "")
    .replaceAll("−", "-");
}

/** "3 out of 99", "3 of 99" -> "3" */
const MAXIMUM = /(\d)\s+(?:out\s+)?of\s+(?:an?\s+)?(?:(?:possible|maximum|total)\s+)*(?:of\s+)?\d+(?:\.\d+)?/gi;
const THOUSANDS = /(?<![\d.,])([1-9]\d{0,2}(?:,\d{3})+)(?![\d,])/g;
const POWER_OF_TEN = /(\d)\s*[×x*]\s*10\s*\^?\s*\(?([+-]?\d+)\)?/g;
/** Matches a range, a list of numbers only, and arithmetic, which state no single value. No expression is evaluated. */
const RANGE = /\d\s*%?\s*(?:-|–|—|to)\s*[+-]?\d/;
const LIST = /^[[(]?\s*[+-]?[\d.]+(?:\s*[,;]\s*[+-]?[\d.]+)+\s*[\])]?$/;
const ARITHMETIC = /\d\s*(?:\*|×|\^|\/|\+)\s*[+-]?[\d(]|\b(?:round|sqrt|str|int|float|min|max|pow|abs)\s*\(/;
/** Digits in a word (CO2, m2), an exponent (m^2), a divisor (/1.73, per 1.73) or a name (CURB-65) are not values. */
const NUMBER =
  /(?<![\p{L}\p{N}_^./]|\p{L}[-–]|\d,|\bper )[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+(?![\p{L}\d]))?%?/gu;

/**
 * Reads the number of an answer as a literal and evaluates no expression. As in the authors' evaluation, the last of several
 * numbers in a sentence counts, and "1.2%" is 0.012 unless `isPercentage` says that the question asks for a percentage.
 * Undefined if no number can be read.
 */
export function readNumber(answer: string, { isPercentage = false, isScore = false } = {}): number | undefined {
  const text = outsideBrackets(answer)
    .replace(MAXIMUM, "$1")
    .replace(POWER_OF_TEN, "$1e$2")
    .replace(THOUSANDS, (digits) => digits.replaceAll(",", ""));
  // a reply may give a score with its maximum: 3/4
  const single = isScore ? text.replace(/(\d)\s*\/\s*\d+(?:\.\d+)?/g, "$1") : text.replace(/\/\s*1\.73\b/g, "");
  if (RANGE.test(single) || LIST.test(single) || ARITHMETIC.test(single)) return undefined;
  const literal = single.match(NUMBER)?.at(-1);
  if (literal === undefined) return undefined;
  const isPercent = literal.endsWith("%");
  const value = Number(isPercent ? literal.slice(0, -1) : literal);
  return isPercent && !isPercentage ? value / 100 : value;
}

/** Removes remarks in brackets if a number is outside them: "3 (range 0-9)". */
function outsideBrackets(answer: string): string {
  const outside = answer.replace(/\([^()]*\)/g, " ");
  return /\d/.test(outside) ? outside : answer;
}

/** Reads the last date of the form M/D/YYYY, which the questions request, as [month, day, year]. */
export function readDate(answer: string): readonly [number, number, number] | undefined {
  const dates = answer.matchAll(/(?<![\d/])(0?[1-9]|1[0-2])\/(0?[1-9]|[12]\d|3[01])\/(\d{4})(?!\d)/g);
  const [, month, day, year] = [...dates].at(-1) ?? [];
  return month === undefined ? undefined : [Number(month), Number(day), Number(year)];
}

const WORDS = /(\d+)\s*(?:weeks?|w)(?:\(s\))?(?![a-z])[\s,;]*(?:and\s+|\+\s*)?(\d+)\s*(?:days?|d)(?:\(s\))?(?![a-z])/i;
const PAIR = /^\(?\s*(\d+)\s*(?:[,+]|\s)\s*(\d+)\s*\)?\.?$/;
const WEEKS_ONLY = /^\(?\s*(\d+)\s*weeks?\s*\)?\.?$/i;

/**
 * Reads [weeks, days] from "(3 weeks, 4 days)", "(3, 4)", "3 weeks and 4 days", "3+4", "3w4d" or "3 weeks". Days are not
 * converted to weeks.
 */
export function readWeeksAndDays(answer: string): readonly [number, number] | undefined {
  const text = answer.replace(/["'’]/g, "").replaceAll("[", "(").replaceAll("]", ")").trim();
  const [, weeks, days = "0"] = WORDS.exec(text) ?? PAIR.exec(text) ?? WEEKS_ONLY.exec(text) ?? [];
  return weeks === undefined ? undefined : [Number(weeks), Number(days)];
}
