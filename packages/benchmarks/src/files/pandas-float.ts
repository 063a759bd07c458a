const NUMBER = /^[\t-\r ]*([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?[\t-\r ]*$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
/** The number of digits that pandas keeps. */
const MAX_DIGITS = 17;
const MAX_EXPONENT = 308;

/**
 * Reads a number as pandas does by default (precise_xstrtod of pandas/_libs/src/parser/tokenizer.c): seventeen digits, then one multiplication or
 * division. The last bit may therefore differ from the nearest double. Undefined if the cell is not a number for pandas.
 */
export function pandasFloat(cell: string): number | undefined {
  const infinite = INFINITE.exec(cell);
  if (infinite !== null) return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const match = NUMBER.exec(cell);
  if (match === null) return undefined;
  const [, sign, whole = "", decimals, bare = "", power = "0"] = match;
  const digits = whole + (decimals ?? bare);
  let number = 0;
  for (const digit of digits.slice(0, MAX_DIGITS)) number = number * 10 + Number(digit);
  const kept = Math.min(digits.length, MAX_DIGITS);
  const exponent = whole.length - kept + Number(power);
  const value = scale(sign === "-" ? -number : number, exponent);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function scale(number: number, exponent: number): number | undefined {
  if (exponent > MAX_EXPONENT) return undefined;
  if (exponent > 0) return number * powerOfTen(exponent);
  if (exponent >= -MAX_EXPONENT) return number / powerOfTen(-exponent);
  const rest = -MAX_EXPONENT - exponent;
  return rest > MAX_EXPONENT ? 0 : number / powerOfTen(rest) / powerOfTen(MAX_EXPONENT);
}

const powerOfTen = (exponent: number): number => Number(`1e${exponent}`);
