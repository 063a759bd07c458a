import { expect, test } from "vitest";
import { atMost, jsonAtMost, readAtMost } from "./at-most.ts";

/** Yields one text again and again; `ends` counts how often a reader stopped early. */
function endless(text: string) {
  const source = { ends: 0 };
  async function* chunks() {
    try {
      for (;;) yield Buffer.from(text);
    } finally {
      source.ends++;
    }
  }
  return { source, chunks: chunks() };
}
async function* inChunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

test("a body as long as the limit is read whole, and a longer one is not read", async () => {
  expect(textOf(await readAtMost(inChunks("ab", "", "cde"), 5))).toBe("abcde");
  expect(await readAtMost(inChunks("ab", "cdef"), 5)).toBeUndefined();
});

test("an endless body ends at the limit, and its source is closed", async () => {
  const { source, chunks } = endless("x");
  expect([await readAtMost(chunks, 1e5), source.ends]).toEqual([undefined, 1]);
});

test("a body of 1-byte chunks that outgrows its first buffer is read whole", async () => {
  const body = await readAtMost(inChunks(...Array.from({ length: 100_000 }, (_, i) => String(i % 10))), 1e6);
  expect([body?.length, textOf(body?.subarray(65_530, 65_545))]).toEqual([100_000, "012345678901234"]);
});

test("a passed stream throws after the limit, and its source is closed", async () => {
  const { source, chunks } = endless("abc");
  let passed = "";
  const reading = async () => {
    for await (const chunk of atMost(chunks, 7, () => new Error("too long"))) passed += textOf(chunk);
  };
  await expect(reading()).rejects.toThrow("too long");
  expect([passed, source.ends]).toEqual(["abcabc", 1]);
});

test("JSON is parsed; other text, a longer body and no body are undefined", async () => {
  expect(await jsonAtMost(inChunks('\uFEFF{"a":', "1}"), 20)).toEqual({ a: 1 });
  expect([await jsonAtMost(inChunks("<html>"), 20), await jsonAtMost(inChunks("[1, 2]"), 5)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await jsonAtMost(null, 20)).toBeUndefined();
});
