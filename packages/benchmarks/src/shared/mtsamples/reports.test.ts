import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import procedures from "../../mtsamples-procedures/index.ts";
import replicate from "../../mtsamples-replicate/index.ts";

const PROCEDURES = "mtsamples_procedures/mtsample_procedure";
const REPLICATE = "mtsamples_replicate/mtsamples_processed";
const inFolder = (folder: string, reports: Readonly<Record<string, string | Uint8Array>>) =>
  Object.fromEntries(Object.entries(reports).map(([name, text]) => [`${folder}/${name}`, text]));
const asProcedures = async (reports: Readonly<Record<string, string | Uint8Array>>) =>
  (await loadFrom(procedures, inFolder(PROCEDURES, reports))).instances;
const asReplicate = async (reports: Readonly<Record<string, string | Uint8Array>>) =>
  (await loadFrom(replicate, inFolder(REPLICATE, reports))).instances;

const report = "HISTORY: An invented knee.\nFINDINGS: A small tear.\nPLAN: Rest and ice. \nKeywords: knee\n";

test("the first line of the plan is the reference, before summary and findings", async () => {
  const [instance] = await asProcedures({ "a.txt": report });
  expect(instance?.references).toEqual([{ output: { text: "Rest and ice." }, tags: ["correct"] }]);
});

test("a procedure's note ends before the first of the sections, and a report ends before its plan", async () => {
  expect((await asProcedures({ "a.txt": report }))[0]?.input.text).toBe("HISTORY: An invented knee.");
  expect((await asReplicate({ "a.txt": report }))[0]?.input.text).toBe(
    "HISTORY: An invented knee.\nFINDINGS: A small tear.",
  );
});

test("reports without a section, other files and names with # are skipped; ids follow the order of the names", async () => {
  const instances = await asProcedures({
    "a.txt": "HISTORY: nothing was found or planned",
    "b #2.txt": report,
    "c.md": report,
    "d.txt": "SUMMARY:\nFINDINGS: none",
    "e.txt": "PLAN: one PLAN: two",
  });
  expect(instances.map(({ id, references }) => [id, references[0]?.output.text])).toEqual([
    ["id0", "none"],
    ["id1", "one"],
  ]);
});

test("a report whose heading is not in capitals is skipped, as in HELM", async () => {
  const instances = await asProcedures({ "a.txt": "Plan: rest\nFINDINGS: a tear", "b.txt": report });
  expect(instances).toHaveLength(1);
});

test("only the first thousand names count, as GitHub lists them for HELM", async () => {
  const many = Array.from({ length: 1003 }, (_, i) => [`${String(i).padStart(4, "0")}.txt`, report] as const);
  expect(await asReplicate(Object.fromEntries(many))).toHaveLength(1000);
});

test("another encoding and an empty folder are refused in one sentence", async () => {
  await expect(asProcedures({ "a.txt": new Uint8Array([0x50, 0xe9, 0x3a]) })).rejects.toThrow(/a\.txt.*not UTF-8 text/);
  await expect(asProcedures({ "a.csv": report })).rejects.toThrow(/no \.txt report with a line PLAN:/);
});

test("if the folder is missing, the loader reads it from the commit's archive", async () => {
  const commit = "c4c252443fa9c52afb6960f53e51be278639bea2";
  const path = `mtsamples_procedures/benchmarkdata-${commit}.zip`;
  const archive = (folder: string) =>
    zipSync({
      [`benchmarkdata-${commit}/`]: new Uint8Array(),
      [`benchmarkdata-${commit}/${folder}/b.txt`]: strToU8(report),
      [`benchmarkdata-${commit}/${folder}/B.txt`]: strToU8("PLAN: walk"),
      [`benchmarkdata-${commit}/other/a.txt`]: strToU8(report),
    });
  const { instances, sources } = await loadFrom(procedures, { [path]: archive("mtsample_procedure") });
  expect(instances.map(({ references }) => references[0]?.output.text)).toEqual(["walk", "Rest and ice."]);
  expect(sources.map(({ label }) => label)).toEqual([`${PROCEDURES}/B.txt`, `${PROCEDURES}/b.txt`]);
  await expect(loadFrom(procedures, { [path]: archive("elsewhere") })).rejects.toThrow(
    /has no files in benchmarkdata-c4c2/,
  );
  await expect(loadFrom(procedures, { [path]: "<html>" })).rejects.toThrow(/not a complete ZIP archive/);
});
