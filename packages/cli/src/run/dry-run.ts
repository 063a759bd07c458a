import { helmJson, writeScenarioState } from "@medhelm/core/helm/write-json";
import { keys } from "@medhelm/core/store/object-keys";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import { loadInstances } from "@medhelm/core/run/requests/load-instances";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { windowOf } from "@medhelm/service/work/models/window-of";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { UserError } from "@medhelm/core/user-error";

/**
 * HELM's --dry-run: writes run_spec.json, scenario.json and scenario_state.json with every request and no result. It asks no server.
 * It truncates a prompt if model_deployments.yaml has the window of the deployment.
 * @returns the number of requests
 */
export async function writeDryRun(
  { objects, data, openSpill }: Pick<WorkerPorts, "objects" | "data" | "openSpill">,
  deployments: readonly Deployment[],
  suite: string,
  plan: RunPlan,
): Promise<number> {
  const { runSpec, benchmark } = plan;
  const file = (name: string): string => keys.runFile(suite, runSpec.name, name);
  for (const key of [keys.manifest(suite, runSpec.name), keys.identity(suite, runSpec.name)])
    if ((await objects.head(key)) !== undefined)
      throw new UserError(
        `${runSpec.name}: suite "${suite}" has results of this run, which a dry run would overwrite; give another name with --suite`,
      );
  const window = windowOf(deployments.find(({ name }) => name === runSpec.adapter_spec.model_deployment) ?? {});
  const spill = openSpill?.();
  try {
    const loaded = await loadInstances(benchmark, data, spill);
    const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
    const instances = await augmentInstances(selected, runSpec, { data, spill });
    let requests = 0;
    const states = function* () {
      for (const state of buildRequestStates(runSpec.adapter_spec, instances, window)) {
        requests++;
        yield state;
      }
    };
    await objects.put(file("run_spec.json"), helmJson(runSpec));
    await objects.put(file("scenario.json"), helmJson(benchmark.scenario));
    await objects.put(
      file("scenario_state.json"),
      writeScenarioState(runSpec.adapter_spec, states(), runSpec.annotators),
    );
    return requests;
  } finally {
    spill?.close();
  }
}
