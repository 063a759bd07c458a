import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import type { DataSource } from "@medhelm/core/run/benchmark";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { loadInstances } from "@medhelm/core/run/requests/load-instances";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { noTokenizerWindow } from "@medhelm/core/run/requests/window";

/** Between this number of requests and twice as many are looked at; a longer run is sampled. */
const SAMPLE = 200;

export interface SampledRequests {
  readonly instances: number;
  readonly requests: number;
  /** requests at equal distances, in the order of the run */
  readonly sample: readonly RequestState[];
}

/** The requests of a run, from its data alone. @throws UserError if the data is not here */
export async function sampleRequests({ runSpec, benchmark }: RunPlan, data: DataSource): Promise<SampledRequests> {
  const loaded = await loadInstances(benchmark, data);
  const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
  const instances = await augmentInstances(selected, runSpec, { data });
  let [requests, stride] = [0, 1];
  let sample: RequestState[] = [];
  for (const state of buildRequestStates(runSpec.adapter_spec, instances, noTokenizerWindow)) {
    if (requests % stride === 0) sample.push(state);
    requests++;
    if (sample.length < 2 * SAMPLE) continue;
    sample = sample.filter((_, i) => i % 2 === 0);
    stride *= 2;
  }
  return { instances: instances.evaluation.length, requests, sample };
}
