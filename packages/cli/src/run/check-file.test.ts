import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkFile } from "./check-file.ts";
import { packagedConf } from "../packaged.ts";
import { benchmarkFiles } from "../scaffold/scaffold-benchmark.ts";

/** A folder with these files. */
function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
const check = (folder: string, name: string) => checkFile(join(folder, name), folder);

test("the files of medhelm new benchmark are valid, and so is the run entry", async () => {
  const folder = folderOf(benchmarkFiles("mine"));
  expect(await check(folder, "mine.yaml")).toEqual({
    kind: "benchmark",
    found: [
      "name mine, 2 questions, main metric exact_match, access local",
      "metrics BasicGenerationMetric, BasicReferenceMetric",
      'the first question begins: "Is the liver above the diaphragm?\\nAnswer with Yes or No and nothing else.\\nAnswer:"',
    ],
  });
  expect(await check(folder, "mine.conf")).toEqual({
    kind: "run entries",
    found: ["mine: its model comes from --models-to-run"],
  });
});

test("the packaged files are valid", async () => {
  const kinds = ["judges.yaml", "schema_medhelm.yaml", "run_entries_medhelm.conf"].map(
    async (name) => (await check(packagedConf, name)).kind,
  );
  expect(await Promise.all(kinds)).toEqual(["juries", "schema", "run entries"]);
});

test.each([
  [{ "mine.yaml": "name: mine\nprompt_fil: x\n" }, "mine.yaml", "this kind of file cannot be checked"],
  [{ ...benchmarkFiles("mine"), "prompt.txt": "{questoin}" }, "mine.yaml", "{questoin} is not a column"],
  [
    { "a.conf": 'entries: [{description: "pubmed_qq"}]' },
    "a.conf",
    'entry 1 (pubmed_qq): unknown benchmark "pubmed_qq"',
  ],
  [{ "a.conf": "entries: []" }, "a.conf", "its list of entries is empty"],
  [{ "jury.yaml": "judges:\n  - name: a\n" }, "jury.yaml", "judges[0].model: is missing"],
  [{ "schema.yaml": "run_groups:\n  - display_name: x\n" }, "schema.yaml", "run_groups[0].name: is missing"],
  [{}, "gone.yaml", "there is no such file"],
])("a fault is one sentence: %# %s", async (files, name, message) => {
  await expect(check(folderOf(files), name)).rejects.toThrow(message);
});
