import { codePoints } from "../../text/code-points.ts";

/** The token window of a deployment. */
export interface Window {
  countTokens(text: string): number;
  /** Returns the text of the first `maxTokens` tokens. */
  truncate(text: string, maxTokens: number): string;
  /** The maximum number of tokens of prompt and completion together. Absent: prompts are never cut. */
  readonly maxRequestLength?: number;
}

/** The window of a deployment without a tokenizer: every text is one token and is never cut (helm no_tokenizer_window_service.py). */
export const noTokenizerWindow: Window = { countTokens: () => 1, truncate: (text) => text };

/** The window of HELM's `simple/tokenizer1`: each code point is a token (helm/tokenizers/simple_tokenizer.py). */
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

/** Whether the tokenizer with HELM's name is supported here. */
export function hasTokenCounter(tokenizerName: string | undefined): boolean {
  return tokenizerName === "simple/tokenizer1";
}

/** Returns HELM's token counter for its statistics. Without a tokenizer, or with one that is not supported, every text counts as 1. */
export function tokenCounter(tokenizerName: string | undefined): (text: string) => number {
  return (hasTokenCounter(tokenizerName) ? codePointWindow() : noTokenizerWindow).countTokens;
}
