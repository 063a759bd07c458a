import { promptText } from "@medhelm/core/models/prompt-text";

import type { ModelClient } from "@medhelm/core/ports";

/**
 * HELM's `simple/model1` (clients/simple_client.py), a model for trials without a server. Completion i is the i-th word from the end of
 * the prompt. HELM: equal words are one completion with the log probability of the last one.
 */
export function simpleClient(): ModelClient {
  return {
    endpoint: "builtin:simple/model1",
    flavour: "builtin",
    wireBody: (request) => ({ engine: "model1", prompt: promptText(request), n: request.num_completions }),
    async ask(request, { signal }) {
      signal.throwIfAborted();
      const words = promptText(request)
        .split(/\s+/)
        .filter((word) => word !== "");
      const chosen = new Map(
        words
          .toReversed()
          .slice(0, request.num_completions)
          .map((word, i) => [word, 0 - i]),
      );
      const completions = [...chosen].map(([text, logprob]) => ({ text, logprob, tokens: [{ text, logprob }] }));
      return { kind: "answer", result: { success: true, embedding: [], completions, cached: false }, usage: {} };
    },
  };
}
