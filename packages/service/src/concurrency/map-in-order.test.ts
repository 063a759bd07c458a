import { expect, test } from "vitest";
import { mapInOrder } from "./map-in-order.ts";

const later = (ms: number) => new Promise((done) => setTimeout(done, ms));
const slowFirst = async (n: number): Promise<number> => {
  await later(20 - 5 * n);
  return n * 10;
};

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("results come in the items' order, whichever is done first", async () => {
  expect(await collect(mapInOrder([0, 1, 2, 3], 3, slowFirst))).toEqual([0, 10, 20, 30]);
});

test("so many are at work at once and no more", async () => {
  let now = 0;
  let most = 0;
  const work = async (n: number) => {
    most = Math.max(most, ++now);
    await later(2);
    now--;
    return n;
  };
  await collect(mapInOrder([1, 2, 3, 4, 5, 6, 7], 3, work));
  expect(most).toBe(3);
});

test("an error is thrown in its turn, after what is in flight has ended, and no further item is taken", async () => {
  const ended: number[] = [];
  const work = async (n: number) => {
    if (n === 1) throw new Error("one");
    await later(5);
    ended.push(n);
    return n;
  };
  await expect(collect(mapInOrder([0, 1, 2, 3, 4, 5], 3, work))).rejects.toThrow("one");
  expect(ended).toEqual([0, 2, 3]);
});

test("who leaves off early waits for what is in flight", async () => {
  const ended: number[] = [];
  for await (const n of mapInOrder([0, 1, 2, 3], 3, async (item) => {
    await later(item);
    ended.push(item);
    return item;
  }))
    if (n === 0) break;
  expect(ended).toEqual([0, 1, 2]);
});
