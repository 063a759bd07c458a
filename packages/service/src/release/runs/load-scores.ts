import { benchmarkOf } from "@medhelm/core/release/schema/benchmark-group";
import { accessOf, type ShownMetric } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { parseScores } from "@medhelm/core/release/runs/parse-scores";
import type { Scores } from "@medhelm/core/release/runs/scores";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, UnreadableObject } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ReleasePorts } from "../ports.ts";
import { type LoadedScores, readValues, RememberedScores, type ValuesJob } from "./read-run.ts";
import { rowLabels } from "./row-labels.ts";
import { STATES, type StatesReader, STATS } from "./read-values.ts";

type Ports = Pick<ReleasePorts, "objects" | "cards" | "metrics">;

export interface LoadScoresOptions {
  /** Whether to store what was read from large files, so that the next release need not read them. Default: true. */
  readonly remembers?: boolean;
  /** Whether closed answers get their labels, which costs about a millisecond an answer. Default: false. */
  readonly withLabels?: boolean;
  /** Receives the requests, if the run's scenario_state.json is read. */
  readonly states?: StatesReader;
}

/**
 * Returns the scores of each instance of a run, under each profile that the run has. They are those of the sealed scores.json. A run of HELM's, an
 * older one, and one whose shown metric is not its own are read once from per_instance_stats.json and scenario_state.json. The result is remembered
 * outside of the run. The labels of a run that is not public are left out, because they stay in its own folder. Memory grows with the number of
 * instances, not with their texts.
 * @param metric the metric and split that the release shows (shownMetricOf)
 */
export async function loadScores(
  ports: Ports,
  run: LoadedRun,
  metric: ShownMetric,
  { remembers = true, withLabels = false, states }: LoadScoresOptions = {},
): Promise<LoadedScores> {
  const sealed = await sealedScores(ports, run);
  if (sealed?.kind === "none") return sealed;
  const own = sealed && ownScores(ports, run, metric, sealed.scores);
  if (own !== undefined && isComplete(own)) return { kind: "scores", scores: own };
  const { source, ...job } = await valuesJob(ports, run, metric, withLabels);
  const known = await rememberedScores(ports, run, source);
  if (known !== undefined && isWhole(known, job)) return { kind: "scores", scores: known.scores };
  const read = own ?? known?.scores; // then only the requests are read, for what the file does not have
  const values = { ...job, ...(read && { own: read }), ...(remembers && { source }) };
  return (await readValues(ports.objects, run, values, states)).loaded;
}

/** The scores of the sealed file, if it has the metric. Labels of a run that is not public stay in its own folder. */
function ownScores(ports: Ports, run: LoadedRun, metric: ShownMetric, scores: Scores): Scores | undefined {
  if (!hasMetric(scores, metric)) return undefined;
  return accessOf(run, ports.cards) === "public" ? scores : withoutLabels(scores);
}

const isWhole = ({ hasLabels }: RememberedScores, { labels }: Pick<ValuesJob, "labels">): boolean =>
  hasLabels === true || labels === undefined;

async function rememberedScores({ objects }: Ports, { suite, folder }: LoadedRun, source: string) {
  const known = await getIfReadable(objects, keys.rememberedScores(suite, folder), RememberedScores);
  return known?.source === source ? known : undefined;
}

function withoutLabels({ labels: _labels, ...scores }: Scores): Scores {
  return { ...scores, rows: scores.rows.map(({ gold: _gold, given: _given, ...row }) => row) };
}

const hasMetric = ({ split, metrics }: Scores, shown: ShownMetric): boolean =>
  split === shown.split && metrics.some(({ name }) => name === shown.name);

/** Whether the file has the fields that a comparison needs. Those of older runs do not. */
const isComplete = ({ rows }: Scores): boolean => rows.every(({ inputSha256 }) => inputSha256 !== undefined);

async function sealedScores(
  { objects }: Pick<ReleasePorts, "objects">,
  run: LoadedRun,
): Promise<LoadedScores | undefined> {
  if (run.scoresSha256 === undefined) return undefined;
  const file = runFileKeys(run.suite, run.folder, run.manifest)("scores.json");
  const none = (reason: string): LoadedScores => ({ kind: "none", reason, file });
  const found = await objects.get(file);
  if (found === undefined) return none("its scores.json is missing");
  if (sha256Hex(found.body) !== run.scoresSha256) return none("its scores.json differs from its manifest");
  try {
    return { kind: "scores", scores: parseScores(found.body, file) };
  } catch (error) {
    if (error instanceof UnreadableObject) return none("its scores.json has another layout");
    throw error;
  }
}

/** Raise it when other values are read from the same files. */
const READING = 2;

/** Names the values to read in a run's large files. The source changes with the files and with this program's way to read them. */
export async function valuesJob(
  { objects, cards, metrics }: Ports,
  run: LoadedRun,
  metric: ShownMetric,
  withLabels = false,
): Promise<ValuesJob & { readonly source: string }> {
  const keyOf = runFileKeys(run.suite, run.folder, run.manifest);
  const files = [...Object.values(STATS), STATES];
  const etags = await Promise.all(files.map(async (file) => (await objects.head(keyOf(file)))?.etag ?? null));
  const seal = run.manifestSha256 ?? null;
  const { cluster, stratum } = run.manifest ?? cards(benchmarkOf(run, cards)) ?? {};
  const groups = { ...(cluster === undefined ? {} : { cluster }), ...(stratum === undefined ? {} : { stratum }) };
  const labels =
    !withLabels || metrics === undefined || accessOf(run, cards) !== "public"
      ? {}
      : { labels: () => rowLabels(run, metrics) };
  const source = sha256Hex(canonicalJson({ version: READING, etags, seal, metric, groups }));
  return { metric, groups, benchmark: benchmarkOf(run, cards), ...labels, source };
}
