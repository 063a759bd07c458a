import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  /** the elements that have it */
  readonly at: readonly string[];
}

/**
 * The accessibility violations of a page as it is. `rules`: only these; default all. The pages have no frames. Without them the legacy mode finds the
 * same in a third of the time, because it opens no second page for each analysis. Axe describes no element that follows the rules: this
 * takes more than half of the time.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<Violation[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}

/** The accessibility violations of a page in light and in dark. The page ends in dark. */
export async function violationsInBothSchemes(page: Page): Promise<Violation[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await violationsOf(page);
  await page.emulateMedia({ colorScheme: "dark" });
  // the colours alone differ in the dark: the rules that do not look at them would find the same again
  return [...light, ...(await violationsOf(page, ["color-contrast", "link-in-text-block"]))];
}
