import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { Tiktoken } from "js-tiktoken/lite";
import cl100k from "js-tiktoken/ranks/cl100k_base";
import o200k from "js-tiktoken/ranks/o200k_base";
import { expect, test } from "vitest";
import { openTokenizer } from "./open-tokenizer.ts";

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "medhelm-tokenizer-")), "tokenizer.json");
  writeFileSync(path, text);
  return path;
}

/** A tokenizer of words between spaces. */
const WORDS = JSON.stringify({
  version: "1.0",
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: { type: "WhitespaceSplit" },
  post_processor: null,
  decoder: null,
  model: { type: "WordLevel", vocab: { "[UNK]": 0, fever: 1 }, unk_token: "[UNK]" },
});

test.each([
  ["openai/o200k_base", 4],
  ["openai/gpt-oss-20b", 4],
  ["openai/cl100k_base", 5],
])("OpenAI's encoding %s counts the tokens of a Finnish word", async (tokenizerName, tokens) => {
  const count = await openTokenizer({ tokenizerName });
  expect(count?.("Lääkäri")).toBe(tokens);
});

/** Texts of words, digits, spaces, marks, other scripts and single surrogates. */
const texts = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom("the patient's", "DON'T", "MedHELM", " ", "  \n\t", "\r\n", "12345", "Ä", "{}//"),
      },
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "binary" }),
      fc.constantFrom("\ud800", "\ufeff", "病人发烧三天", "ผู้ป่วยมีไข้", "aaaaaaaaaaaaaaaaaaaaaaa"),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(""));

test.each([
  ["openai/o200k_base", o200k],
  ["openai/cl100k_base", cl100k],
] as const)("the number of tokens in any text is that of js-tiktoken: %s", async (tokenizerName, table) => {
  const count = await openTokenizer({ tokenizerName });
  const other = new Tiktoken(table);
  fc.assert(
    fc.property(texts, (text) => {
      expect(count?.(text)).toBe(other.encode(text, [], []).length);
    }),
    { seed: 1, numRuns: 200 },
  );
});

test("the marks of a chat are text in a prompt", async () => {
  const count = await openTokenizer({ tokenizerName: "openai/o200k_base" });
  expect(count?.("<|endoftext|>")).toBe(7);
});

test("a tokenizer.json of the user's has precedence over a name", async () => {
  const count = await openTokenizer({ tokenizerName: "openai/o200k_base", tokenizerFile: file(WORDS) });
  expect(count?.("fever since Monday")).toBe(3);
});

test("a tokenizer that is not here counts nothing", async () => {
  expect(await openTokenizer({ tokenizerName: "meta-llama/Llama-3.3-70B-Instruct" })).toBeUndefined();
});

test("a file that is no tokenizer is refused in one sentence", async () => {
  const path = file("{");
  await expect(openTokenizer({ tokenizerFile: path })).rejects.toThrow(`${path} is not a readable tokenizer (`);
});

test("a device in place of a tokenizer is refused", async () => {
  await expect(openTokenizer({ tokenizerFile: "/dev/zero" })).rejects.toThrow(
    "/dev/zero: it is a pipe, a socket or a device; name a file",
  );
});

test("no file is loaded after an interruption, because its load cannot be interrupted", async () => {
  const opening = openTokenizer({ tokenizerFile: file("no tokenizer") }, AbortSignal.abort(new Error("stopped")));
  await expect(opening).rejects.toThrow("stopped");
});

test("a load that one run interrupts is made again for the next run", async () => {
  const tokenizerFile = file(WORDS);
  await expect(openTokenizer({ tokenizerFile }, AbortSignal.abort(new Error("lease lost")))).rejects.toThrow(
    "lease lost",
  );
  const count = await openTokenizer({ tokenizerFile });
  expect(count?.("fever fever")).toBe(2);
});
