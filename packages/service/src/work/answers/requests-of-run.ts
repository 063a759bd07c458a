import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import { counted } from "@medhelm/core/text/counted";
import type { OpenDeployment, WorkRequest } from "../ports.ts";
import type { Prepared } from "../prepare.ts";

/** Builds the requests again for each use, which is cheaper than keeping every prompt in memory. */
export function requestStates(request: WorkRequest, prepared: Prepared, candidate: OpenDeployment) {
  return (): Iterable<RequestState> =>
    buildRequestStates(request.plan.runSpec.adapter_spec, prepared, candidate.window);
}

export function countRequests({ plan }: WorkRequest, { evaluation }: Prepared): number {
  const { num_train_trials: trainTrials, num_trials: trials, max_train_instances: shots } = plan.runSpec.adapter_spec;
  return evaluation.length * (shots === 0 ? 1 : trainTrials) * trials;
}

/** Reports before the first request that the run has no limit, because a whole split may take long or cost much. */
export function wholeSplitNotice({ evaluation }: Prepared, requests: number): string {
  const times = requests === evaluation.length ? "" : `, ${requests} requests`;
  return `no --max-eval-instances: all ${counted(evaluation.length, "instance")} of the split${times}`;
}
