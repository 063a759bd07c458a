import { join } from "node:path";
import { writeWhole } from "@medhelm/adapters/write-whole";
import type { ObjectStore } from "@medhelm/core/ports";
import { mainMetricOf } from "@medhelm/core/release/schema/benchmark-group";
import { Leaderboard, type LeaderboardRun, type Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { scoreRecords } from "@medhelm/core/release/exports/score-records";
import { tableCsv } from "@medhelm/core/release/exports/table-csv";
import { cellRecords, type ExportRecord, rowRecords } from "@medhelm/core/release/exports/table-records";
import { latexRanksTable, markdownTable } from "@medhelm/core/release/exports/table-text";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { shortFileName } from "@medhelm/core/text/short-file-name";
import { UserError } from "@medhelm/core/user-error";
import { loadScores } from "@medhelm/service/release/runs/load-scores";
import { loadSuite } from "@medhelm/service/release/runs/load-suite";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { makeFolder } from "../places/make-folder.ts";
import { type Columns, writeParquet } from "./write-parquet.ts";

export const TABLE_FORMATS = ["csv", "markdown", "latex", "parquet"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export interface TableExport {
  readonly ports: Pick<ReleasePorts, "objects" | "cards" | "metrics">;
  readonly shown: { readonly kind: "release" | "suite"; readonly name: string };
  readonly formats: readonly TableFormat[];
  /** the folder of the files, which are replaced */
  readonly folder: string;
  readonly notice: (text: string) => void;
  /** Called before the scores of each run are read. */
  readonly onRun?: (done: number, total: number) => void;
}

const TEXTS = {
  csv: { ending: ".csv", write: (table: Table, { profile }: Leaderboard) => tableCsv(table, profile) },
  markdown: { ending: ".md", write: markdownTable },
  latex: { ending: ".tex", write: latexRanksTable },
} as const;

/**
 * Writes the tables of a release or suite: a file for each table in tables/. For Parquet it writes one file each of all rows, cells and scores of
 * instances. A run whose scores are unknown is named, and its numbers in the tables are there.
 * @returns the paths of the files
 * @throws UserError for a release or suite without leaderboard.json
 */
export async function exportTables({ ports, shown, formats, folder, notice, onRun }: TableExport): Promise<string[]> {
  const leaderboard = await readLeaderboardJson(ports.objects, shown);
  makeFolder(folder, "--to");
  const written: string[] = [];
  for (const format of formats) {
    if (format === "parquet") {
      const files: readonly [string, Columns, Iterable<ExportRecord> | AsyncIterable<ExportRecord>][] = [
        ["rows.parquet", ROWS, rowRecords(leaderboard)],
        ["cells.parquet", CELLS, cellRecords(leaderboard)],
        ["scores.parquet", SCORES, allScores(ports, leaderboard, { notice, onRun })],
      ];
      for (const [name, columns, records] of files) {
        await writeParquet(join(folder, name), columns, records);
        written.push(join(folder, name));
      }
      continue;
    }
    makeFolder(join(folder, "tables"), "--to");
    for (const table of leaderboard.tables) {
      const { ending, write } = TEXTS[format];
      const path = join(folder, "tables", shortFileName(table.group.replaceAll("/", "_"), ending));
      await writeWhole(path, write(table, leaderboard));
      written.push(path);
    }
  }
  return written;
}

async function readLeaderboardJson(objects: ObjectStore, { kind, name }: TableExport["shown"]): Promise<Leaderboard> {
  const key =
    kind === "suite"
      ? `${keys.runs(name)}leaderboard.json`
      : (await openRelease(objects, name)).keyOf("leaderboard.json");
  const found = await getJson(objects, key, Leaderboard);
  if (found !== undefined) return found;
  const command = kind === "suite" ? `--suite ${name}` : `--release ${name} --suites SUITE`;
  throw new UserError(`${key}: there is no such file; make it with: medhelm summarize ${command}`);
}

async function* allScores(
  ports: TableExport["ports"],
  leaderboard: Leaderboard,
  { notice, onRun }: Pick<TableExport, "notice"> & { readonly onRun: TableExport["onRun"] },
): AsyncGenerator<ExportRecord> {
  const records = scoreRecords();
  let done = 0;
  for (const [suite, runs] of Map.groupBy(leaderboard.runs, (run) => run.suite)) {
    const withInstances = runs.filter(({ origin }) => origin !== "table");
    if (withInstances.length < runs.length)
      notice(`scores.parquet has no rows of suite ${suite} for its imported table, because a table has no instances`);
    const loaded = await loadedRuns(ports.objects, suite, withInstances, leaderboard, notice);
    for (const run of withInstances) {
      onRun?.(done++, leaderboard.runs.length);
      const found = loaded.get(run.run);
      const scores = found && (await scoresOf(ports, run, found));
      if (scores?.kind === "scores") yield* records(run, scores.scores);
      else
        notice(`scores.parquet has no rows of ${run.run}: ${scores?.reason ?? "the run is not in its suite any more"}`);
    }
  }
}

async function loadedRuns(
  objects: ObjectStore,
  suite: string,
  wanted: readonly LeaderboardRun[],
  { profile }: Leaderboard,
  notice: (text: string) => void,
): Promise<ReadonlyMap<string, LoadedRun>> {
  if (wanted.length === 0) return new Map();
  try {
    const { runs } = await loadSuite(objects, suite, profile);
    return new Map(runs.map((run) => [run.folder, run]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    notice(error.message);
    return new Map();
  }
}

async function scoresOf(ports: TableExport["ports"], run: LeaderboardRun, loaded: LoadedRun) {
  if (run.contentSha256 !== undefined && run.contentSha256 !== loaded.manifest?.contentSha256)
    return { kind: "none", reason: "it was sealed again since; summarise again" } as const;
  const { split } = mainMetricOf([loaded], ports.cards(run.benchmark));
  return loadScores(ports, loaded, { name: run.mainMetric, split }, { withLabels: true });
}

const WHOSE: Columns = {
  table: "STRING",
  model: "STRING",
  model_deployment: "STRING",
  wording: "STRING",
  suites: "STRING",
};

const ROWS: Columns = {
  ...WHOSE,
  mean_win_rate: "DOUBLE",
  win_rate_columns: "INT32",
  win_rate_band_low: "DOUBLE",
  win_rate_band_high: "DOUBLE",
  win_rate_band_undefined_because: "STRING",
  macro_average: "DOUBLE",
  balanced_average: "DOUBLE",
  rank_low: "INT32",
  rank_high: "INT32",
  rank_question: "STRING",
  not_ranked_because: "STRING",
};

const CELLS: Columns = {
  ...WHOSE,
  benchmark: "STRING",
  metric: "STRING",
  value: "DOUBLE",
  low: "DOUBLE",
  high: "DOUBLE",
  interval_undefined_because: "STRING",
  state: "STRING",
  n: "INT32",
  instances: "INT32",
  failed: "INT32",
  verdicts_asked: "INT32",
  verdicts_scored: "INT32",
  judged_itself: "BOOLEAN",
  clinicians_mean: "DOUBLE",
  clinicians_low: "DOUBLE",
  clinicians_high: "DOUBLE",
};

const SCORES: Columns = {
  suite: "STRING",
  run: "STRING",
  benchmark: "STRING",
  model: "STRING",
  model_deployment: "STRING",
  access: "STRING",
  id: "STRING",
  input_sha256: "STRING",
  trial: "INT32",
  repeat: "INT32",
  cluster: "STRING",
  stratum: "STRING",
  gold: "STRING",
  given: "STRING",
  metric: "STRING",
  profile: "STRING",
  is_main: "BOOLEAN",
  score: "DOUBLE",
};
