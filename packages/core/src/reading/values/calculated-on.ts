import type { Statement } from "./statement.ts";
import { NEAR } from "./value-context.ts";

/** "CrCl = 50.5. For a woman: 50.5 × 0.85 = 42.9" goes on to calculate with the value. */
export function corrected<T>(
  text: string,
  [named, ...others]: readonly Statement<T>[],
  kept: readonly Statement<T>[],
): readonly Statement<T>[] | undefined {
  if (named === undefined || others.length > 0 || !named.isCalculated) return undefined;
  const value = text.slice(named.from, named.to);
  const last = kept.findLast(({ isSum, from }) => isSum === true && from > named.to);
  return last?.sentence.text.slice(0, NEAR).includes(value) === true ? [last] : undefined;
}

/** "(140-67) × 72 / 86 = 61. For women, multiply by 0.85: 52": a result behind it that is adjusted. */
export const adjustedOf = <T>(
  kept: readonly Statement<T>[],
  group: readonly Statement<T>[],
): Statement<T> | undefined =>
  kept.findLast(
    ({ from, strength, sentence, value }) =>
      from > (group.at(-1)?.to ?? 0) &&
      value !== undefined &&
      (strength === "result" || strength === "sum") &&
      ADJUSTS.test(sentence.text.slice(0, NEAR)),
  );
const ADJUSTS =
  /^[^\p{L}]*(?:for (?:a )?)?(?:female|wom[ae]n|multipl(?:y|ied|ying)|times|adding|subtracting|adjust(?:ed|ing|ment)?|correct(?:ed|ing|ion)?)(?!\p{L})/iu;
