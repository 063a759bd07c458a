import type { Found, LeftOutValue, Statement } from "./statement.ts";

/** The rounded value replaces the one that it rounds: "22.8, rounded to 23". */
export function withRounded<T>(text: string, { made, leftOut }: Found<T>): Found<T> {
  const kept: Statement<T>[] = [];
  const rounded: LeftOutValue<T>[] = [];
  for (const one of made) {
    const last = kept.at(-1);
    if (last === undefined || !isRounded(text, last, one)) {
      kept.push(one);
      continue;
    }
    kept[kept.length - 1] = { ...last, value: one.value, values: one.values, from: one.from, to: one.to };
    rounded.push({ ...last, why: "left out an input" });
  }
  return { made: kept, leftOut: [...leftOut, ...rounded] };
}

const isRounded = <T>(text: string, { value: exact, to, sentence }: Statement<T>, one: Statement<T>): boolean =>
  typeof exact === "number" &&
  typeof one.value === "number" &&
  sentence === one.sentence &&
  Math.abs(exact - one.value) < 1 &&
  ROUNDS.test(text.slice(to, one.from));
const ROUNDS =
  /^\s?[^\s,;()\d]{0,12},?\s(?:(?:which|that|and|then)\s)?(?:is\s)?(?:rounded|rounds|rounding|(?:auf|ab)?gerundet|arrondi[es]?|redondead[oa]|arredondad[oa]|arrotondat[oa])(?:\s(?:up|down|off))?(?:\s(?:to|gives|auf|à|a|para))?(?:\sthe nearest (?:integer|whole number|point)\s?(?::|is|gives))?\s["'(]*$/iu;
