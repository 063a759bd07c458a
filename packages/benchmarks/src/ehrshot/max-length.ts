import { gpt4Tokenizer } from "../shared/gpt4-tokens.ts";
import { codeLine } from "./instances.ts";

/**
 * Returns a function that says whether a prompt has at most the given number of tokens. A line break before "-" always ends a token, so the function
 * counts each code once and keeps the count. Records repeat their codes thousands of times.
 */
export async function fitsIn(maxTokens: number): Promise<(before: string, codes: readonly string[]) => boolean> {
  const { encode } = await gpt4Tokenizer();
  const known = new Map<string, number>();
  const tokensOf = (code: string): number => {
    const tokens = known.get(code) ?? encode(`${codeLine(code)}\n`).length;
    known.set(code, tokens);
    return tokens;
  };
  return (before, codes) => {
    const last = codes.at(-1);
    let tokens = encode(last === undefined ? `${before}\n\n` : `${before}${codeLine(last)}\n\n`).length;
    for (let i = 0; i < codes.length - 1; i += 1) tokens += tokensOf(codes[i] ?? "");
    return tokens <= maxTokens;
  };
}
