import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { writeFileSync } from "node:fs";
import { command } from "./complete.ts";

const MODEL = "baseline/first-option";
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-complete-"));
  writeFileSync(
    join(folder, "two.conf"),
    'entries: [{description: "demo_questions", priority: 1}, {description: "pubmed_qa", priority: 1}]',
  );
  const objects = fsStore(folder);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(await plan(2, `demo_questions:model=${MODEL}`)));
  objects.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(...args: readonly string[]): Promise<string> {
  let stdout = "";
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  try {
    await command.run([...args, "-o", folder]);
  } finally {
    vi.restoreAllMocks();
  }
  return stdout;
}

test("lists the gaps of a suite with the next command", async () => {
  expect(await printed(SUITE, "--conf-paths", join(folder, "two.conf"))).toBe(
    [
      "model                  benchmark       state    run entry       what",
      "---------------------  --------------  -------  --------------  -----------------------------------",
      "baseline/first-option  demo_questions  capped   demo_questions  2 of an unknown number of instances",
      "baseline/first-option  pubmed_qa       missing  pubmed_qa",
      "baseline/first-option: 0 of 2 benchmarks complete, 1 run missing, 1 run capped",
      `next: medhelm run -r "demo_questions" --model ${MODEL} --suite ${SUITE} -o ${folder}`,
      "",
    ].join("\n"),
  );
});

test("knows the runs of all 37 benchmarks", async () => {
  expect(await printed(SUITE)).toContain("baseline/first-option: 0 of 37 benchmarks complete, 54 runs missing\n");
});

test("prints the state of each run of a named model as JSON", async () => {
  const text = await printed(SUITE, "--conf-paths", join(folder, "two.conf"), "--models", "acme/new", "--json");
  expect(JSON.parse(text)).toMatchObject({
    kind: "suite",
    runs: [
      { benchmark: "demo_questions", model: "acme/new", state: "missing" },
      { benchmark: "pubmed_qa", model: "acme/new", state: "missing" },
    ],
  });
});

test("escapes a character that a terminal obeys in JSON", async () => {
  const text = await printed(SUITE, "--conf-paths", join(folder, "two.conf"), "--models", "acme/\u202Enew", "--json");
  expect(text).toContain('"model":"acme/\\u202enew"');
});

test("a suite that does not exist is refused with one sentence", async () => {
  await expect(printed("nowhere")).rejects.toThrow(`there is no suite nowhere under runs/; the suites are ${SUITE}`);
});
