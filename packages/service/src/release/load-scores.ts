import { Instance } from "@medhelm/core/helm/instance";
import { readElements } from "@medhelm/core/helm/read-elements";
import { MetricName, PerInstanceStats } from "@medhelm/core/helm/stats";
import { ofExample } from "@medhelm/core/metrics/metric";
import { benchmarkOf } from "@medhelm/core/release/benchmark-group";
import { accessOf, type ShownMetric } from "@medhelm/core/release/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { Scores } from "@medhelm/core/release/scores";
import type { Profile } from "@medhelm/core/run/profile";
import { inputHash } from "@medhelm/core/scoring/input-hash";
import { rowGroups } from "@medhelm/core/scoring/row-groups";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable, parseJson, putJson, UnreadableObject } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { ReleasePorts } from "./ports.ts";

export type LoadedScores =
  | { readonly kind: "scores"; readonly scores: Scores }
  /** `reason`: a phrase for the notice; `file`: the key of the file that is missing or damaged */
  | { readonly kind: "none"; readonly reason: string; readonly file: string };

export interface LoadScoresOptions {
  /** Whether to store what was read from large files, so that the next release need not read them. Default: true. */
  readonly remembers?: boolean;
}

/**
 * Returns the scores of each instance of a run, under each profile that the run has. They are those of the sealed scores.json. A run of HELM's, an older one, and one
 * whose shown metric is another than its own are read once from per_instance_stats.json and scenario_state.json; the result is remembered outside
 * of the run. The labels of a run that is not public are left out, because they stay in its own folder. Memory grows with the number of instances, not with their texts.
 * @param metric the metric and split that the release shows (shownMetricOf)
 */
export async function loadScores(
  ports: Pick<ReleasePorts, "objects" | "cards">,
  run: LoadedRun,
  metric: ShownMetric,
  { remembers = true }: LoadScoresOptions = {},
): Promise<LoadedScores> {
  const sealed = await sealedScores(ports, run);
  if (sealed?.kind === "none") return sealed;
  const isPublic = accessOf(run, ports.cards) === "public";
  const stored = sealed !== undefined && hasMetric(sealed.scores, metric) ? sealed.scores : undefined;
  const own = stored === undefined || isPublic ? stored : withoutLabels(stored);
  if (own !== undefined && isComplete(own)) return { kind: "scores", scores: own };
  const key = keys.rememberedScores(run.suite, run.folder);
  const source = await sourceOf(ports, run, metric);
  const known = await getIfReadable(ports.objects, key, Remembered);
  if (known?.source === source) return { kind: "scores", scores: known.scores };
  const read = await readAll(ports, run, metric, own);
  // A store that refuses the write costs the next release time and no result.
  if (read.kind === "scores" && remembers)
    await putJson(ports.objects, key, { formatVersion: 1, source, scores: read.scores }).catch(() => undefined);
  return read;
}

function withoutLabels({ labels: _labels, ...scores }: Scores): Scores {
  return { ...scores, rows: scores.rows.map(({ gold: _gold, given: _given, ...row }) => row) };
}

const hasMetric = ({ split, metrics }: Scores, shown: ShownMetric): boolean =>
  split === shown.split && metrics.some(({ name }) => name === shown.name);

/** @param own the sealed scores, whose rows lack what the instances say */
async function readAll(
  ports: Pick<ReleasePorts, "objects" | "cards">,
  run: LoadedRun,
  metric: ShownMetric,
  own: Scores | undefined,
): Promise<LoadedScores> {
  const values = own === undefined ? await fromStats(ports, run, metric) : { kind: "scores" as const, scores: own };
  if (values.kind === "none") return values;
  return { kind: "scores", scores: await withInstances(ports, run, values.scores) };
}

/** work/.scores/<hash>.json. `source`: identifies the files that were read. */
const Remembered = z.object({ formatVersion: z.literal(1), source: z.string(), scores: Scores });

/** Whether the file has the fields that a comparison needs. Those of older runs do not. */
const isComplete = ({ rows }: Scores): boolean => rows.every(({ inputSha256 }) => inputSha256 !== undefined);

const fileKeys = ({ suite, folder, manifest }: LoadedRun) => runFileKeys(suite, folder, manifest);

async function sealedScores(
  { objects }: Pick<ReleasePorts, "objects">,
  run: LoadedRun,
): Promise<LoadedScores | undefined> {
  if (run.scoresSha256 === undefined) return undefined;
  const file = fileKeys(run)("scores.json");
  const none = (reason: string): LoadedScores => ({ kind: "none", reason, file });
  const found = await objects.get(file);
  if (found === undefined) return none("its scores.json is missing");
  if (sha256Hex(found.body) !== run.scoresSha256) return none("its scores.json differs from its manifest");
  try {
    return { kind: "scores", scores: parseJson(found.body, file, Scores) };
  } catch (error) {
    if (error instanceof UnreadableObject) return none("its scores.json has another layout");
    throw error;
  }
}

const STATS: readonly (readonly [Profile, file: string])[] = [
  ["helm", "per_instance_stats.json"],
  ["corrected", "corrected/per_instance_stats.json"],
];
const STATES = "scenario_state.json";

/** A text that changes with the files and with this program's way to read them. */
async function sourceOf(
  { objects, cards }: Pick<ReleasePorts, "objects" | "cards">,
  run: LoadedRun,
  metric: ShownMetric,
): Promise<string> {
  const keyOf = fileKeys(run);
  const files = [...STATS.map(([, file]) => file), STATES];
  const etags = await Promise.all(files.map(async (file) => (await objects.head(keyOf(file)))?.etag ?? null));
  const seal = run.manifestSha256 ?? null;
  return sha256Hex(canonicalJson({ version: 1, etags, seal, metric, groups: groupsOf(run, cards) }));
}

