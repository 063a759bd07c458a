/** The characters that str.isprintable() refuses. U+0020 is the only separator that Python prints. */
const UNPRINTABLE = /[\p{C}\p{Z}]/u;
const NAMED: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Python's repr() of a str, for benchmarks whose prompts contain a printed list. */
export function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + Array.from(text, (character) => escaped(character, quote)).join("") + quote;
}

export const pythonListRepr = (texts: readonly string[]): string => `[${texts.map(pythonRepr).join(", ")}]`;

function escaped(character: string, quote: string): string {
  if (character === quote) return `\\${quote}`;
  const named = NAMED[character];
  if (named !== undefined) return named;
  if (character === " " || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}
