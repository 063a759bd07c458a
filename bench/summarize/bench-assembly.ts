import { annotationReader } from "@medhelm/core/judge/annotation-reader";
import { shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import type { Assembly } from "@medhelm/core/run/assembly";
import type { ReleasePorts } from "@medhelm/service/release/ports";

/** Returns the assembly that a worker would write for a run of HELM's, if all of its requests were answered. */
export function benchAssembly({ cards, packagedSchema }: ReleasePorts, run: LoadedRun, suite: string): Assembly {
  const { adapter_spec: adapter, groups } = run.runSpec;
  const metric = shownMetricOf(run, parseSchema(packagedSchema, "schema"), cards);
  const { judges } = annotationReader(run.runSpec);
  const instances = adapter.max_eval_instances ?? 0;
  const verdicts = judges.length * instances;
  return {
    formatVersion: 2,
    suite,
    run: run.folder,
    generation: 1,
    runKey: "bench",
    benchmark: groups[0] ?? "",
    model: adapter.model,
    modelDeployment: adapter.model_deployment,
    access: "public",
    category: "",
    subcategory: "",
    mainMetric: metric.name,
    mainSplit: metric.split,
    mainRange: judges.length > 0 ? { min: 1, max: 5 } : { min: 0, max: 1 },
    dataset: { sha256: "bench", sources: [] },
    prompts: "own 1",
    judges: judges.map((name) => ({ name, model: name, modelDeployment: name, standIn: false })),
    candidateIsBaseline: false,
    coverage: {
      instances,
      requests: instances,
      answered: instances,
      failed: 0,
      verdictsAsked: verdicts,
      verdictsScored: verdicts,
    },
    tokenizer: "simple/tokenizer1",
    code: { version: "bench" },
    execution: {
      startedAt: "2026-01-01T00:00:00.000Z",
      finishedAt: "2026-01-01T00:00:00.000Z",
      attempts: 1,
      host: "bench",
    },
  };
}
