import { isWeaker, type Strength } from "./commitment.ts";
import { type Equation, equations } from "./equations.ts";
import type { Statement } from "./value-statements.ts";

/**
 * Leaves out the values with which the reply goes on to calculate, if it states the result as firmly: of "The current score is 0. ... making the
 * total 0 + 1 = 1. ... 1 + 2 = 3. The score is 3." only 3 is left.
 */
export function withoutSuperseded<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const all = kept.length > 1 ? equations(text) : [];
  return all.length === 0 ? kept : kept.filter((one) => !all.some((equation) => isUsed(one, equation, kept)));
}

/** Whether a value is an operand of a later equation whose result is stated as firmly. */
const isUsed = <T>(one: Statement<T>, { operands, result, at }: Equation, kept: readonly Statement<T>[]): boolean =>
  typeof one.value === "number" &&
  at > one.to &&
  !isNear(one.value, result) &&
  operands.includes(one.value) &&
  kept.some(
    ({ value, to, strength }) =>
      to > at && typeof value === "number" && isNear(value, result) && !isWeaker(strength, leastOf(one)),
  );

/** A total replaces what was called the score before it. */
const leastOf = <T>({ strength }: Statement<T>): Strength => (isWeaker("total", strength) ? "total" : strength);

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.005 * Math.max(Math.abs(a), Math.abs(b));
