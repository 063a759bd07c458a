import type { Request } from "@medhelm/core/helm/scenario-state";
import { promptText } from "@medhelm/core/models/prompt-text";
import type { TokenUsage } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import type { Assembly } from "@medhelm/core/run/assembly";
import { type NumberColumn, numberColumn } from "@medhelm/core/scoring/number-column";
import type { OpenDeployment } from "../ports.ts";

/** Tokens of each request by its number, outside of the heap. */
export interface RequestTokens {
  set(index: number, usage: TokenUsage): void;
  /** In the order of the requests, to the last one with an answer; null: nobody counted them. */
  lists(): NonNullable<Assembly["requestTokens"]>;
}

/** Requests may answer in any order. */
export function requestTokens(): RequestTokens {
  const prompt = numberColumn();
  const completion = numberColumn();
  let length = 0;
  // one more than the tokens, because unset numbers are 0
  const list = (column: NumberColumn): (number | null)[] =>
    Array.from({ length }, (_, i) => (column.at(i) === 0 ? null : column.at(i) - 1));
  return {
    set(index, { promptTokens = -1, completionTokens = -1 }) {
      length = Math.max(length, index + 1);
      prompt.set(index, promptTokens + 1);
      completion.set(index, completionTokens + 1);
    },
    lists: () => ({ prompt: list(prompt), completion: list(completion) }),
  };
}

/** The counts of the provider, else those of the model's tokenizer. */
export function tokensOf(
  request: Request,
  { usage, result }: Extract<Outcome, { kind: "answer" }>,
  { countTokens }: Pick<OpenDeployment, "countTokens">,
): TokenUsage {
  const promptTokens = usage.promptTokens ?? countTokens?.(promptText(request));
  const completionTokens =
    usage.completionTokens ?? (countTokens && result.completions.reduce((sum, { text }) => sum + countTokens(text), 0));
  return {
    ...(promptTokens === undefined ? {} : { promptTokens }),
    ...(completionTokens === undefined ? {} : { completionTokens }),
  };
}
