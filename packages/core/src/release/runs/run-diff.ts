import type { RunSpec } from "../../helm/run-spec.ts";
import { canonicalJson } from "../../store/canonical.ts";
import type { Manifest } from "./manifest.ts";
import type { Scores } from "./scores.ts";
import { mean } from "../../statistics/mean.ts";

/** A sealed run with its scores; absent scores: the file is missing. */
export interface DiffedRun {
  readonly manifest: Manifest;
  readonly scores?: Scores | undefined;
}

/** A sealed run, or one of HELM's, whose folder has no manifest. */
export interface ComparedRun extends Partial<DiffedRun> {
  /** what HELM's files say instead of a manifest */
  readonly helm?: { readonly benchmark: string; readonly mainMetric: string };
  readonly runSpec?: RunSpec;
  /** the hashes of each row's prompt and reply, by `rowKey` */
  readonly texts?: ReadonlyMap<string, { readonly prompt: string; readonly reply: string }>;
}

export interface RunDiff {
  /** the fields of the runs that explain other scores */
  readonly reasons: readonly { readonly what: string; readonly before: unknown; readonly after: unknown }[];
  /** the fields that a folder of HELM lacks, so that they are not compared; absent for two sealed runs */
  readonly unknown?: readonly string[];
  /** common instances with another prompt, and with another reply; absent for two sealed runs, and if a run lacks scenario_state.json */
  readonly texts?: { readonly otherPrompt: number; readonly otherReply: number };
  /** instances by id, and by the hash of their input where both runs have it */
  readonly instances: {
    readonly common: number;
    readonly otherInput: number;
    readonly onlyBefore: number;
    readonly onlyAfter: number;
  };
  readonly metrics: readonly MetricDiff[];
}

export interface MetricDiff {
  readonly name: string;
  readonly profile: "helm" | "corrected";
  /** null: no instance has a score */
  readonly before: number | null;
  readonly after: number | null;
  /** common instances with another score: larger or smaller */
  readonly larger: number;
  readonly smaller: number;
}

/** Compares two runs: the scores that moved, and what differs in instances, prompts, judges, metrics and models. */
export function diffRuns(before: ComparedRun, after: ComparedRun): RunDiff {
  const [a, b] = [rowsOf(before), rowsOf(after)];
  const common = [...a.keys()].filter((key) => b.has(key));
  const isOther = (key: string): boolean => {
    const hashes = [a.get(key)?.inputSha256, b.get(key)?.inputSha256];
    return !hashes.includes(undefined) && hashes[0] !== hashes[1];
  };
  const same = common.filter((key) => !isOther(key));
  return {
    ...causesOf(before, after),
    ...textsOf(same, before, after),
    instances: {
      common: same.length,
      otherInput: common.length - same.length,
      onlyBefore: a.size - common.length,
      onlyAfter: b.size - common.length,
    },
    metrics: (after.scores?.metrics ?? []).flatMap(({ name, profile }, j) => {
      const i = before.scores?.metrics.findIndex((one) => one.name === name && one.profile === profile) ?? -1;
      if (i < 0) return [];
      const moves = same.flatMap((key) => {
        const [from, to] = [a.get(key)?.values[i] ?? null, b.get(key)?.values[j] ?? null];
        return from === null || to === null ? [] : [to - from];
      });
      return [
        {
          name,
          profile,
          before: meanOf([...a.values()].map(({ values }) => values[i] ?? null)),
          after: meanOf([...b.values()].map(({ values }) => values[j] ?? null)),
          larger: moves.filter((move) => move > 0).length,
          smaller: moves.filter((move) => move < 0).length,
        },
      ];
    }),
  };
}

type Row = Scores["rows"][number];

/** Names a row of scores.json. */
export const rowKey = ({ id, trial, repeat = 0 }: Pick<Row, "id" | "trial" | "repeat">): string =>
  JSON.stringify([id, trial, repeat]);

const rowsOf = ({ scores }: ComparedRun): ReadonlyMap<string, Row> =>
  new Map((scores?.rows ?? []).map((row) => [rowKey(row), row]));

function textsOf(same: readonly string[], before: ComparedRun, after: ComparedRun): Pick<RunDiff, "texts"> {
  const [a, b] = [before.texts, after.texts];
  if (a === undefined || b === undefined) return {};
  const others = (what: "prompt" | "reply"): number =>
    same.filter((key) => a.get(key)?.[what] !== b.get(key)?.[what]).length;
  return { texts: { otherPrompt: others("prompt"), otherReply: others("reply") } };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function causesOf(before: ComparedRun, after: ComparedRun): Pick<RunDiff, "reasons" | "unknown"> {
  const [a, b] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  const known = names.filter((name) => name in a && name in b);
  const reasons = known.flatMap((what) => difference(what, a[what], b[what]));
  if (before.manifest !== undefined && after.manifest !== undefined) return { reasons };
  return {
    reasons: [...reasons, ...differences("run spec", comparedSpec(before), comparedSpec(after))],
    unknown:
      before.manifest === undefined && after.manifest === undefined
        ? HELM_LACKS
        : names.filter((name) => !known.includes(name)),
  };
}

function difference(what: string, from: unknown = null, to: unknown = null): RunDiff["reasons"] {
  return canonicalJson(from) === canonicalJson(to) ? [] : [{ what, before: from, after: to }];
}

/** The values that differ at any depth, each with its path. */
function differences(what: string, before: unknown, after: unknown): RunDiff["reasons"] {
  if (!isObject(before) || !isObject(after)) return difference(what, before, after);
  const [a, b] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const path = what === "run spec" ? `${what}: ` : `${what}.`;
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) =>
    differences(`${path}${name}`, a.get(name), b.get(name)),
  );
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Without the name and the model, which the deployment says. */
function comparedSpec({ runSpec }: ComparedRun): unknown {
  if (runSpec === undefined) return undefined;
  const { name: _name, adapter_spec: spec, ...others } = runSpec;
  const { model: _model, model_deployment: _deployment, ...adapter } = spec;
  return { adapter_spec: adapter, ...others };
}

/** The folder of the derived files, whose name is a hash of the rules and of the version that scored the answers. */
export const METRIC_VERSION = "metric version";

function factsOf({ manifest, helm, runSpec, scores }: ComparedRun): Readonly<Record<string, unknown>> {
  if (manifest !== undefined) return factsOfManifest(manifest);
  return {
    benchmark: helm?.benchmark,
    "main metric": helm?.mainMetric,
    instances: scores?.rows.length,
    deployment: runSpec?.adapter_spec.model_deployment,
  };
}

/** The facts of a manifest that no file of HELM holds. */
const HELM_LACKS = [
  "data",
  "protocol",
  "models that answered",
  "judges' prompts",
  "failed requests",
  "missing verdicts",
  "code version",
  METRIC_VERSION,
];

function factsOfManifest(run: Manifest): Readonly<Record<string, unknown>> {
  return {
    benchmark: run.benchmark,
    "main metric": run.mainMetric,
    data: run.dataset.sources.map(({ sha256 }) => sha256),
    instances: run.coverage.instances,
    prompts: run.prompts,
    protocol: run.protocol,
    deployment: run.modelDeployment,
    "models that answered": run.models,
    judges: run.judges.map(({ name, answeredBy }) => answeredBy ?? name),
    "judges' prompts": run.judgePrompts,
    "failed requests": run.coverage.failed,
    "missing verdicts": run.coverage.verdictsAsked - run.coverage.verdictsScored,
    "code version": run.code.version,
    [METRIC_VERSION]: run.derived,
  };
}
