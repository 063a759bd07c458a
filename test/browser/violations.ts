import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

/** The accessibility violations of a page in light and in dark, with the elements that have them. The page ends in dark. */
export async function violationsInBothSchemes(page: Page): Promise<{ id: string; at: string[] }[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ colorScheme: "dark" });
  // the colours alone differ in the dark: the rules that do not look at them would find the same again
  const dark = await new AxeBuilder({ page }).withRules(["color-contrast", "link-in-text-block"]).analyze();
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
}
