import { z } from "zod";
import type { ObjectSpec, RunSpec } from "../../helm/run-spec.ts";
import type { JudgeSpec } from "../../judge/jury-spec.ts";

const NestedSpecs = z.object({
  metric_specs: z.array(z.object({ class_name: z.string(), args: z.record(z.string(), z.unknown()) })),
});

/** The argument annotator_models in HELM's format. */
export type JudgeModels = Readonly<Record<string, { readonly model_name: string; readonly model_deployment: string }>>;

export const modelsOfJudges = (judges: readonly JudgeSpec[]): JudgeModels =>
  Object.fromEntries(
    judges.map(({ name, model, modelDeployment }) => [name, { model_name: model, model_deployment: modelDeployment }]),
  );

/**
 * Replaces the judges of a run: the argument `annotator_models` of every metric and annotator that has one. A run without judges is
 * returned unchanged.
 */
export function withJudges(runSpec: RunSpec, judges: readonly JudgeSpec[]): RunSpec {
  const models = modelsOfJudges(judges);
  const change = (spec: ObjectSpec): ObjectSpec => {
    const nested = NestedSpecs.safeParse(spec.args);
    const args = {
      ...spec.args,
      ...(nested.success ? { metric_specs: nested.data.metric_specs.map(change) } : {}),
      ...("annotator_models" in spec.args ? { annotator_models: models } : {}),
    };
    return { ...spec, args };
  };
  return {
    ...runSpec,
    metric_specs: runSpec.metric_specs.map(change),
    ...(runSpec.annotators === undefined ? {} : { annotators: runSpec.annotators.map(change) }),
  };
}
