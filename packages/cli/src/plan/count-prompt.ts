import { openTokenizer } from "@medhelm/adapters/tokenizers/open-tokenizer";
import type { Deployment } from "@medhelm/core/models/deployment";

/** The tokens of a longer text are those of its beginning, in proportion. */
const LONGEST = 40_000;

export interface PromptCounter {
  readonly count: (text: string) => number;
  /** false: a similar tokenizer counts, because the model's own is not here */
  readonly isOwn: boolean;
}

/** Counts tokens with the tokenizer of the model, or with OpenAI's o200k_base in its place. */
export async function promptCounter(
  deployment: Pick<Deployment, "tokenizerName" | "tokenizerFile"> | undefined,
): Promise<PromptCounter> {
  const own = await openTokenizer(deployment ?? {});
  const count = own ?? (await openTokenizer({ tokenizerName: "openai/o200k_base" })) ?? ((text) => text.length / 4);
  return {
    isOwn: own !== undefined,
    count: (text) => (text.length <= LONGEST ? count(text) : (count(text.slice(0, LONGEST)) * text.length) / LONGEST),
  };
}
