import { canonicalJson } from "../store/canonical.ts";
import type { Manifest } from "./manifest.ts";
import type { Scores } from "./scores.ts";
import { mean } from "../statistics/mean.ts";

/** A sealed run with its scores; absent scores: the file is missing. */
export interface DiffedRun {
  readonly manifest: Manifest;
  readonly scores?: Scores | undefined;
}

export interface RunDiff {
  /** the fields of the runs that explain other scores */
  readonly reasons: readonly { readonly what: string; readonly before: unknown; readonly after: unknown }[];
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
export function diffRuns(before: DiffedRun, after: DiffedRun): RunDiff {
  const [a, b] = [rowsOf(before), rowsOf(after)];
  const common = [...a.keys()].filter((key) => b.has(key));
  const isOther = (key: string): boolean => {
    const hashes = [a.get(key)?.inputSha256, b.get(key)?.inputSha256];
    return !hashes.includes(undefined) && hashes[0] !== hashes[1];
  };
  const same = common.filter((key) => !isOther(key));
  return {
    reasons: reasonsOf(before.manifest, after.manifest),
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

const rowsOf = ({ scores }: DiffedRun): ReadonlyMap<string, Row> =>
  new Map((scores?.rows ?? []).map((row) => [JSON.stringify([row.id, row.trial, row.repeat ?? 0]), row]));

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

function reasonsOf(before: Manifest, after: Manifest): RunDiff["reasons"] {
  const [a, b] = [factsOf(before), factsOf(after)];
  return Object.entries(a).flatMap(([what, value]) => {
    const other = b[what];
    const [from, to] = [value ?? null, other ?? null];
    return canonicalJson(from) === canonicalJson(to) ? [] : [{ what, before: from, after: to }];
  });
}

function factsOf(run: Manifest): Readonly<Record<string, unknown>> {
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
    "code of the metrics": run.derived,
  };
}
