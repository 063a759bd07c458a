import { canonicalJson } from "../../store/canonical.ts";
import type { AdapterSpec, RunSpec } from "../../helm/run-spec.ts";
import { ownWordingFields } from "../../expanders/format-instructions.ts";
import { parseObjectSpec } from "../../helm/object-spec.ts";
import { createPerturbation } from "../../perturbations/create-perturbation.ts";
import { UserError } from "../../user-error.ts";
import type { RunPlan } from "./expand.ts";
import { OUTPUT_PROCESSING_METRIC } from "../../expanders/process-output.ts";

/**
 * Returns the adapter fields that the entry or its options set. They override HELM's, because the run name may show them. Fields
 * with our own sentences are left out: HELM's run has HELM's sentences for them.
 */
function entryOverrides({ runSpec, benchmark, entry }: RunPlan): Partial<AdapterSpec> {
  const own: Readonly<Record<string, unknown>> = benchmark.adapterSpec;
  const { args } = parseObjectSpec(entry.description);
  const sentences = Object.entries(args).flatMap(([key, value]) => ownWordingFields(key, value));
  return Object.fromEntries(
    Object.entries(runSpec.adapter_spec).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(own[key]) && !sentences.includes(key),
    ),
  );
}

/** Returns the entry's data_augmentation, else HELM's. @throws UserError if HELM's perturbations are not supported */
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

/** Returns HELM's metrics, wrapped in the entry's process_output if HELM's run has none. */
function metricsOf(helm: RunSpec, ours: RunSpec): RunSpec["metric_specs"] {
  const processing = ours.metric_specs.find(({ class_name }) => class_name === OUTPUT_PROCESSING_METRIC);
  if (processing === undefined || helm.metric_specs.some(({ class_name }) => class_name === OUTPUT_PROCESSING_METRIC)) {
    return helm.metric_specs;
  }
  return [{ ...processing, args: { ...processing.args, metric_specs: helm.metric_specs } }];
}

/** Scenario arguments that do not change the prompts: the path of the data, and an argument that HELM lacks. */
const IGNORED_ARGS: ReadonlySet<string> = new Set(["data_path", "instances"]);

/** True if two runs have the same scenario and arguments, regardless of the path of the data. */
export const isSameScenario = (a: RunSpec, b: RunSpec): boolean => scenarioKey(a) === scenarioKey(b);

const scenarioKey = ({ scenario_spec: { class_name, args } }: RunSpec): string =>
  canonicalJson([class_name, Object.fromEntries(Object.entries(args).filter(([name]) => !IGNORED_ARGS.has(name)))]);

/**
 * Changes a plan to the prompts and scoring of a HELM run (--spec-from). Instructions, prefixes, limits, metrics, judge templates and
 * scenario are HELM's. Name, model, deployment and the entry's own settings (max_eval_instances, num_output_tokens, ...) are kept.
 * @throws UserError if the HELM run has another scenario or unsupported perturbations
 */
export function applyHelmSpec(plan: RunPlan, helm: RunSpec): RunPlan {
  const ours = plan.runSpec;
  if (helm.scenario_spec.class_name !== ours.scenario_spec.class_name) {
    throw new UserError(
      `--spec-from: the run ${helm.name} has the scenario ${helm.scenario_spec.class_name}, and ${ours.name} has ${ours.scenario_spec.class_name}; give a run folder of the same benchmark`,
    );
  }
  const entryGroups = (plan.entry.groups ?? []).filter((group) => !helm.groups.includes(group));
  const { annotators: _ours, ...rest } = ours;
  return {
    ...plan,
    runSpec: {
      ...rest,
      // Arguments that HELM lacks describe our instances, e.g. instances=corrected.
      scenario_spec: { ...helm.scenario_spec, args: { ...ours.scenario_spec.args, ...helm.scenario_spec.args } },
      adapter_spec: {
        ...helm.adapter_spec,
        ...entryOverrides(plan),
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
