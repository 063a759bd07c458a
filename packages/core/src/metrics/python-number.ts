import { asciiDigits } from "../text/ascii-digits.ts";
import { strip } from "./python-text.ts";

const DIGITS = "[0-9](?:_?[0-9])*";
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`);
const INFINITE = /^([+-]?)inf(?:inity)?$/i;
const NOT_A_NUMBER = /^[+-]?nan$/i;

/** Python's float() of a text, with the decimal digits of every script; undefined if it raises ValueError. "1_000" is 1000, "nan" is NaN. */
export function pythonFloat(text: string): number | undefined {
  const trimmed = asciiDigits(strip(text));
  if (FLOAT.test(trimmed)) return Number(trimmed.replaceAll("_", ""));
  const infinite = INFINITE.exec(trimmed);
  if (infinite !== null) return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return NOT_A_NUMBER.test(trimmed) ? Number.NaN : undefined;
}
