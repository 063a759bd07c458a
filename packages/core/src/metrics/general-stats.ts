import type { Completion, RequestState } from "../helm/scenario-state.ts";
import type { InstanceStats, Measurement, ScoringContext } from "./metric.ts";

/** HELM's general stats (helm/benchmark/metrics/basic_metrics.py, efficiency_metrics.py), in its order. */

const FINISH_REASONS = ["length", "stop", "endoftext", "unknown"] as const;

const NO_COMPLETION: Completion = { text: "", logprob: 0, tokens: [] };

/** HELM's executor writes an empty completion for a failed request; a missing completion is treated the same. */
export function completionsOf(state: RequestState): readonly [Completion, ...Completion[]] {
  const [first = NO_COMPLETION, ...others] = state.result?.completions ?? [];
  return [first, ...others];
}

/** Whether the deployment returned the tokens of its answer. An empty answer has none. */
function hasTokens(state: RequestState): boolean {
  return completionsOf(state).every(({ text, tokens }) => tokens.length > 0 || text === "");
}

export function requestStats(state: RequestState, context: ScoringContext): Measurement[] {
  const [{ finish_reason }] = completionsOf(state);
  const reason = FINISH_REASONS.find((known) => known === finish_reason?.reason) ?? "unknown";
  return [
    { name: "num_references", value: state.instance.references.length },
    { name: "num_train_trials", value: context.adapterSpec.num_train_trials },
    ...efficiencyStats(state, context),
    ...FINISH_REASONS.map((known) => ({ name: `finish_reason_${known}`, value: known === reason })),
    { name: "num_train_instances", value: state.num_train_instances },
    { name: "prompt_truncated", value: state.prompt_truncated },
  ];
}

function efficiencyStats(state: RequestState, context: ScoringContext): Measurement[] {
  const { request_time, batch_request_time, batch_size } = state.result ?? {};
  const isBatch = batch_request_time !== undefined && batch_size !== undefined;
  const runtime = isBatch ? batch_request_time : request_time;
  const stats: Measurement[] = [
    ...tokenStats(state, context),
    // HELM packages tables for a few models of 2022; all other models get stats with count 0.
    { name: "training_co2_cost", value: undefined },
    { name: "training_energy_cost", value: undefined },
  ];
  if (runtime === undefined) return stats;
  stats.push({ name: "inference_runtime", value: runtime }, { name: "batch_size", value: isBatch ? batch_size : 1 });
  if (batch_size !== undefined) stats.push({ name: "inference_denoised_runtime", value: runtime / batch_size });
  return stats;
}

/**
 * A count that nobody counted is absent. HELM writes 1 token for a prompt without a tokenizer. Profile helm counts a prompt with HELM's
 * tokenizer and an answer by the tokens that the deployment returned; profile corrected prefers the provider's own counts.
 */
function tokenStats(state: RequestState, context: ScoringContext): Measurement[] {
  const { prompt, completion } = context.profile === "helm" ? helmTokens(state, context) : ownTokens(state, context);
  const output = state.request.echo_prompt && completion !== undefined ? completion - (prompt ?? 0) : completion;
  const counts = [
    { name: "num_prompt_tokens", value: prompt },
    { name: "num_completion_tokens", value: completion },
    { name: "num_output_tokens", value: output && Math.max(0, output) },
  ];
  return counts.filter(({ value }) => value !== undefined);
}

function helmTokens(state: RequestState, context: ScoringContext) {
  const prompt = byTokenizer(state, context) ?? context.tokensOf?.(state).promptTokens;
  return { prompt, completion: returnedTokens(state) };
}

function ownTokens(state: RequestState, context: ScoringContext) {
  const { promptTokens, completionTokens } = context.tokensOf?.(state) ?? {};
  const returned = hasTokens(state) ? returnedTokens(state) : undefined;
  return { prompt: promptTokens ?? byTokenizer(state, context), completion: completionTokens ?? returned };
}

const byTokenizer = ({ request }: RequestState, { countTokens, hasTokenizer = true }: ScoringContext) =>
  hasTokenizer ? countTokens(request.prompt) : undefined;

const returnedTokens = (state: RequestState): number =>
  completionsOf(state).reduce((sum, { tokens }) => sum + tokens.length, 0);

/** Stats of the first completion. Without tokens, they are all 0 in profile helm and absent in profile corrected. */
export function languageModelingStats(
  state: RequestState,
  { profile }: Pick<ScoringContext, "profile">,
): Measurement[] {
  if (profile === "corrected" && !hasTokens(state)) return [];
  const [{ tokens }] = completionsOf(state);
  const skipped = state.num_conditioning_tokens;
  const hasEmptyFirst = skipped > 0 && tokens[0]?.text === "";
  const predicted = tokens.slice(hasEmptyFirst ? 1 + skipped : skipped);
  return [
    { name: "logprob", value: predicted.reduce((sum, token) => sum + token.logprob, 0) },
    { name: "num_perplexity_tokens", value: predicted.length },
    { name: "num_bytes", value: predicted.reduce((sum, token) => sum + byteLength(token), 0) },
  ];
}

/** A token "bytes:\xe2\x80" contains two bytes. */
function byteLength({ text }: Completion["tokens"][number]): number {
  return text.startsWith("bytes:") ? text.split("\\x").length - 1 : new TextEncoder().encode(text).length;
}

export function perplexity(sums: InstanceStats): Measurement[] {
  const logprob = sums.get("logprob")?.sum;
  const tokens = sums.get("num_perplexity_tokens")?.sum ?? 0;
  const bytes = sums.get("num_bytes")?.sum ?? 0;
  if (logprob === undefined) return [];
  const stats: Measurement[] = [];
  if (tokens > 0) stats.push({ name: "perplexity", value: Math.E ** (-logprob / tokens) });
  if (bytes > 0) {
    stats.push({ name: "bits_per_byte", value: -logprob / bytes / Math.LN2 });
    stats.push({ name: "logprob_per_byte", value: logprob / bytes });
  }
  return stats;
}
