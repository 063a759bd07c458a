import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { cli, launch, testFolder } from "../e2e/cli.ts";
import { answer } from "../e2e/model-server.ts";
import { filesHolding } from "../e2e/files-holding.ts";
import { entry, smallBenchmark, writeFiles } from "../e2e/small-benchmark.ts";
import { launch as launchBrowser, whyNoBrowser } from "./chromium.ts";

const questions = (text: string): string =>
  ["bed,question,correct_answer,incorrect_answers", `01,${text},Yes,"[""No""]"`, ""].join("\n");
const conf = `entries: [{description: "${entry("small", "host/model-1")}", priority: 1}]`;

const Runs = z.object({ runs: z.array(z.object({ slug: z.string() })) });

/** A stack with a server that answers at once, and never a prompt with "slowly". */
async function startedStack() {
  const [cwd, client] = [testFolder(), testFolder()];
  const server = await serve((request, body, response) => {
    if (request.method === "GET") return json(response, 200, { data: [{ id: "model-1" }] });
    if (!body.includes("slowly"))
      response.writeHead(200, { "content-type": "application/json" }).end(answer("Yes").body);
    return undefined;
  });
  onTestFinished(server.close);
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const stack = launch("medhelm", ["up", "--endpoint", server.baseUrl, "--port", "18993"], { cwd, env });
  const [, url = "", liveUrl = "", token = ""] = await stack.until(
    /API\s+(http:\S+)\/v1[\s\S]*progress\s+(\S+)[\s\S]*token\s+(\S+)\n[\s\S]*submit .*\n/,
  );
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const submit = (suite: string, question: string, ...flags: string[]) => {
    writeFiles(client, { ...smallBenchmark, "questions.csv": questions(question), "my.conf": conf });
    return cli("medhelm", ["submit", "my.conf", "--suite", suite, "--api", url, ...flags], { cwd: client, env });
  };
  const release = async (name: string): Promise<void> => {
    const body = JSON.stringify({ name, suites: ["first"], publish: true });
    await fetch(`${url}/v1/releases`, { method: "POST", headers, body });
    for (let isOpen = true; isOpen; await sleep(50)) {
      const shown = await (await fetch(`${url}/v1/releases/${name}`, { headers })).text();
      isOpen = !shown.includes('"published"');
    }
  };
  return { stack, url, liveUrl, submit, release, output: join(cwd, "benchmark_output") };
}

/** The status for a request with another name of the host, which a browser would send after DNS rebinding. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on("error", reject);
  });

test.skipIf(whyNoBrowser !== undefined)(
  "the owner of a stack watches and cancels runs, and reads private text that the site and other readers do not get",
  async () => {
    const { stack, url, liveUrl, submit, release, output } = await startedStack();
    onTestFinished(async () => void (await stack.stop("SIGINT")));
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));

    expect(await submit("first", "canary-question is the bed free?", "--wait")).toMatchObject({ code: 0 });
    await release("R");
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.goto(`${url}/reference`);
    expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await submit("night", "is the lamp lit slowly?")).toMatchObject({ code: 0 });

    await page.goto(liveUrl);
    expect(page.url()).toBe(`${url}/live/`);
    const night = page.getByRole("region", { name: "night" });
    await night.getByText("0 of 1 ended").waitFor();
    await page.getByText("1 submission is open.").waitFor();
    const cancel = night.getByRole("button", { name: "Cancel night" });
    await cancel.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Keep them running" }).press("Enter");
    expect(await page.getByText("1 submission is open.").isVisible()).toBe(true);
    await cancel.press("Enter");
    await page.getByRole("button", { name: "Cancel the runs" }).press("Enter");
    await page.getByText("No submission is open.").waitFor();
    expect(await night.locator("dd").first().textContent()).toBe("cancelled");
    expect(await cancel.isVisible()).toBe(false);

    const plain = await browser.newContext({ javaScriptEnabled: false, storageState: await context.storageState() });
    const still = await plain.newPage();
    await still.goto(`${url}/live/`);
    expect(await still.locator("noscript td").first().textContent()).toBe("cancelled");
    expect(await still.getByRole("link", { name: "Refresh it" }).getAttribute("href")).toBe("/live/");
    expect(await still.getByRole("button").count()).toBe(0);

    const ownSite = await page.getByRole("link", { name: "R", exact: true }).getAttribute("href");
    const { runs } = Runs.parse(await (await fetch(`${url}/r/R/leaderboard.json`)).json());
    await page.goto(`${url}${ownSite}runs/${encodeURIComponent(runs[0]?.slug ?? "")}/`);
    await page.getByText("canary-question is the bed free?").first().waitFor();
    expect(filesHolding(join(output, "runs"), /canary-question/)).not.toEqual([]);
    expect(filesHolding(join(output, "site"), /canary-question/)).toEqual([]);
    expect(complaints).toEqual([]);

    const address = new URL(page.url()).pathname;
    expect(
      await Promise.all(
        [`${url}/live/`, `${url}/live/state.json`, url + address].map(async (one) => (await fetch(one)).status),
      ),
    ).toEqual([401, 401, 401]);
    expect(await statusFor(liveUrl, "medhelm.example")).toBe(403);
    expect((await fetch(`${url}/r/R/live/`)).status).toBe(404);
  },
);
