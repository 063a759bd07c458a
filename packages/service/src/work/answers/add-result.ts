import type { RequestResult, RequestState } from "@medhelm/core/helm/scenario-state";
import type { Outcome } from "@medhelm/core/run/asking/ask";

/** Adds the result to a request state, in HELM's field order. */
export function addResult(state: RequestState, outcome: Outcome): RequestState {
  const { num_train_instances, prompt_truncated, num_conditioning_tokens, ...before } = state;
  const result = outcome.kind === "answer" ? outcome.result : failedResult(outcome.failure.message);
  return { ...before, result, num_train_instances, prompt_truncated, num_conditioning_tokens };
}

/**
 * Stores a failed request as HELM's executor does if the failure is not fatal: one empty completion
 * (helm/benchmark/executor.py).
 */
function failedResult(error: string): RequestResult {
  return {
    success: false,
    embedding: [],
    completions: [{ text: "", logprob: 0, tokens: [] }],
    cached: false,
    request_time: 0,
    request_datetime: 0,
    error,
    error_flags: { is_fatal: false },
  };
}
