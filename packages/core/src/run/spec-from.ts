import { canonicalJson } from "../store/canonical.ts";
import type { AdapterSpec, RunSpec } from "../helm/run-spec.ts";
import { ownSentences } from "../expanders/format-instructions.ts";
import { parseObjectSpec } from "../helm/object-spec.ts";
import { createPerturbation } from "../perturbations/create-perturbation.ts";
import { UserError } from "../user-error.ts";
import type { RunPlan } from "./expand.ts";
import { OUTPUT_PROCESSING_METRIC } from "../expanders/process-output.ts";

/**
 * What our entry or its options changed of the benchmark's own adapter: the run name may say so, so it stays; but for sentences of
 * ours, where HELM's run holds HELM's.
 */
function changedHere({ runSpec, benchmark, entry }: RunPlan): Partial<AdapterSpec> {
  const own: Readonly<Record<string, unknown>> = benchmark.adapterSpec;
  const { args } = parseObjectSpec(entry.description);
  const sentences = Object.entries(args).flatMap(([key, value]) => ownSentences(key, value));
  return Object.fromEntries(
    Object.entries(runSpec.adapter_spec).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(own[key]) && !sentences.includes(key),
    ),
  );
}

/** Our entry's data_augmentation, else HELM's, whose perturbations must be here. */
function augmentationOf(helm: RunSpec, ours: RunSpec): RunSpec["data_augmenter_spec"] {
  if (ours.data_augmenter_spec.perturbation_specs.length > 0) return ours.data_augmenter_spec;
  try {
    helm.data_augmenter_spec.perturbation_specs.forEach(createPerturbation);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`--spec-from: the run ${helm.name}: ${error.message}`, { cause: error });
  }
  return helm.data_augmenter_spec;
}

/** HELM's metrics, inside our entry's process_output where it has one and HELM's had none. */
function metricsOf(helm: RunSpec, ours: RunSpec): RunSpec["metric_specs"] {
  const processing = ours.metric_specs.find(({ class_name }) => class_name === OUTPUT_PROCESSING_METRIC);
  if (processing === undefined || helm.metric_specs.some(({ class_name }) => class_name === OUTPUT_PROCESSING_METRIC)) {
    return helm.metric_specs;
  }
  return [{ ...processing, args: { ...processing.args, metric_specs: helm.metric_specs } }];
}

/** Arguments that say where the data lies, or that HELM has not: prompts do not depend on them. */
const ELSEWHERE: ReadonlySet<string> = new Set(["data_path", "instances"]);

/** Whether two runs ask the same of the same scenario, wherever each found its data. */
export const isSameScenario = (a: RunSpec, b: RunSpec): boolean => asked(a) === asked(b);

const asked = ({ scenario_spec: { class_name, args } }: RunSpec): string =>
  canonicalJson([class_name, Object.fromEntries(Object.entries(args).filter(([name]) => !ELSEWHERE.has(name)))]);

/**
 * The plan asked and scored as a HELM run was: its instructions, prefixes, limits, metrics, judge templates and scenario,
 * with our name, model and deployment, and with whatever our entry sets itself (max_eval_instances, num_output_tokens, ...).
 * Throws UserError for the run of another scenario and for one with perturbations that are not supported.
 */
export function applySpecFrom(plan: RunPlan, helm: RunSpec): RunPlan {
  const ours = plan.runSpec;
  if (helm.scenario_spec.class_name !== ours.scenario_spec.class_name) {
    throw new UserError(
      `--spec-from: the run ${helm.name} is of ${helm.scenario_spec.class_name}, not of ${ours.scenario_spec.class_name} as ${ours.name} is; name a run folder of the same benchmark`,
    );
  }
  const entryGroups = (plan.entry.groups ?? []).filter((group) => !helm.groups.includes(group));
  const { annotators: _ours, ...rest } = ours;
  return {
    ...plan,
    runSpec: {
      ...rest,
      // what HELM's lacks says what our instances are, e.g. instances=corrected
      scenario_spec: { ...helm.scenario_spec, args: { ...ours.scenario_spec.args, ...helm.scenario_spec.args } },
      adapter_spec: {
        ...helm.adapter_spec,
        ...changedHere(plan),
        model: ours.adapter_spec.model,
        model_deployment: ours.adapter_spec.model_deployment,
      },
      metric_specs: metricsOf(helm, ours),
      data_augmenter_spec: augmentationOf(helm, ours),
      groups: [...helm.groups, ...entryGroups],
      ...(helm.annotators === undefined ? {} : { annotators: helm.annotators }),
    },
  };
}
