import type { Page } from "playwright-core";

/** A font whose letters reach far beyond their lines, as in some scripts: each machine has other fonts. */
const TALL_FONT = `@font-face { font-family: tall; src: local("DejaVu Sans"), local("Liberation Sans"); ascent-override: 140%; descent-override: 60% }
* { font-family: tall !important }`;
export const useTallFont = (page: Page) =>
  page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(TALL_FONT)});
    document.adoptedStyleSheets = [sheet];
    document.fonts.ready.then(() => {});
  }`);

/**
 * The targets that answer on less than 44 px of the line through their centre. A link in a sentence is exempt, and so is a control that only the
 * keyboard sees.
 */
export const smallTargets = (page: Page) =>
  page.locator("a[href]:visible, button:visible, summary:visible, select:visible").evaluateAll((targets) => {
    return targets.flatMap((target) => {
      const isInSentence =
        target.matches("p a, li a") &&
        !target.matches(".notes a, .downloads a, .foot a") &&
        [...(target.parentElement?.childNodes ?? [])].some(
          ({ nodeType, nodeValue }) => nodeType === 3 && /\w{3}/.test(nodeValue ?? ""),
        );
      if (isInSentence || target.matches(".rank thead *, .skip")) return [];
      target.scrollIntoView({ block: "center" });
      const [first = target.getBoundingClientRect()] = target.getClientRects();
      const x = first.left + first.width / 2;
      const middle = first.top + first.height / 2;
      const reach = (step: number) => {
        let y = middle;
        while (Math.abs(y - middle) < 60 && target.contains(target.ownerDocument.elementFromPoint(x, y))) y += step;
        return Math.abs(y - middle);
      };
      const height = reach(1) + reach(-1);
      return height < 43 ? [`${Math.round(height)} px: ${target.outerHTML.slice(0, 100)}`] : [];
    });
  });
