import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { judgedBy, plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { command as agree } from "./agree.ts";
import { command as summarize } from "./summarize.ts";
import { command as verify } from "./verify.ts";

/** The output folder of one sealed run of six answers with a jury, and the filled sheet of four of them. */
let folder: string;
let sheet: string;
let filled: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-ratings-"));
  const objects = fsStore(folder);
  const judged = judgedBy(await plan(6), "judge/lexical");
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(judged));
  objects.close();
  sheet = join(folder, "sheet.csv");
  filled = join(folder, "filled.csv");
  await agree.run(["sheet", judged.runSpec.name, "--suite", SUITE, "--output-path", folder, "-o", sheet, "--n", "4"]);
  const key = JSON.parse(readFileSync(`${sheet}.key.json`, "utf8"));
  const criteria: string[] = key.criteria;
  const lines = Object.keys(key.items).map((item, i) => [item, "dr-a", ...criteria.map(() => String(2 + i))].join(","));
  writeFileSync(filled, `${["item", "rater", ...criteria].join(",")}\n${lines.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of the commands of a test. */
let printed: string;
beforeEach(() => {
  printed = "";
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      printed += String(chunk);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const withRatings = (...args: readonly string[]): Promise<number> =>
  summarize.run(["--suite", SUITE, "--output-path", folder, ...args]);
const leaderboard = (): Leaderboard =>
  Leaderboard.parse(JSON.parse(readFileSync(join(folder, "runs", SUITE, "leaderboard.json"), "utf8")));

test("a suite has the mean that clinicians would give to a rated run, next to the jury's", async () => {
  await withRatings("--ratings", filled, "--ratings-key", `${sheet}.key.json`);
  const [run] = leaderboard().runs;
  expect(run?.clinicians).toMatchObject({
    rated: 4,
    others: 2,
    scale: { min: 1, max: 5 },
    mean: { cliniciansOnly: 3.5 },
  });
  expect(printed).toMatch(
    /clinicians' mean of .*: \d\.\d\d \[.*\], from 4 rated answers and the jury's scores of 2 others/,
  );
});

test("verify takes the clinicians' means as they are, and says so", async () => {
  await withRatings("--ratings", filled, "--ratings-key", `${sheet}.key.json`);
  await verify.run([join(folder, "runs", SUITE)]);
  expect(printed).toContain("the means of clinicians are taken as they are, because their ratings are not stored");
});

test("a release without ratings has no clinicians' means", async () => {
  await withRatings();
  expect(leaderboard().runs.map(({ clinicians }) => clinicians)).toEqual([undefined]);
});

test("ratings without the key of their sheet are refused", async () => {
  await expect(withRatings("--ratings", filled)).rejects.toThrow("--ratings and --ratings-key belong together");
});

test("ratings of a run in another suite are refused with its suite", async () => {
  const args = ["--suite", "other", "--output-path", folder, "--ratings", filled, "--ratings-key", `${sheet}.key.json`];
  await expect(summarize.run(args)).rejects.toThrow(
    `is in the suite ${SUITE}, which this summary does not have; name that suite, or give the key of another sheet`,
  );
});
