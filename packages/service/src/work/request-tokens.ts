import type { Request } from "@medhelm/core/helm/scenario-state";
import { promptText } from "@medhelm/core/models/prompt-text";
import type { TokenUsage } from "@medhelm/core/ports";
import type { Outcome } from "@medhelm/core/run/ask";
import type { OpenDeployment } from "./ports.ts";

/** Tokens of each request in the order of the requests; null: nobody counted them. */
export interface RequestTokens {
  readonly prompt: (number | null)[];
  readonly completion: (number | null)[];
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

/** Fills the places of earlier requests, which may answer later. */
export function setTokens({ prompt, completion }: RequestTokens, index: number, usage: TokenUsage): void {
  for (const list of [prompt, completion]) while (list.length <= index) list.push(null);
  prompt[index] = usage.promptTokens ?? null;
  completion[index] = usage.completionTokens ?? null;
}
