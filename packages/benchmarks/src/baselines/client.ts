import { promptText } from "@medhelm/core/models/prompt-text";

import type { ModelClient } from "@medhelm/core/ports";

/**
 * A model that is a pure function of the prompt: no network, no clock, the same answer everywhere. Raise `version` when an
 * answer changes, so that no stored answer is reused.
 */
export function pureClient(
  shortName: string,
  version: number,
  answer: (prompt: string) => string | Promise<string>,
  { countsTokens = false }: { readonly countsTokens?: boolean } = {},
): ModelClient {
  return {
    endpoint: `builtin:${shortName}`,
    flavour: "builtin",
    wireBody: (request) => ({
      version,
      prompt: promptText(request),
      max_tokens: request.max_tokens,
      n: request.num_completions,
    }),
    ask: async (request, { signal }) => {
      signal.throwIfAborted();
      const prompt = promptText(request);
      const completion = cut(await answer(prompt), request.max_tokens);
      return {
        kind: "answer",
        usage: countsTokens ? { promptTokens: tokensIn(prompt), completionTokens: tokensIn(completion.text) } : {},
        result: {
          success: true,
          embedding: [],
          completions: Array.from({ length: request.num_completions }, () => completion),
          cached: false,
        },
      };
    },
  };
}

const tokensIn = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** A baseline counts a word as one token. */
function cut(text: string, maxTokens: number) {
  const words = [...text.matchAll(/\s*\S+/g)].map((match) => match[0]);
  const isCut = words.length > maxTokens;
  return {
    text: isCut ? words.slice(0, maxTokens).join("") : text,
    logprob: 0,
    tokens: [],
    finish_reason: { reason: isCut ? "length" : "stop" },
  };
}
