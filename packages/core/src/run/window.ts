import { codePoints } from "../text/code-points.ts";

/** How many tokens of a prompt a deployment takes. */
export interface Window {
  countTokens(text: string): number;
  /** The text's first `maxTokens` tokens, as text. */
  truncate(text: string, maxTokens: number): string;
  /** Tokens of prompt and completion together; absent = nothing is ever cut. */
  readonly maxRequestLength?: number;
}

/** A deployment without a tokenizer: any text is one token, nothing is cut (helm no_tokenizer_window_service.py). */
export const noTokenizerWindow: Window = { countTokens: () => 1, truncate: (text) => text };

/** HELM's `simple/tokenizer1`: a token is a code point (helm/tokenizers/simple_tokenizer.py). */
export function codePointWindow(maxRequestLength?: number): Window {
  return {
    countTokens(text) {
      let count = 0;
      for (const _ of text) count += 1;
      return count;
    },
    truncate: (text, maxTokens) => codePoints(text).slice(0, maxTokens).join(""),
    ...(maxRequestLength === undefined ? {} : { maxRequestLength }),
  };
}

/** How HELM's statistics count the tokens of a prompt with a tokenizer of this name; none, or one that is not built here: 1. */
export function tokenCounter(tokenizerName: string | undefined): (text: string) => number {
  return (tokenizerName === "simple/tokenizer1" ? codePointWindow() : noTokenizerWindow).countTokens;
}
