import { basename } from "node:path";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { parseJudges, parseJuries } from "@medhelm/core/judge/judges-file";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { parseModelMetadata } from "@medhelm/core/models/prod-env";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { validateSchema } from "@medhelm/core/release/schema/validate-schema";
import { ServiceConf } from "@medhelm/core/service-conf";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { z } from "zod";
import { checkBenchmark, judgeLine } from "./check-benchmark.ts";
import { type Checked, notCheckable } from "./checked.ts";

/** Reads a YAML file, whose keys show its kind. */
export async function checkYaml(path: string, text: string, workingDirectory: string): Promise<Checked> {
  const keys = Object.keys(readYaml(text, path, z.looseObject({})));
  // a file of a known name with a misspelled key is still of that kind
  const named = KEYS_BY_NAME.get(basename(path));
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.includes(name) || name === named);
  if (has("judges")) return { kind: "judges", found: parseJudges(text, path).map(judgeLine) };
  if (has("juries"))
    return {
      kind: "juries",
      found: Object.entries(parseJuries(text, path)).map(
        ([name, judges]) => `${name}: ${judges.map(({ model }) => model).join(", ")}`,
      ),
    };
  if (has("run_groups", "metric_groups")) return checkSchema(path, text);
  if (has("prompt_file", "dataset_file", "metrics")) return checkBenchmark(path, workingDirectory);
  if (has("model_deployments"))
    return {
      kind: "deployments",
      found: parseModelDeployments(text, path, new Map()).map(
        ({ name, modelName, trust, client }) => `${name}: model ${modelName}, ${client.kind}, trust ${trust}`,
      ),
    };
  if (has("models")) return { kind: "models", found: parseModelMetadata(text, path).map(({ name }) => name) };
  if (has("gpuClasses"))
    return { kind: "GPU classes", found: readYaml(text, path, GpuClasses).gpuClasses.map(({ name }) => name) };
  if (has("monthlyBudgetUsd", "quota")) {
    const { organisations, providers, monthlyBudgetUsd } = readYaml(text, path, ServiceConf);
    return {
      kind: "service",
      found: [
        `${organisations.length} organisations, providers ${providers?.join(", ") ?? "all"}, an alarm at $${monthlyBudgetUsd} a month`,
      ],
    };
  }
  throw notCheckable(path);
}

/** The key that a file of this name must have. */
const KEYS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ["model_deployments.yaml", "model_deployments"],
  ["model_metadata.yaml", "models"],
  ["gpu_classes.yaml", "gpuClasses"],
  ["service.yaml", "monthlyBudgetUsd"],
]);

function checkSchema(path: string, text: string): Checked {
  const schema = parseSchema(text, path);
  validateSchema(schema, path, "error", text);
  const { metrics, metric_groups, run_groups } = schema;
  return {
    kind: "schema",
    found: [`${run_groups.length} run groups, ${metric_groups.length} metric groups, ${metrics.length} metrics`],
  };
}
