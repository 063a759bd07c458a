import { refuseSpecialFile } from "../refuse-special-file.ts";
import { withoutTurns } from "../without-turns.ts";
import { readFile } from "node:fs/promises";
import { bytePairEncoding } from "@medhelm/core/text/byte-pair-encoding";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export type CountTokens = (text: string) => number;

type Encoding = "o200k_base" | "cl100k_base";

/** The names that HELM and this program give OpenAI's encodings. gpt-oss has the tokens of o200k_base and more special ones. */
const ENCODINGS: readonly (readonly [RegExp, Encoding])[] = [
  [/^openai\/(?:o200k_base|gpt-oss-)/, "o200k_base"],
  [/^openai\/cl100k_base$/, "cl100k_base"],
];

const opened = new Map<string, Promise<CountTokens | undefined>>();

/**
 * The tokenizer of a model: its tokenizer.json, or else OpenAI's encoding of this name. Undefined if neither is here. Each is loaded
 * once, when a run first needs it. A signal that comes while a file is loaded ends the process at once.
 * @throws UserError if the file cannot be read
 */
export function openTokenizer(
  of: { readonly tokenizerName?: string | undefined; readonly tokenizerFile?: string | undefined },
  signal?: AbortSignal,
): Promise<CountTokens | undefined> {
  const { tokenizerFile, tokenizerName = "" } = of;
  const encoding = ENCODINGS.find(([name]) => name.test(tokenizerName))?.[1];
  const id = tokenizerFile ?? encoding ?? "";
  const known = opened.get(id);
  if (known !== undefined) return known;
  const opening = open(tokenizerFile, encoding, signal);
  opened.set(id, opening);
  opening.catch(() => opened.delete(id)); // the next run loads it again, e.g. after the end of this one
  return opening;
}

async function open(
  tokenizerFile: string | undefined,
  encoding: Encoding | undefined,
  signal: AbortSignal | undefined,
): Promise<CountTokens | undefined> {
  if (tokenizerFile !== undefined) return fromFile(tokenizerFile, signal);
  return encoding === undefined ? undefined : openaiEncoding(encoding);
}

async function openaiEncoding(name: Encoding): Promise<CountTokens> {
  const { default: table } = await (name === "o200k_base"
    ? import("js-tiktoken/ranks/o200k_base")
    : import("js-tiktoken/ranks/cl100k_base"));
  return bytePairEncoding(table).count;
}

/** The largest tokenizers of published models have 40 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

async function fromFile(file: string, signal: AbortSignal | undefined): Promise<CountTokens> {
  refuseSpecialFile(file, MAX_BYTES);
  try {
    const text = await readFile(file, "utf8");
    const { Tokenizer } = await import("@huggingface/tokenizers");
    signal?.throwIfAborted();
    const tokenizer = withoutTurns(() => new Tokenizer(z.looseObject({}).parse(JSON.parse(text)), {}));
    return (counted) => tokenizer.encode(counted, { add_special_tokens: false }).ids.length;
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UserError(
      `${file} is not a readable tokenizer (${cause instanceof Error ? cause.message : String(cause)}): name the tokenizer.json of the model in tokenizer_file`,
      { cause },
    );
  }
}
