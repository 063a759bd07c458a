import { expect, test } from "vitest";
import { parts } from "./parts.ts";

async function partsOf(size: number, ...chunks: readonly (readonly number[])[]): Promise<number[][]> {
  async function* body() {
    const buffer = new Uint8Array(100);
    for (const chunk of chunks) {
      buffer.set(chunk); // every chunk uses the same memory, as in Node's file reader
      yield buffer.subarray(0, chunk.length);
    }
  }
  const found: number[][] = [];
  for await (const part of parts(body(), size)) found.push([...part]);
  return found;
}

test("all parts except the last have exactly the given size, for any sizes of chunks", async () => {
  expect(await partsOf(3, [1, 2, 3, 4, 5, 6, 7])).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  expect(await partsOf(3, [1], [2], [], [3, 4], [5, 6])).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(await partsOf(3, [1])).toEqual([[1]]);
  expect(await partsOf(3)).toEqual([]);
});

test("a part keeps its bytes when its memory grows", async () => {
  const sizes: number[] = [];
  const seen = new Set<number>();
  for await (const part of parts(fives(), 200_000)) {
    sizes.push(part.length);
    for (const at of [0, 49_999, 50_000, 149_999, 150_000, 199_999]) if (at < part.length) seen.add(part[at] ?? -1);
  }
  expect(sizes).toEqual([200_000, 50_000]);
  expect([...seen]).toEqual([0, 1, 2, 3, 4]);
});

async function* fives() {
  for (let i = 0; i < 5; i++) yield new Uint8Array(50_000).fill(i);
}
