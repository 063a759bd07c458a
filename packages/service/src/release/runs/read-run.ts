import { AnnotatedVerdicts } from "@medhelm/core/judge/annotation-tally";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ShownMetric } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { ListedMetric } from "@medhelm/core/release/pages/list-row";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { Scores } from "@medhelm/core/release/runs/scores";
import type { RowGroups } from "@medhelm/core/scoring/row-groups";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { type PagesPlace, rememberPages } from "./remembered-pages.ts";
import {
  readStates,
  readStats,
  type StatesReader,
  STATS,
  type ValueCounts,
  type ValueReader,
  valueReader,
} from "./read-values.ts";
import type { ReadLabels } from "./row-labels.ts";
import { generatePages } from "./run-text.ts";

export type LoadedScores =
  | { readonly kind: "scores"; readonly scores: Scores }
  /** `reason`: a phrase for the notice; `file`: the key of the file that is missing or damaged */
  | { readonly kind: "none"; readonly reason: string; readonly file: string };

/** A run whose large files are read. */
export interface RunJob {
  readonly run: LoadedRun;
  /** absent: only the pages are wanted */
  readonly values?: ValuesJob;
  /** the place of the pages to make, and the metric of their list; absent: none */
  readonly pages?: PagesPlace & { readonly metric: ListedMetric };
}

export interface ValuesJob {
  readonly metric: ShownMetric;
  readonly groups: RowGroups;
  readonly benchmark: string;
  /** the scores of an older scores.json, or those remembered without labels, which lack what the instances say */
  readonly own?: Scores;
  /** loads the reader of closed answers; absent: the rows have no labels, e.g. because the run is not public */
  readonly labels?: () => Promise<ReadLabels | undefined>;
  /** identifies the files, so that what was read need not be read again; absent: nothing is stored */
  readonly source?: string;
}

export interface ReadRun {
  readonly values?: RunValues;
  /** names the file because of which the run has no pages */
  readonly withoutPages?: string;
}

/** A run that was read, without the scores of its instances, which are remembered. */
export interface ReadCounts extends Pick<ReadRun, "withoutPages"> {
  readonly counts?: RunCounts;
}

export interface RunValues {
  readonly loaded: LoadedScores;
  readonly counts: RunCounts;
}

/** The counts that HELM's own files lack. */
export interface RunCounts {
  readonly values: ValueCounts;
  readonly verdicts?: AnnotatedVerdicts;
}

/** work/.scores/<hash>.json. `source`: identifies the files that were read. */
export const RememberedScores = z.object({
  formatVersion: z.literal(1),
  source: z.string(),
  /** whether the labels of closed answers were read, too */
  hasLabels: z.literal(true).exactOptional(),
  scores: Scores,
});
export type RememberedScores = z.infer<typeof RememberedScores>;

/** work/.scores/<hash>-counts.json */
export const RememberedCounts = z.object({
  formatVersion: z.literal(1),
  source: z.string(),
  counts: z.object({ helm: z.int().exactOptional(), corrected: z.int().exactOptional() }),
  verdicts: AnnotatedVerdicts.exactOptional(),
});

/**
 * Makes the pages of a run that has none, and reads its values. It reads the large files once. Memory grows with the number of instances, and with the size of
 * one page.
 */
export async function readRun(objects: ObjectStore, { run, values, pages }: RunJob): Promise<ReadRun> {
  const reader = values && (await readerOf(run, values));
  const made = pages === undefined ? undefined : await makePages(objects, run, pages, reader);
  const withoutPages = typeof made === "string" ? { withoutPages: made } : {};
  if (values === undefined || reader === undefined) return withoutPages;
  if (made !== true) return { values: await readValues(objects, run, values), ...withoutPages };
  return { values: await remember(objects, run, values, valuesOf(run, values, reader, true)) };
}

/** As `readRun`, for a thread that would copy the scores to another one. */
export async function readCounts(objects: ObjectStore, job: RunJob): Promise<ReadCounts> {
  const { values, ...text } = await readRun(objects, job);
  return values === undefined ? text : { ...text, counts: values.counts };
}

