import type { RequestState } from "../helm/scenario-state.ts";
import type { Measurement } from "../metrics/metric.ts";
import { isFilterText } from "../text/filter-text.ts";

/** Stats of the request itself, which are known without a reply. */
const OF_REQUEST = new Set([
  "num_references",
  "num_train_trials",
  "num_train_instances",
  "num_prompt_tokens",
  "prompt_truncated",
]);

/**
 * Whether the request failed, so that nobody knows the candidate's reply. A content filter's refusal is an outcome of the candidate, as
 * an empty reply is.
 */
export const isWithoutReply = ({ result }: RequestState): boolean =>
  result?.success === false && !isFilterText(result.error ?? "");

/** Leaves out the values that were computed from the empty text of a failed request. */
export const withoutReply = (measurements: readonly Measurement[]): Measurement[] =>
  measurements.map((one) => (OF_REQUEST.has(one.name) ? one : { ...one, value: undefined }));
