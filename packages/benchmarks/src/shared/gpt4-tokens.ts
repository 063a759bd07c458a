/** cl100k_base, the tokenizer of GPT-4 and GPT-3.5, by which HELM cuts records. */
export interface Gpt4Tokenizer {
  /** Marks such as <|endoftext|> are text like any other, where HELM stops. */
  encode(text: string): readonly number[];
  /** Half a character at either end becomes U+FFFD. */
  decode(tokens: readonly number[]): string;
}

let loaded: Promise<Gpt4Tokenizer> | undefined;

/** Loaded when first used, and once: its table takes a megabyte and a second. */
export const gpt4Tokenizer = (): Promise<Gpt4Tokenizer> => (loaded ??= load());

async function load(): Promise<Gpt4Tokenizer> {
  const [{ Tiktoken }, { default: ranks }] = await Promise.all([
    import("js-tiktoken/lite"),
    import("js-tiktoken/ranks/cl100k_base"),
  ]);
  const tokenizer = new Tiktoken(ranks);
  return {
    encode: (text) => tokenizer.encode(text, [], []),
    decode: (tokens) => tokenizer.decode([...tokens]),
  };
}