/** Returns true, since the reader has read the files to their end, or the damage because of which there are no pages. */
async function makePages(
  objects: ObjectStore,
  run: LoadedRun,
  pages: NonNullable<RunJob["pages"]>,
  reader: ValueReader | undefined,
): Promise<true | string> {
  try {
    const files = await generatePages(objects, run, pages, reader);
    await rememberPages(objects, run, pages, files);
    return true;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Reads the values without making pages. */
export async function readValues(
  objects: ObjectStore,
  run: LoadedRun,
  job: ValuesJob,
  states?: StatesReader,
): Promise<RunValues> {
  const reader = await readerOf(run, job);
  const keyOf = keysOf(run);
  if (job.own === undefined) await readStats(objects, keyOf, reader);
  const isWanted = valuesOf(run, job, reader, false).loaded.kind === "scores" || mayHaveVerdicts(run);
  const hasInstances = isWanted && (await readStates(objects, keyOf, reader, states));
  return remember(objects, run, job, valuesOf(run, job, reader, hasInstances));
}

/** Whether the verdicts of the run's judges are only in its scenario_state.json. */
export const mayHaveVerdicts = ({ manifest, runSpec }: LoadedRun): boolean =>
  manifest === undefined && (runSpec.annotators ?? []).length > 0;

const keysOf = ({ suite, folder, manifest }: LoadedRun) => runFileKeys(suite, folder, manifest);
const readerOf = async (run: LoadedRun, { labels, ...job }: ValuesJob): Promise<ValueReader> =>
  valueReader(run, job, await labels?.());

function valuesOf(
  run: LoadedRun,
  { metric, benchmark, own }: ValuesJob,
  reader: ValueReader,
  hasInstances: boolean,
): RunValues {
  const { counts: values, damage, profiles, rows } = reader.values();
  const verdicts = hasInstances && mayHaveVerdicts(run) ? reader.verdicts() : undefined;
  const counts: RunCounts = { values, ...(verdicts === undefined ? {} : { verdicts }) };
  const none = (file: string, reason: string): RunValues => ({
    counts,
    loaded: { kind: "none", reason, file: keysOf(run)(file) },
  });
  if (own === undefined && damage !== undefined) return none(damage.file, `its ${damage.file} ${damage.how}`);
  if (own === undefined && profiles.length === 0) return none(STATS.helm, `it has no ${STATS.helm}`);
  const { model, model_deployment: modelDeployment } = run.runSpec.adapter_spec;
  const scores: Scores = own ?? {
    formatVersion: 1,
    suite: run.suite,
    run: run.folder,
    benchmark,
    model,
    modelDeployment,
    split: metric.split,
    metrics: profiles.map((profile) => ({ name: metric.name, profile, main: true })),
    rows: [...rows],
  };
  return { counts, loaded: { kind: "scores", scores: hasInstances ? reader.withFacts(scores) : scores } };
}

/** Stores the values outside of the run. A store that refuses the write costs the next release time and no result. */
async function remember(
  objects: ObjectStore,
  { suite, folder }: LoadedRun,
  { source, labels, own }: ValuesJob,
  values: RunValues,
): Promise<RunValues> {
  if (source === undefined) return values;
  const { loaded, counts } = values;
  const store = (key: string, value: object) =>
    putJson(objects, key, { formatVersion: 1, source, ...value }).catch(() => undefined);
  if (loaded.kind === "scores")
    await store(keys.rememberedScores(suite, folder), {
      ...(labels === undefined ? {} : { hasLabels: true }),
      scores: loaded.scores,
    });
  if (own !== undefined) return values; // the stats were not read, so that nothing was counted
  const { values: stored, verdicts } = counts;
  await store(keys.rememberedCounts(suite, folder), {
    counts: stored,
    ...(verdicts === undefined ? {} : { verdicts }),
  });
  return values;
}
