import type { Completion, Request } from "../../helm/scenario-state.ts";

type Limits = Pick<Request, "stop_sequences" | "max_tokens" | "echo_prompt">;

const logprobOf = (tokens: Completion["tokens"]) => tokens.reduce((sum, { logprob }) => sum + logprob, 0);

/**
 * Cuts a completion at the request's stop sequences and max_tokens, because some servers ignore them. HELM's OpenAI and vLLM clients call
 * truncate_sequence (helm/clients/client.py) on every completion.
 *
 * HELM: a request with a stop sequence loses finish_reason and thinking, even if the sequence does not occur.
 */
export function truncateSequence(completion: Completion, request: Limits): Completion {
  // The number of tokens of the echoed prompt is unknown.
  if (request.echo_prompt) return completion;
  let cut = completion;
  for (const stop of request.stop_sequences) {
    const at = cut.text.indexOf(stop);
    const stopToken = cut.tokens.findIndex(({ text }) => text.startsWith(stop));
    const tokens = stopToken < 0 ? cut.tokens : cut.tokens.slice(0, stopToken);
    cut = { text: at < 0 ? cut.text : cut.text.slice(0, at), logprob: logprobOf(tokens), tokens };
  }
  if (cut.tokens.length > request.max_tokens) {
    const tokens = cut.tokens.slice(0, request.max_tokens);
    cut = { text: tokens.map(({ text }) => text).join(""), logprob: logprobOf(tokens), tokens };
  }
  return cut;
}
