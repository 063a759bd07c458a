import { UserError } from "../user-error.ts";

/** A parsed run entry: "clear:condition=x" is {name: "clear", args: {condition: "x"}}. */
export interface ParsedObjectSpec {
  readonly name: string;
  /** In the order of the description. A repeated key keeps its first position and its last value, as in a Python dict. */
  readonly args: Readonly<Record<string, string | number>>;
}

// Python's int() and float() literals: underscores are allowed between digits, and surrounding spaces are ignored.
const DIGITS = "[0-9](?:_?[0-9])*";
const INT = new RegExp(`^[+-]?${DIGITS}$`);
// Digits never follow digits without a point: such an expression would try every division of a long number.
const FLOAT = new RegExp(`^[+-]?(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?$`);
const SPECIAL = /^([+-]?)(nan|inf|infinity)$/i;

/** Tries int(), then float(), then keeps the text. An integer above 2^53 stays text, because rounding would change the run name. */
function convert(text: string): string | number {
  const trimmed = text.trim();
  if (INT.test(trimmed)) {
    const value = Number(trimmed.replaceAll("_", ""));
    return Number.isSafeInteger(value) ? value : text;
  }
  if (FLOAT.test(trimmed)) return Number(trimmed.replaceAll("_", ""));
  const special = SPECIAL.exec(trimmed);
  if (special === null) return text;
  if (special[2]?.toLowerCase() === "nan") return Number.NaN;
  return special[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/**
 * Parses `<name>[:<key>=<value>(,<key>=<value>)*]` (helm/common/object_spec.py). The grammar has no quotes and no trimming:
 * a value cannot contain a comma.
 *
 * HELM: a value that looks like a number becomes a number ("007" is 7); "True" stays text.
 * @throws UserError for an argument without "="
 */
export function parseObjectSpec(description: string): ParsedObjectSpec {
  const colon = description.indexOf(":");
  if (colon < 0) return { name: description, args: {} };
  const args = new Map<string, string | number>();
  for (const piece of description.slice(colon + 1).split(",")) {
    const equals = piece.indexOf("=");
    if (equals < 0) {
      throw new UserError(
        `the run entry "${description}" has "${piece}", but <key>=<value> is expected; a value cannot contain a comma`,
      );
    }
    args.set(piece.slice(0, equals), convert(piece.slice(equals + 1)));
  }
  // fromEntries makes "__proto__" an argument like any other
  return { name: description.slice(0, colon), args: Object.fromEntries(args) };
}
