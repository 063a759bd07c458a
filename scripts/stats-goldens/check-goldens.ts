import { differenceOf } from "./difference-of.ts";
import type { Goldens } from "./goldens.ts";
import type { Section } from "./section.ts";

export interface SectionCheck {
  readonly name: string;
  readonly cases: number;
  readonly passed: number;
  /** one sentence each */
  readonly differences: readonly string[];
  /** why cases were not checked */
  readonly notChecked?: string;
}

/** Computes each case of the goldens. A section without a formula is named as not checked. */
export function checkGoldens(goldens: Goldens, sections: Readonly<Record<string, Section>>): SectionCheck[] {
  return Object.entries(goldens.sections).map(([name, { cases, tolerance }]) => {
    const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
    if (section === undefined)
      return { name, cases: cases.length, passed: 0, differences: [], notChecked: "no formula of this name" };
    const skipped: string[] = [];
    const differences: string[] = [];
    for (const { id, input, expected } of cases) {
      const result = section(input);
      if ("skipped" in result) skipped.push(result.skipped);
      else {
        const difference = "unreadable" in result ? result.unreadable : differenceOf(result.value, expected, tolerance);
        if (difference !== undefined) differences.push(`${id}: ${difference}`);
      }
    }
    const passed = cases.length - differences.length - skipped.length;
    const [notChecked] = skipped;
    return { name, cases: cases.length, passed, differences, ...(notChecked === undefined ? {} : { notChecked }) };
  });
}
