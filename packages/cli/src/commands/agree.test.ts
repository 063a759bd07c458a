import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { judgedBy, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { command } from "./agree.ts";

const judged = judgedBy(await plan(6), "judge/lexical");
const RUN = judged.runSpec.name;

/** The output folder of one sealed run with a jury. */
let runs: string;
beforeAll(async () => {
  runs = mkdtempSync(join(tmpdir(), "medhelm-agree-"));
  const objects = fsStore(runs);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(judged));
  objects.close();
});
afterAll(() => rmSync(runs, { recursive: true }));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-agree-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function fileOf(lines: readonly string[], name = "ratings.csv"): string {
  const path = join(newFolder(), name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

/** Runs the command and returns its output. */
async function agree(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed[name] += String(chunk);
      return true;
    });
  try {
    await command.run(args);
  } finally {
    vi.restoreAllMocks();
  }
  return printed;
}

const HEADER = "rater,instance_id,accuracy,clarity,llm_accuracy,llm_clarity";
const SHEET = [HEADER, "a,1,4,5,4,4.5", "b,1,5,5,4,4.5", "a,2,2,3,3,3", "b,2,3,3,3,3", "a,3,5,4,5,5", "b,3,4,4,5,5"];

test("a terminal shows how many groups are compared", async () => {
  Object.assign(process.stderr, { isTTY: true });
  onTestFinished(() => void Reflect.deleteProperty(process.stderr, "isTTY"));
  expect((await agree(fileOf(SHEET))).stderr).toContain("agreement: 0 of 3");
});

