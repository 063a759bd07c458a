import { readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { launch as launchBrowser, whyNoBrowser } from "./chromium.ts";

const RUN = "demo_notes:model=baseline_lead-sentences";

/** A rating page of six judged answers. */
async function served(cwd: string, ...flags: readonly string[]) {
  const server = launch("medhelm", ["agree", "serve", RUN, "--suite", "s", "--n", "6", "-p", "18991", ...flags], {
    cwd,
  });
  const [, rate = "", report = ""] = await server.until(/rate\s+(\S+)\nreport\s+(\S+)\n/);
  return { server, rate, report };
}

async function judgedRun(): Promise<string> {
  const cwd = testFolder();
  const entry = "demo_notes:model=baseline/lead-sentences";
  expect(await cli("medhelm", ["run", "--run-entries", entry, "--suite", "s", "-m", "8"], { cwd })).toMatchObject({
    code: 0,
  });
  return cwd;
}

/** Rates every open case by keys, with the same point for all criteria. */
async function rateAll(page: Page, point: string): Promise<void> {
  await page.waitForURL(/\/case\//);
  while (page.url().includes("/case/")) {
    const at = page.url();
    const count = await page.locator("fieldset").count();
    for (let i = 0; i < count; i++) await page.keyboard.press(point);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== at);
  }
}

/** The status of a request as a browser sends it after DNS rebinding. */
const statusFor = (url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers }, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

test.skipIf(whyNoBrowser !== undefined)(
  "two clinicians rate blinded answers by keys, one after a restart, and the command prints their agreement with the jury",
  async () => {
    const cwd = await judgedRun();
    const first = await served(cwd);
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));

    await page.goto(first.rate);
    expect(page.url()).toBe("http://127.0.0.1:18991/rate/");
    await page.getByLabel("Your name or number").fill("dr-a");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Case 1 of 6" }).waitFor();
    expect(await page.content()).not.toMatch(/lead-sentences|baseline/);
    expect(await page.locator("fieldset p").first().textContent()).toBe(
      "1 = says much that is wrong or not in the source, 5 = all that it says is right",
    );
    await page.keyboard.press("4");
    await page.getByLabel("Comment").fill('=1+1, "odd"');
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("heading", { name: "Case 2 of 6" }).waitFor();
    expect(statSync(join(cwd, "ratings/dr-a.csv")).mode & 0o777).toBe(0o600);
    await first.server.stop("SIGINT");

    const { server, rate, report } = await served(cwd);
    await page.goto(rate);
    await page.getByRole("link", { name: "dr-a" }).click();
    expect(await page.getByLabel("Comment").inputValue()).toBe('=1+1, "odd"');
    await rateAll(page, "3");
    await page.getByText("Thank you.").waitFor();
    await page.getByRole("link", { name: "Another rater" }).click();
    await page.getByLabel("Your name or number").fill("dr-b");
    await page.keyboard.press("Enter");
    await rateAll(page, "5");
    expect(complaints).toEqual([]);

    const evaluator = await browser.newPage();
    await evaluator.goto(report);
    await evaluator.getByText("12 by 2 clinicians on 6 answers").waitFor();
    expect((await fetch("http://127.0.0.1:18991/rate/case/1?rater=dr-a")).status).toBe(401);
    expect((await page.goto("http://127.0.0.1:18991/report/"))?.status()).toBe(401);
    expect(await statusFor(rate, { host: "medhelm.example" })).toBe(403);
    expect(await statusFor(rate, { host: "127.0.0.1:18991", origin: "https://medhelm.example" })).toBe(403);

    const { code, stdout } = await server.stop("SIGINT");
    expect(code).toBe(0);
    expect(stdout).toContain("12 by 2 clinicians on 6 answers");
    expect(readFileSync(join(cwd, "ratings/dr-b.csv"), "utf8").split("\r\n")[1]).toMatch(/^a01(?:,5)+,dr-b,$/);
  },
);

test.skipIf(whyNoBrowser !== undefined)(
  "a rater without scripts and with the mouse can rate, and leave a case out",
  async () => {
    const cwd = await judgedRun();
    const { rate } = await served(cwd);
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await (
      await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 700 } })
    ).newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(rate);
    await page.getByLabel("Your name or number").fill("7");
    await page.getByRole("button", { name: "Begin" }).click();
    for (const set of await page.locator("fieldset").all())
      await set.getByRole("radio", { name: "2", exact: true }).check();
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("button", { name: "Save and go on" }).click();
    await page.getByRole("heading", { name: "Case 3 of 6" }).waitFor();
    await page.getByRole("link", { name: "Stop here" }).click();
    await page.getByRole("heading", { name: "1 of 6 rated" }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(5);
  },
);

test("a folder with ratings of other answers is refused, and names what it has", async () => {
  const cwd = await judgedRun();
  const { server } = await served(cwd);
  await server.stop("SIGINT");
  const again = ["agree", "serve", RUN, "--suite", "s", "--n", "4"];
  const { code, stderr } = await cli("medhelm", again, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(`-o ratings: it has ratings of other answers (6 of ${RUN})`);
});
