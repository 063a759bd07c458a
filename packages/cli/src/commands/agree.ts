import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Scale } from "@medhelm/core/agreement/rating";
import { Profile } from "@medhelm/core/run/profile";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { type AgreeReport, agreeReport, type ReportInput, runMeans } from "../agree/agree-report.ts";
import { agreeText } from "../agree/agree-text.ts";
import { answersOfRows, judgeInRuns, judgeInSheet } from "../agree/judge-of-items.ts";
import { makeSheet } from "../agree/make-sheet.ts";
import { readRatings } from "../agree/read-ratings.ts";
import { runScores } from "../agree/run-scores.ts";
import { readSheetKey, runsOfKey, type SheetKey } from "../agree/sheet-key.ts";
import { diskFiles } from "../run/disk-files.ts";
import { finishedInstances } from "../run/finished-instances.ts";
import { openReadStore } from "../run/open-store.ts";
import { runPlace } from "../run/run-place.ts";
import { DEFAULT_OUTPUT_PATH } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { positiveInt, positiveNumber } from "../terminal/option-values.ts";
import { printMessage } from "../terminal/print-message.ts";

const WholeScale = z
  .string()
  .regex(/^-?\d+-\d+$/, "a scale of whole points like 1-5")
  .transform((text): Scale => {
    const [, min = "", max = ""] = /^(-?\d+)-(\d+)$/.exec(text) ?? [];
    return { min: Number(min), max: Number(max) };
  })
  .refine(({ min, max }) => min < max && max - min <= 100, "a scale from its lowest to its highest point, like 1-5");
const Range = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?-\d+(?:\.\d+)?$/, "a range like 0-1")
  .transform((text) => {
    const [, min = "", max = ""] = /^(-?[\d.]+)-([\d.]+)$/.exec(text) ?? [];
    return { min: Number(min), max: Number(max) };
  })
  .refine(({ min, max }) => min < max, "a range from the lowest to the highest value, like 0-1");

const options = {
  what: argument(
    "CSV files with clinicians' ratings; or sheet, and the runs whose answers clinicians will rate",
    z.array(z.string()).min(1),
  ),
  run: option(
    "runs",
    "the runs with the rated answers, by name or path; absent: the ratings file has the judge's scores",
    z.array(z.string()).default([]),
  ),
  key: option("file", "the answer key of a sheet, which names the runs", z.string().optional()),
  suite: option("name", "suite of the runs (default: that of the path, else default)", z.string().optional()),
  outputPath: option("dir", "folder that holds the runs", z.string().optional()),
  stat: option(
    "name",
    "the score to compare: a per-instance stat of the runs (default: the main metric), or a column of the file",
    z.string().optional(),
  ),
  profile: option("name", "the scoring rules of the stat", Profile.default("corrected")),
  statRange: option(
    "range",
    "the lowest and the highest value of the stat, like 0-1, to put it onto the ratings' scale",
    Range.optional(),
  ),
  criteria: option("names", "the columns with ratings", z.array(z.string().min(1)).optional()),
  scale: option("range", "the lowest and the highest rating (default: 1-5, or that of the key)", WholeScale.optional()),
  ignoreColumns: option("names", "columns of the file to leave out", z.array(z.string()).default([])),
  epsilon: option(
    "number",
    "alternative-annotator test: how much a human's advantage counts; 0.2 for experts, 0.15 for skilled, 0.1 for other raters",
    positiveNumber.default(0.2),
  ),
  n: option("count", "sheet: how many answers", positiveInt.default(40)),
  out: option(
    "file",
    "sheet: the CSV file to write; its answer key is written next to it, as FILE.key.json",
    z.string().optional(),
    {
      short: "o",
    },
  ),
  seed: option("text", "sheet: another seed draws other answers", z.string().default("1")),
  heldText: flag("sheet: write also text that is not public, for raters who may read it"),
  json: flag("print all numbers as JSON"),
};
type Options = ValuesOf<typeof options>;

const USUAL_SCALE: Scale = { min: 1, max: 5 };

export const command = defineCommand({
  name: "medhelm agree",
  description:
    "Measure how far a jury, or any score, agrees with clinicians' ratings, and clinicians with each other: medhelm agree RATINGS.csv. Write a blinded sheet for clinicians: medhelm agree sheet RUN --n 40 -o FILE.",
  options,
  async run(given) {
    const [first, ...runs] = given.what;
    return first === "sheet" ? writeSheet(runs, given) : compare(given);
  },
});

