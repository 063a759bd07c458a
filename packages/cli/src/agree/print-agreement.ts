import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Scale } from "@medhelm/core/agreement/rating";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import type { Profile } from "@medhelm/core/run/profile";
import { diskFiles } from "../places/disk-files.ts";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import { DEFAULT_OUTPUT_PATH } from "../terminal/common-options.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { printMessage } from "../terminal/print-message.ts";
import { type AgreeReport, agreeReport, type ReportInput, runMeans } from "./agree-report.ts";
import { agreeText } from "./agree-text.ts";
import { answersOfRows, judgeInRuns, judgeInSheet } from "./judge-of-items.ts";
import { readRatings } from "./read-ratings.ts";
import { runScores } from "./run-scores.ts";
import { readSheetKey, runsOfKey, type SheetKey } from "./sheet-key.ts";
import { USUAL_SCALE } from "./sheet-runs.ts";
import { jsonLine } from "../terminal/json-line.ts";

interface RunOptions {
  readonly suite?: string | undefined;
  readonly outputPath?: string | undefined;
  readonly stat?: string | undefined;
  readonly profile: Profile;
  readonly statRange?: MainRange | undefined;
}

/** The options of `medhelm agree` that concern the comparison. */
export interface CompareOptions extends RunOptions {
  readonly run: readonly string[];
  readonly key?: string | undefined;
  readonly criteria?: readonly string[] | undefined;
  readonly scale?: Scale | undefined;
  readonly ignoreColumns: readonly string[];
  readonly epsilon: number;
  readonly json: boolean;
}

/** Prints how far the judge agrees with the ratings in these files. @returns the exit code */
export async function printAgreement(files: readonly string[], options: CompareOptions): Promise<number> {
  process.stdout.write(await agreementText(files, options));
  return 0;
}

/** The report, as JSON or for people. @throws UserError for files or runs that cannot be compared */
export async function agreementText(
  paths: readonly string[],
  { run, key: keyPath, json, ...given }: CompareOptions,
): Promise<string> {
  const files = diskFiles(process.cwd());
  const key = keyPath === undefined ? undefined : await readSheetKey(files, keyPath);
  const scale = given.scale ?? key?.scale ?? USUAL_SCALE;
  const criteria = given.criteria ?? key?.criteria;
  const usesRuns = run.length > 0 || key !== undefined;
  const sheet = await readRatings(files, paths, {
    ...(criteria && { criteria }),
    scale,
    ...(!usesRuns && given.stat !== undefined && { stat: given.stat }),
    ignored: given.ignoreColumns,
  });
  if (sheet.unrated > 0) printMessage(`${sheet.unrated} lines have no rating and are left out`);
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const onGroup = (done: number, total: number): void => line.count("agreement", done, total);
  const rated: Rated = { ...sheet, scale, epsilon: given.epsilon, onGroup };
  const compare = async (): Promise<AgreeReport> =>
    usesRuns ? withRuns(rated, run, key, given) : withSheet(rated, given.stat);
  const report = await compare().finally(line.clear);
  return json ? jsonLine(report) : agreeText(report);
}

type Rated = Omit<ReportInput, "judge" | "judgeName">;

function withSheet(rated: Rated, stat: string | undefined): AgreeReport {
  const judge = judgeInSheet(rated.rows, rated.criteria, stat);
  const judgeName = `columns ${stat ?? rated.criteria.map((name) => `llm_${name}`).join(", ")}`;
  return agreeReport({ ...rated, judge, judgeName }, []);
}

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
  const judgeName = `${stats} (${profile}) of ${counted(scores.length, "run")}`;
  const judge = judgeInRuns(answers, criteria, scale, statRange);
  return agreeReport({ ...rated, judge, judgeName }, runMeans(rated, answers, statRange));
}
