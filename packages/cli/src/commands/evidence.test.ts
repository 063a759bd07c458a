import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { judgedBy, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { command as evidence } from "./evidence.ts";
import { command as summarize } from "./summarize.ts";
import { command as verify } from "./verify.ts";

const MODEL = "baseline/lead-sentences";

/** A folder with the release "r1" of one judged run. */
let folder: string;
const file = (): string => join(folder, "e.json");
let printed: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-evidence-"));
  const objects = fsStore(folder);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(judgedBy(await plan(6), "judge/lexical")));
  objects.close();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await summarize.run(["--release", "r1", "--suites", SUITE, "-o", folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  printed = "";
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
  return () => void vi.restoreAllMocks();
});

const write = (model = MODEL) => evidence.run([model, "--release", "r1", "--output-path", folder, "-o", file()]);
const verified = async (): Promise<number> => {
  printed = "";
  return verify.run([file(), "-o", folder]);
};
/** Changes the file as someone who also computes its hash again. */
function forge(change: (content: Record<string, never>) => void): void {
  const { sha256: _own, ...content } = JSON.parse(readFileSync(file(), "utf8"));
  change(content);
  writeFileSync(file(), JSON.stringify({ ...content, sha256: sha256Hex(canonicalJson(content)) }));
}

test("the file has scores with intervals, dates, data, prompts, judges, terms and what was not tested", async () => {
  await write();
  const content = JSON.parse(readFileSync(file(), "utf8"));
  expect(content).toMatchObject({
    kind: "medhelm-evidence",
    model: { name: MODEL, isBaseline: true },
    release: { name: "r1", profile: "helm" },
    rows: [{ scores: [{ benchmark: "demo_notes", metric: "demo_notes_accuracy", instances: 6, scored: 6 }] }],
    runs: [{ judges: [{ name: "judge/lexical", standIn: true, asked: 6, scored: 6 }] }],
    dataTerms: [{ benchmark: "demo_notes", access: "public" }],
  });
  expect(content.rows[0].scores[0].interval.low).toBeLessThan(content.rows[0].scores[0].value);
  expect(content.runs[0].seal.data.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(content.notTested).toContain("Fairness between groups of patients, of which MedHELM measures little.");
  expect(readFileSync(join(folder, "e.html"), "utf8")).toContain("<h1>Evidence: ");
});

test("an untouched file is verified down to the stored answers", async () => {
  await write();
  expect(await verified()).toBe(0);
  expect(printed).toContain("all numbers are equal, computed again from the stored bytes");
});

test("a changed score is found, with its place and both values", async () => {
  await write();
  forge((content) => Object.assign(content["rows"]?.[0]?.["scores"]?.[0] ?? {}, { value: 4.9 }));
  expect(await verified()).toBe(1);
  expect(printed).toMatch(/rows\.0\.scores\.0\.value: stored 4\.9, computed [1-4]/);
});

test("a byte that was changed without the hash is found first", async () => {
  await write();
  writeFileSync(file(), readFileSync(file(), "utf8").replace('"failed": 0', '"failed": 1'));
  expect(await verified()).toBe(1);
  expect(printed).toContain("the file was changed after it was written");
});

test("a changed page is found", async () => {
  await write();
  writeFileSync(join(folder, "e.html"), readFileSync(join(folder, "e.html"), "utf8").replace("Not tested", "Tested"));
  expect(await verified()).toBe(1);
  expect(printed).toContain("e.html");
});

test("an unknown model is refused with the near names", async () => {
  await expect(write("baseline/lead-sentence")).rejects.toThrow("did you mean baseline/lead-sentences?");
});

test("a page is refused with the file to give, and so is a file that is not there", async () => {
  await write();
  await expect(verify.run([join(folder, "e.html"), "-o", folder])).rejects.toThrow(
    /e\.html: a page to print is not verified; give the file of data that medhelm evidence wrote next to it, .*e\.json$/,
  );
  await expect(verify.run(["none.json", "-o", folder])).rejects.toThrow("none.json: there is no such file; medhelm ev");
});
