import type { Deployment } from "@medhelm/core/models/deployment";
import { codePointWindow, noTokenizerWindow, type Window } from "@medhelm/core/run/requests/window";

/**
 * HELM: without a tokenizer prompts are neither counted nor cut. Of HELM's tokenizers only the simple one is
 * implemented.
 */
export function windowOf({
  tokenizerName,
  maxRequestLength,
  maxSequenceLength,
}: Pick<Deployment, "tokenizerName" | "maxRequestLength" | "maxSequenceLength">): Window {
  return tokenizerName === "simple/tokenizer1"
    ? codePointWindow(maxRequestLength ?? maxSequenceLength)
    : noTokenizerWindow;
}
