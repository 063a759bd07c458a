import type { StyleMeans } from "./qualities.ts";
import type { Style } from "./style-of-text.ts";

const MEASURES = ["words", "grade", "hedges", "longWords"] as const satisfies readonly (keyof Style)[];

/** The means of styles, without keeping each style. */
export function styleMeans() {
  const sums = new Map<keyof Style, { total: number; texts: number }>();
  let texts = 0;
  const of = (measure: keyof Style): Partial<Record<keyof Style, number>> => {
    const sum = sums.get(measure);
    return sum === undefined ? {} : { [measure]: sum.total / sum.texts };
  };
  return {
    add(style: Style): void {
      texts++;
      for (const measure of MEASURES) {
        const value = style[measure];
        if (value === undefined) continue;
        const sum = sums.get(measure) ?? { total: 0, texts: 0 };
        sum.total += value;
        sum.texts++;
        sums.set(measure, sum);
      }
    },
    texts: (): number => texts,
    /** A measure that no text has is absent. */
    found: (): StyleMeans => ({ ...of("words"), ...of("grade"), ...of("hedges"), ...of("longWords") }),
  };
}
