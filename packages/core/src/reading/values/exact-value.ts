import { isWeaker } from "../commitments/commitment.ts";
import type { Statement } from "./statement.ts";

/** "3 points or more = likely. This patient: 2.": classes yield to an exact value. */
export function withoutClasses<T>(text: string, kept: readonly Statement<T>[]): readonly Statement<T>[] {
  const isClass = ({ value, to }: Statement<T>): boolean =>
    value === undefined && CLASS_AFTER.test(text.slice(to, to + 40));
  const hasExact = kept.some(({ value, strength }) => value !== undefined && !isWeaker(strength, "result"));
  return hasExact ? kept.filter((one) => !isClass(one)) : kept;
}
const CLASS_AFTER = /^[^.;,\n\d]{0,24}\s?(?:=|→|means?|indicates?)\s?\p{L}/iu;

/** "More than 6, namely 7", "It is between 3 and 5. ... It is 4.": a value behind a range makes it exact. "3 points. Two or more favour admission": the bound is a threshold. */
export function exactOf<T>(text: string, group: readonly Statement<T>[]): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last?.value !== undefined) return group.filter(({ value }) => value !== undefined);
  const exact = group.filter(({ value }) => value !== undefined);
  const isThreshold = ({ value, from, sentence }: Statement<T>): boolean =>
    value === undefined &&
    exact.some((one) =>
      one.sentence === sentence
        ? BESIDE.test(text.slice(one.to, from))
        : one.to <= sentence.from && from - sentence.from < 4,
    );
  return group.filter((one) => !isThreshold(one));
}

/** "0.4 %, below 1 %" */
const BESIDE =
  /^\s?[%\p{L}/]{0,12}\s?[,(]\s?(?:(?:menor|mayor|inferior|superior|clearly|well|unter|über)\s)?[^,;.\d]{0,24}$/u;