async function compare({ what, run, key: keyPath, json, ...given }: Options): Promise<number> {
  const files = diskFiles(process.cwd());
  const key = keyPath === undefined ? undefined : await readSheetKey(files, keyPath);
  const scale = given.scale ?? key?.scale ?? USUAL_SCALE;
  const criteria = given.criteria ?? key?.criteria;
  const usesRuns = run.length > 0 || key !== undefined;
  const sheet = await readRatings(files, what, {
    ...(criteria && { criteria }),
    scale,
    ...(!usesRuns && given.stat !== undefined && { stat: given.stat }),
    ignored: given.ignoreColumns,
  });
  if (sheet.unrated > 0) printMessage(`${sheet.unrated} lines have no rating and are left out`);
  const rated: Rated = { ...sheet, scale, epsilon: given.epsilon };
  const report = usesRuns ? await withRuns(rated, run, key, given) : withSheet(rated, given.stat);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : agreeText(report));
  return 0;
}

type Rated = Omit<ReportInput, "judge" | "judgeName">;

function withSheet(rated: Rated, stat: string | undefined): AgreeReport {
  const judge = judgeInSheet(rated.rows, rated.criteria, stat);
  const judgeName = `columns ${stat ?? rated.criteria.map((name) => `llm_${name}`).join(", ")}`;
  return agreeReport({ ...rated, judge, judgeName }, []);
}

type RunOptions = Pick<Options, "suite" | "outputPath" | "stat" | "profile" | "statRange">;

async function withRuns(
  rated: Rated,
  names: readonly string[],
  key: SheetKey | undefined,
  { suite, outputPath = key?.outputPath ?? DEFAULT_OUTPUT_PATH, stat, profile, statRange }: RunOptions,
): Promise<AgreeReport> {
  const { rows, criteria, scale } = rated;
  const named = names.map((name) => runPlace(name, { outputPath, suite }));
  const places = named.length > 0 ? named : runsOfKey(key, outputPath);
  const scores = await Promise.all(
    places.map((place) => runScores(openReadStore(place.outputPath), place, { stat, profile, criteria })),
  );
  const answers = answersOfRows(rows, scores, key);
  const stats = [...new Set(scores.map((one) => one.stat))].join(", ");
  const judgeName = `${stats} (${profile}) of ${scores.length} ${scores.length === 1 ? "run" : "runs"}`;
  const judge = judgeInRuns(answers, criteria, scale, statRange);
  return agreeReport({ ...rated, judge, judgeName }, runMeans(rated, answers, statRange));
}

async function writeSheet(names: readonly string[], given: Options): Promise<number> {
  const { out, n, seed, heldText } = given;
  if (names.length === 0)
    throw new UserError("medhelm agree sheet needs a run: medhelm agree sheet RUN --n 40 -o FILE");
  if (out === undefined) throw new UserError("medhelm agree sheet needs a file to write: -o FILE");
  const keyFile = `${out}.key.json`;
  for (const file of [out, keyFile])
    if (existsSync(file))
      throw new UserError(`-o ${out}: ${file} exists, and clinicians may have filled it in; name another file`);
  const runs = await Promise.all(
    names.map(async (name) => {
      const place = runPlace(name, { outputPath: given.outputPath ?? DEFAULT_OUTPUT_PATH, suite: given.suite });
      const objects = openReadStore(place.outputPath);
      const runFiles = await openRun(objects, place.suite, place.run);
      const { manifest } = runFiles;
      const instances = await finishedInstances(objects, runFiles, place);
      if (manifest?.access !== "public" && !heldText)
        throw new UserError(
          `${place.run}: its text is ${manifest?.access ?? "of unknown access"}, and a sheet copies it into a file; add --held-text if the raters may read it`,
        );
      return { ...place, manifest, model: manifest?.model ?? "", instances };
    }),
  );
  const ranges = runs.map(({ manifest }) => manifest?.mainRange);
  const range = ranges.find((one) => one !== undefined && Number.isInteger(one.min) && one.max - one.min >= 2);
  const { csv, key, answers, masked, tooLong } = await makeSheet({
    runs,
    count: n,
    seed,
    ...(given.criteria === undefined ? {} : { criteria: given.criteria }),
    scale: given.scale ?? range ?? USUAL_SCALE,
  });
  if (answers === 0) throw new UserError(`${names.join(", ")}: no instance has an answer to rate; name another run`);
  await writeFile(out, csv, { flag: "wx", mode: heldText ? 0o600 : 0o644 });
  await writeFile(keyFile, `${JSON.stringify(key, null, 1)}\n`, { flag: "wx", mode: 0o600 });
  const few = answers < n ? `; the runs have no more than ${answers}` : "";
  printMessage(`${answers} answers in ${out}${few}; ${masked} named their model, which reads [model] there`);
  if (tooLong > 0)
    printMessage(`${tooLong} cells are longer than Excel's 32,767 characters; open the sheet with LibreOffice`);
  printMessage(`the answer key is ${keyFile}; keep it from the raters`);
  printMessage(`give each rater a copy; then: medhelm agree COPIES --key ${keyFile}`);
  if (heldText) printMessage(`${out} has text that is not public; it goes to raters who may read it, and nowhere else`);
  return 0;
}
