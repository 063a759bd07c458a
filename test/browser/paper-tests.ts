import type { BrowserContextOptions } from "playwright-core";
import { expect, it } from "vitest";
import type { BuiltSite } from "./built-site.ts";

const RUN = "runs/main_sample_bench_0,model=sample_1/";
const SUMMARY = "models/sample_model-1/summary/";
/** A4 less the margins, at 96 pixels an inch */
const PAPER = { width: 688, height: 1028 };

/** Of each sheet: whether its content reaches the footer, and whether it is wider than the paper. */
const CUT = `[...document.querySelectorAll(".sheet")].map((sheet) => {
  const [last, footer] = [...sheet.children].slice(-2).map((child) => child.getBoundingClientRect());
  return [last.bottom > footer.top, sheet.scrollWidth > sheet.clientWidth];
})`;

/** The tests of what prints, and of the evaluation summary, on a site that another file has built. The release has at least five sample models and 37 benchmarks. */
export function paperTests(site: () => BuiltSite): void {
  const open = (path: string, options: BrowserContextOptions = {}) => site().open(path, options);

  it("the summary prints on exactly two A4 pages, and nothing is cut", async () => {
    const { page, close } = await open(SUMMARY, { viewport: PAPER });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: "print" });
    const cut = await page.evaluate(CUT);
    expect(cut).toEqual([
      [false, false],
      [false, false],
    ]);
    await close();
  });

  it("the page of a model prints on three A4 pages at most, in columns and without its list of runs", async () => {
    const { page, close } = await open("models/sample_model-1/", { viewport: PAPER });
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("table:visible").evaluateAll((all) => all.filter((t) => t.scrollWidth > 688))).toEqual(
      [],
    );
    await close();
  });

  it("Compare, and the open question of a run without the list, are on paper", async () => {
    const { page, close } = await open(`${RUN}#id3`, { viewport: { width: 1280, height: 900 } });
    await page.locator("[id='i-id3']").waitFor();
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize(PAPER);
    expect([await page.locator("[id='i-id3']").isVisible(), await page.locator("#list").isVisible()]).toEqual([
      true,
      false,
    ]);
    await page.goto(`${site().url}compare/`);
    await page.locator("[data-forest] table").waitFor();
    expect(await page.locator("select:visible, button:visible").count()).toBe(0);
    await close();
  });

  it("the address chooses the compared models, and the choice is in the address", async () => {
    const { page, close } = await open(`${SUMMARY}?with=sample_model-4,sample_model-3`);
    const names = () => page.locator("#sheet-models tbody th").allTextContents();
    await page.locator("#sheet-models tbody tr").nth(2).getByText("Sample Model 3").waitFor();
    await page.locator("#sheet-models tbody tr").nth(1).getByText("Sample Model 4").waitFor();
    expect(await names()).toEqual(["Sample Model 1", "Sample Model 4", "Sample Model 3"]);
    await page.locator("select").first().selectOption("sample_model-2");
    await page.locator("#sheet-models tbody tr").nth(1).getByText("Sample Model 2").waitFor();
    expect(new URL(page.url()).searchParams.get("with")).toBe("sample_model-2,sample_model-3");
    await close();
  });

  it("without scripts the summary has its compared models, and no control", async () => {
    const { page, close } = await open(SUMMARY, { javaScriptEnabled: false });
    expect(await page.locator("#sheet-models tbody tr").count()).toBe(3);
    expect(await page.locator(".sheet .facts dd").last().textContent()).toBe("unknown");
    expect(await page.locator("select:visible").count()).toBe(0);
    await close();
  });

  it("no page of models or benchmarks scrolls sideways at 320 pixels", async () => {
    const { page, close } = await open(SUMMARY, { viewport: { width: 320, height: 640 } });
    const home = page.url().slice(0, -SUMMARY.length);
    const widths: unknown[] = [];
    for (const path of [SUMMARY, "models/sample_model-1/", "models/", "benchmarks/", "benchmarks/sample_bench_0/"]) {
      await page.goto(home + path);
      widths.push(await page.evaluate("document.documentElement.scrollWidth"));
    }
    expect(widths).toEqual([320, 320, 320, 320, 320]);
    await close();
  });
}