const groupsOf = (run: LoadedRun, cards: ReleasePorts["cards"]) => {
  const { cluster, stratum } = run.manifest ?? cards(benchmarkOf(run, cards)) ?? {};
  return { ...(cluster === undefined ? {} : { cluster }), ...(stratum === undefined ? {} : { stratum }) };
};

type Row = Scores["rows"][number];
const rowKey = (id: string, trial: number): string => `${id}\n${trial}`;

/** HELM may write a value that no JSON number holds, such as Infinity, so only the mean is read. */
const Record = PerInstanceStats.extend({
  stats: z.array(z.object({ name: MetricName, mean: z.number().optional().catch(undefined) })),
});

/** Reads the metric from the stats of all instances, one profile after the other. */
async function fromStats(
  { objects, cards }: Pick<ReleasePorts, "objects" | "cards">,
  run: LoadedRun,
  metric: ShownMetric,
): Promise<LoadedScores> {
  const keyOf = fileKeys(run);
  const rows = new Map<string, Row>();
  const metrics: Scores["metrics"] = [];
  for (const [profile, file] of STATS) {
    const key = keyOf(file);
    if ((await objects.head(key)) === undefined) continue;
    const damage = await addColumn({ chunks: objects.stream(key), label: key, column: metrics.length }, metric, rows);
    if (damage !== undefined) return { kind: "none", reason: `its ${file} ${damage}`, file: key };
    metrics.push({ name: metric.name, profile, main: true });
  }
  if (metrics.length === 0)
    return { kind: "none", reason: "it has no per_instance_stats.json", file: keyOf("per_instance_stats.json") };
  const { model, model_deployment: modelDeployment } = run.runSpec.adapter_spec;
  return {
    kind: "scores",
    scores: {
      formatVersion: 1,
      suite: run.suite,
      run: run.folder,
      benchmark: benchmarkOf(run, cards),
      model,
      modelDeployment,
      split: metric.split,
      metrics,
      rows: [...rows.values()],
    },
  };
}

type Record = z.infer<typeof Record>;

/**
 * Adds the values of one file to the rows. HELM's tables show exact_match in place of a missing quasi_exact_match (findStat).
 * @returns a phrase that names the damage of the file
 */
async function addColumn(
  { chunks, label, column }: { chunks: AsyncIterable<Uint8Array>; label: string; column: number },
  { name, split }: ShownMetric,
  rows: Map<string, Row>,
): Promise<string | undefined> {
  const names = name === "quasi_exact_match" ? [name, "exact_match"] : [name];
  const found = new Map(names.map((one) => [one, new Map<Row, number>()]));
  const rowOf = ({ instance_id: id, train_trial_index: trial }: Record): Row => {
    const row = rows.get(rowKey(id, trial)) ?? { id, trial, values: Array<null>(column).fill(null) };
    rows.set(rowKey(id, trial), row);
    return row;
  };
  try {
    for await (const element of readElements(chunks, undefined, { label })) {
      const record = Record.safeParse(element).data;
      if (record === undefined) return "has another layout";
      const means = meansOn(split, record);
      if (means.size === 0) continue;
      const row = rowOf(record);
      for (const [one, values] of found) {
        const value = means.get(one) ?? means.get(ofExample(one));
        if (value !== undefined) values.set(row, value);
      }
    }
  } catch (error) {
    if (error instanceof UserError) return "is damaged";
    throw error;
  }
  const shown = [...found.values()].find((values) => values.size > 0);
  for (const row of rows.values()) row.values[column] = shown?.get(row) ?? null;
  return undefined;
}

/** The means of an unperturbed instance by metric. Empty: the record is of another split or perturbed. */
const meansOn = (split: string, { perturbation, stats }: Record): Map<string, number | undefined> =>
  new Map(
    stats.flatMap(({ name, mean }) =>
      perturbation === undefined && name.perturbation === undefined && name.split === split
        ? [[name.name, mean] as const]
        : [],
    ),
  );

const State = z.object({ instance: Instance, train_trial_index: z.int() });

/** Adds to the rows what the instances say: the hash of the input, cluster and stratum. A run without a readable scenario_state.json keeps its rows. */
async function withInstances(
  { objects, cards }: Pick<ReleasePorts, "objects" | "cards">,
  run: LoadedRun,
  scores: Scores,
): Promise<Scores> {
  const key = fileKeys(run)(STATES);
  if ((await objects.head(key)) === undefined) return scores;
  const groups = groupsOf(run, cards);
  const { args } = run.runSpec.scenario_spec;
  const facts = new Map<string, Pick<Row, "cluster" | "stratum" | "inputSha256">>();
  const add = ({ instance, train_trial_index: trial }: z.infer<typeof State>) => {
    const of = rowKey(instance.id ?? "", trial);
    if (instance.perturbation === undefined && !facts.has(of))
      facts.set(of, { ...rowGroups(instance, groups, args), inputSha256: inputHash(instance) });
  };
  try {
    for await (const element of readElements(objects.stream(key), "request_states", { label: key })) {
      const state = State.safeParse(element).data;
      if (state !== undefined) add(state);
    }
  } catch (error) {
    if (error instanceof UserError) return scores;
    throw error;
  }
  return { ...scores, rows: scores.rows.map((row) => ({ ...facts.get(rowKey(row.id, row.trial)), ...row })) };
}
