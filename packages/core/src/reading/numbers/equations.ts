/** An equation of a text: the numbers of its left side, and its result. */
export interface Equation {
  readonly operands: readonly number[];
  readonly result: number;
  /** Where its result begins. */
  readonly at: number;
}

const RESULT = /[=≈]\s{0,3}[~≈]?\s?["'(*]{0,3}(-?\d[\d,]{0,20}(?:\.\d{1,20})?)/g;
const NUMBER = /\d[\d,]{0,20}(?:\.\d{1,20})?/g;
/** An operator with a number before it. */
const OPERATOR = /\d[^\d=≈]{0,24}(?:[+×*÷/−–]|\s[-x]\s)|\d-\d/;
/** The left side of an equation begins behind one of these. */
const START = /[=≈:;\n→⇒]|\.\s|,\s(?=\p{L})/gu;
/** A left side is at most this long. */
const LONGEST = 160;

/** Finds the equations of a text, in order: "2 + 1 = 3" has the operands 2 and 1. */
export function equations(text: string): readonly Equation[] {
  const found: Equation[] = [];
  for (const match of text.matchAll(RESULT)) {
    const before = text.slice(Math.max(0, match.index - LONGEST), match.index);
    const start = [...before.matchAll(START)].at(-1);
    const left = start === undefined ? before : before.slice(start.index + start[0].length);
    if (!OPERATOR.test(left)) continue;
    const operands = (left.match(NUMBER) ?? []).map(valueOf);
    found.push({
      operands,
      result: valueOf(match[1] ?? ""),
      at: match.index + match[0].length - (match[1] ?? "").length,
    });
  }
  return found;
}

const valueOf = (digits: string): number => Number(digits.replaceAll(",", ""));
