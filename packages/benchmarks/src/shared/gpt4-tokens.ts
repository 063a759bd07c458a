/** cl100k_base, the tokenizer of GPT-4 and GPT-3.5. HELM truncates records with it. */
export interface Gpt4Tokenizer {
  /** Reads marks such as <|endoftext|> as text, where HELM stops. */
  encode(text: string): readonly number[];
  /** An incomplete character at either end becomes U+FFFD. */
  decode(tokens: readonly number[]): string;
}

let loaded: Promise<Gpt4Tokenizer> | undefined;

/** Loads the tokenizer at its first use, because its table takes a megabyte and a second. */
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