test("the report has the headline, every form, the published numbers and the picture", async () => {
  const { stdout } = await agree(fileOf(SHEET));
  expect(stdout).toContain("ratings     6 by 2 clinicians on 3 answers, 3 each; scale 1 to 5");
  expect(stdout).toMatch(/all +mean of criteria +6 +0\.79 /);
  expect(stdout).toContain("cannot be decided, because each clinician has 3 judged items");
  expect(stdout).toMatch(/ROUGE-L and clinicians +0\.36 +not in these ratings/);
  expect(stdout).toMatch(/ 5 {2}clinicians +3 #+\n +jury +1 #+/);
});

test("a value without an interval has its reason in the report", async () => {
  const { stdout } = await agree(fileOf([HEADER, "a,1,4,5,4,4.5", "b,1,5,5,4,4.5"]));
  expect(stdout).toContain("-0.50 (no interval, because an interval needs three items)");
  expect(stdout).toMatch(/^exact +0\.00 \((\d)\)[^]*^\(\1\) no interval, because one item alone has no interval$/m);
});

test("--json has each data set and criterion", async () => {
  const { stdout } = await agree(fileOf(SHEET), "--json");
  const { groups } = JSON.parse(stdout);
  expect(groups.map(({ dataset, criterion }: Record<string, string>) => `${dataset} ${criterion}`)).toEqual([
    "all mean of criteria",
    "all accuracy",
    "all clarity",
  ]);
  // mean squares of (rating, jury) pairs of accuracy
  expect(groups[1].humanHuman.headline).toBe("ICC(A,1)");
});

test("--stat names a column with the score of the whole answer", async () => {
  const sheet = ["rater,item,rating,rouge", "a,1,5,4.5", "a,2,1,1", "a,3,3,2", "a,4,4,5"];
  const { stdout } = await agree(fileOf(sheet), "--stat", "rouge");
  expect(stdout).toContain("jury        columns rouge; 4 ratings have its score");
});

test("semicolons, as some versions of Excel write, separate columns too", async () => {
  const { stdout } = await agree(fileOf(SHEET.map((line) => line.replaceAll(",", ";"))));
  expect(stdout).toContain("6 by 2 clinicians on 3 answers");
});

test.for([
  [[HEADER.replace("clarity", "claritty"), ...SHEET.slice(1)], 'ratings.csv, line 1: the column "claritty" is unknown'],
  [[...SHEET, "a,2,3,3,3,3"], "ratings.csv, line 8: a has rated 2 before, in "],
  [[...SHEET, "a,4,6,3,3,3"], 'ratings.csv, line 8: accuracy is "6", but a rating is a whole number from 1 to 5'],
  [[...SHEET, "a,4,3.5,3,3,3"], 'ratings.csv, line 8: accuracy is "3.5", but a rating is a whole number from 1 to 5'],
  [[...SHEET, "a,4,good,3,3,3"], 'ratings.csv, line 8: accuracy is "good", but a rating is a whole number'],
  [[...SHEET, "a,4,3,3,0.5,3"], "ratings.csv, line 8: llm_accuracy is 0.5, off the scale from 1 to 5"],
  [[...SHEET, "c,1,3,3,5,4.5"], "ratings.csv, line 8: the judge's accuracy of 1 is 5, but 4 in "],
  [[...SHEET, ",4,3,3,3,3"], "ratings.csv, line 8: the rater is missing"],
  [[...SHEET, "a,,3,3,3,3"], "ratings.csv, line 8: the item has no name"],
  [["instance_id,accuracy", "1,4"], 'ratings.csv, line 1: there is no column "rater"'],
  [["rater,accuracy", "a,4"], "ratings.csv, line 1: no column names the item"],
  [["rater,item,accuracy", "a,1,"], "no line has a rating"],
] as const)("a bad sheet is refused with file and line: %#", async ([lines, message]) => {
  await expect(agree(fileOf(lines))).rejects.toThrow(message);
});

test("--ignore-columns leaves a column out", async () => {
  const sheet = SHEET.map((line, i) => `${line},${i === 0 ? "site" : "x"}`);
  const { stdout } = await agree(fileOf(sheet), "--ignore-columns", "site");
  expect(stdout).toContain("6 by 2 clinicians");
});

const sheetOf = async (...args: readonly string[]) => {
  const out = join(newFolder(), "sheet.csv");
  const printed = await agree("sheet", RUN, "--suite", SUITE, "--output-path", runs, "-o", out, ...args);
  return { out, ...printed, csv: readFileSync(out, "utf8"), key: readFileSync(`${out}.key.json`, "utf8") };
};

test("one answer with two ratings is named in the singular", async () => {
  const { stdout } = await agree(fileOf(["rater,item,rating,llm_rating", "a,i1,4,4", "b,i1,5,4", "a,i2,3,4"]));
  expect(stdout).toContain("; 1 answer has two ratings or more");
});

test("a sheet has answers without their models, and the same draw each time", async () => {
  const first = await sheetOf("--n", "4");
  expect(first.csv.split("\r\n")[0]).toMatch(/^item,question,reference,answer,.*,rater,comment$/);
  expect(first.csv).not.toMatch(/lead-sentences|baseline/);
  expect(Object.keys(JSON.parse(first.key).items)).toEqual(["a01", "a02", "a03", "a04"]);
  expect(await sheetOf("--n", "4")).toMatchObject({ csv: first.csv, key: first.key });
  expect((await sheetOf("--n", "4", "--seed", "2")).csv).not.toBe(first.csv);
});

test("a larger sheet of the same seed has the answers of the smaller one", async () => {
  const [small, large] = [await sheetOf("--n", "3"), await sheetOf("--n", "5")];
  const instancesOf = ({ key }: typeof small) => Object.values(JSON.parse(key).items);
  expect(instancesOf(large)).toEqual(expect.arrayContaining(instancesOf(small)));
});

test("filled sheets are read back with their key, and PPI++ estimates the clinicians' mean", async () => {
  const { out, csv, key } = await sheetOf("--n", "4");
  const criteria: string[] = JSON.parse(key).criteria;
  const items = Object.keys(JSON.parse(key).items);
  expect(csv).toContain(criteria.join(","));
  const copies = ["dr-a", "dr-b"].map((rater, i) =>
    fileOf(
      [
        ["item", ...criteria, "rater", "comment"].join(","),
        ...items.map((item, j) => [item, ...criteria.map(() => String(1 + ((i + j) % 5))), rater, ""].join(",")),
      ],
      `${rater}.csv`,
    ),
  );
  const { stdout } = await agree(...copies, "--key", `${out}.key.json`, "--json");
  const { groups, means } = JSON.parse(stdout);
  expect(groups[0]).toMatchObject({ ratings: 8, items: 4, raters: 2, judged: 8 });
  expect(means).toEqual([expect.objectContaining({ run: RUN, rated: 4, others: 2 })]);
  expect(means[0].ppi.humanOnly).toBeCloseTo(3, 9);
});

test("a sheet replaces no file, because clinicians may have filled it in", async () => {
  const { out } = await sheetOf("--n", "2");
  await expect(agree("sheet", RUN, "--suite", SUITE, "--output-path", runs, "-o", out)).rejects.toThrow(
    `-o ${out}: ${out} exists, and clinicians may have filled it in; name another file`,
  );
});

test("ratings by instance id are compared with a run, on the scale of the ratings", async () => {
  const sheet = await sheetOf("--n", "6");
  const ids = Object.values<{ instance: string }>(JSON.parse(sheet.key).items).map(({ instance }) => instance);
  const ratings = fileOf(["rater,instance_id,rating", ...ids.map((id, i) => `a,${id},${1 + (i % 5)}`)]);
  const at = ["--run", RUN, "--suite", SUITE, "--output-path", runs];
  expect(JSON.parse((await agree(ratings, ...at, "--json")).stdout).groups[0]).toMatchObject({ judged: 6 });
  await expect(agree(ratings, ...at, "--stat", "rouge_9")).rejects.toThrow("--stat rouge_9: no instance of");
  const elsewhere = fileOf(["rater,instance_id,rating", "a,nowhere,3"]);
  await expect(agree(elsewhere, ...at)).rejects.toThrow("ratings.csv, line 2: no run has this answer (nowhere)");
});

test("without its key, a sheet is refused", async () => {
  const ratings = fileOf(["rater,item,rating", "a,a01,3"]);
  await expect(agree(ratings, "--run", RUN, "--suite", SUITE, "--output-path", runs)).rejects.toThrow(
    "name its key with --key FILE",
  );
});
