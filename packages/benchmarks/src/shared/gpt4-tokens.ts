import { type BytePairEncoding, bytePairEncoding } from "@medhelm/core/text/byte-pair-encoding";

/** cl100k_base, the tokenizer of GPT-4 and GPT-3.5. HELM truncates records with it. It reads marks such as <|endoftext|> as text, where HELM stops. */
export type Gpt4Tokenizer = Pick<BytePairEncoding, "encode" | "decode">;

let loaded: Promise<Gpt4Tokenizer> | undefined;

/** Loads the tokenizer at its first use, because its table takes a megabyte and some tenths of a second. */
export const gpt4Tokenizer = (): Promise<Gpt4Tokenizer> => (loaded ??= load());

async function load(): Promise<Gpt4Tokenizer> {
  const { default: table } = await import("js-tiktoken/ranks/cl100k_base");
  return bytePairEncoding(table);
}
