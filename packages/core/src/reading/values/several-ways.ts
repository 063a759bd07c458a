import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker } from "../commitments/commitment.ts";
import type { IsSame } from "../commitments/decide.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import { unitOf } from "../quantities/units.ts";
import type { Ways } from "./parallel-ways.ts";
import type { Statement } from "./statement.ts";

/** Both values of two ways, if the reply commits to neither by more than naming it. */
export function withWays<T>(
  group: readonly Statement<T>[],
  findWays: (last: Statement<T>) => Ways<T> | undefined,
  isSame: IsSame<T>,
): readonly Statement<T>[] {
  const last = group.at(-1);
  if (last?.value === undefined) return group;
  const ways = findWays(last) ?? [];
  // a phrase of the answer before the first of two in its sentence states both
  const isOfSentence = ways.every(({ from }) => from >= last.sentence.from && from < last.sentence.to);
  if (!isWeaker(last.strength, "stated") && !(isOfSentence && ways[0]?.from === last.from)) return group;
  const values = ways.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [one, other] = values;
  if (one === undefined || other === undefined || isSame(one, other)) return group;
  return [{ ...last, values }];
}

/** "By LMP 24w2d, by ultrasound 23w5d": those of the way that the question names, if the reply names it. */
export function ofWay<T>(text: string, group: readonly Statement<T>[], { context }: AskedFor): readonly Statement<T>[] {
  const own = group.filter(({ from, sentence }) => {
    const [, name = ""] = WAY_BEFORE.exec(text.slice(Math.max(sentence.from, from - 60), from)) ?? [];
    return name.split(/[^\p{L}]+/u).some((word) => context.has(word.toLowerCase()));
  });
  return own.length > 0 ? own : group;
}
const WAY_BEFORE = /(?<!\p{L})(?:by|per|from|with|using|according to)\s([^.,;:\d]{2,40})[^.;\d]{0,20}$/iu;

/** "QTcB 440 ms, QTcF 425 ms": those of the method that the question names, if the reply names it. */
export function ofMethod<T>(
  text: string,
  group: readonly Statement<T>[],
  { methods }: AskedFor,
): readonly Statement<T>[] {
  const isOf = ({ from, sentence }: Statement<T>): boolean => {
    const [, label = ""] = METHOD_LABEL.exec(text.slice(Math.max(sentence.from, from - 40), from)) ?? [];
    const initial = /\p{Ll}(\p{Lu})$/u.exec(label)?.[1]?.toLowerCase() ?? "none";
    return [...methods].some(
      (name) => label.toLowerCase().includes(name) || (name.length > 4 && name.startsWith(initial)),
    );
  };
  const own = group.filter(isOf);
  return own.length > 0 ? own : group;
}
/** "QTcB", "QTc (Bazett)", "Bazett": the label of a value */
const METHOD_LABEL = /([\p{L}\d][\p{L}\d ()]*?)[)\s]*(?:\s(?:is|gives|yields))?\s?[:=≈]?\s?$/u;

/** "Using actual weight it is 91 mL/min, with ideal weight 68 mL/min": the values of the other ways in the sentence with the named way. */
export function variantsOf<T>(
  text: string,
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
): readonly Statement<T>[] {
  const [first, ...others] = group;
  if (first?.isVariant !== true || others.length > 0 || !isWeaker(first.strength, "stated")) return [];
  return kept.filter(
    (one) =>
      one !== first &&
      one.isVariant &&
      one.value !== undefined &&
      !(one.strength === "in brackets" && isAloneInBrackets(text, one)) &&
      isBeside(text, one, first) &&
      (one.sentence !== first.sentence || isWeaker(one.strength, first.strength)),
  );
}

/** Whether they are in one sentence, or only a semicolon separates their sentences. */
const isBeside = <T>(text: string, one: Statement<T>, other: Statement<T>): boolean =>
  one.sentence === other.sentence ||
  (one.sentence.line === other.sentence.line &&
    text.slice(Math.min(one.sentence.to, other.sentence.to) - 1).startsWith(";") &&
    Math.max(one.sentence.from, other.sentence.from) - Math.min(one.sentence.to, other.sentence.to) < 3);

/** The points of a criterion: "confusion (1)". */
export const isAloneInBrackets = <T>(text: string, { from, to }: Statement<T>): boolean =>
  text.charAt(from - 1) === "(" && text.charAt(to) === ")";

/** "6 without and 7 with vasopressors": the values of other ways, if the first value is that of one. */
export const waysOf = <T>(
  text: string,
  kept: readonly Statement<T>[],
  [first]: readonly Statement<T>[],
): readonly Statement<T>[] =>
  first?.isWay === true
    ? kept.filter(
        (one) =>
          one.isWay &&
          isBeside(text, one, first) &&
          unitOf(text, one) === unitOf(text, first) &&
          !one.isSum &&
          one.strength !== "in brackets",
      )
    : [];

/** "Right ABI 0.70, left ABI 0.95": the values of two sides, or of two times, are alternatives. */
export function areSides<T>(text: string, group: readonly Statement<T>[]): boolean {
  const sides = group.map(({ from, sentence }) =>
    SIDE_BEFORE.exec(text.slice(Math.max(sentence.from, from - 60), from))?.[1]?.toLowerCase(),
  );
  return sides.length > 1 && !sides.includes(undefined) && new Set(sides).size === sides.length;
}
const SIDE_BEFORE = lazyPattern(
  String.raw`(?:^|[,;:.(]\s?|\s(?:and|und|y|et|e)\s)(?:(?:the|on the|for the)\s)?(right|left|upper|lower|pre-?(?:op\p{L}*|treatment|dialysis)|post-?(?:op\p{L}*|treatment|dialysis)|rechts|links|droite?|gauche|derech[oa]|izquierd[oa]|direit[oa]|esquerd[oa])(?!\p{L})[^,;:.\d]{0,40}[:=≈]?\s?(?:is\s|of\s)?$`,
  "iu",
);
