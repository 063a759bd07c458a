import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { forEachBounded, mapBounded, streamBounded } from "./map-bounded.ts";

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const slowFirst = async (n: number): Promise<number> => {
  await sleep(20 - 5 * n);
  return n * 10;
};

type Map = (items: Iterable<number>, limit: number, work: (item: number) => Promise<number>) => Promise<number[]>;
const FORMS: readonly (readonly [string, Map])[] = [
  ["mapBounded", mapBounded],
  ["streamBounded", (...map) => collect(streamBounded(...map))],
];

for (const [name, map] of FORMS) {
  test(`${name} gives results in the order of the items, even if later items end first`, async () => {
    expect(await map([0, 1, 2, 3], 3, slowFirst)).toEqual([0, 10, 20, 30]);
  });

  test(`${name} uses the whole limit of concurrent calls and never exceeds it`, async () => {
    let inFlight = 0;
    let most = 0;
    const work = async (n: number) => {
      most = Math.max(most, ++inFlight);
      await sleep(2);
      inFlight--;
      return n;
    };
    await map([1, 2, 3, 4, 5, 6, 7], 3, work);
    expect(most).toBe(3);
  });

  test(`${name} takes no item after a failure and throws when the running calls have ended`, async () => {
    const ended: number[] = [];
    const taken: number[] = [];
    const work = async (n: number) => {
      taken.push(n);
      await sleep(n === 1 ? 1 : 10);
      if (n === 1) throw new Error("one");
      ended.push(n);
      return n;
    };
    await expect(map([0, 1, 2, 3, 4, 5, 6, 7], 3, work)).rejects.toThrow("one");
    expect(taken.length).toBeLessThan(8);
    expect(ended).toEqual(taken.filter((n) => n !== 1));
  });

  test(`${name} reads an item only when a call may start`, async () => {
    const read: number[] = [];
    function* numbers() {
      for (let n = 0; n < 4; n++) {
        read.push(n);
        yield n;
      }
    }
    const work = async (n: number) => {
      if (n === 1) throw new Error(`stopped after ${read.join(" ")}`);
      return n;
    };
    await expect(map(numbers(), 1, work)).rejects.toThrow("stopped after 0 1");
    expect(read).toEqual([0, 1]);
  });
}

test("mapBounded uses a limit that grows", async () => {
  let inFlight = 0;
  let limit = 1;
  const most: number[] = [];
  const work = async (n: number) => {
    most.push(++inFlight);
    await sleep(2);
    inFlight--;
    if (n === 1) limit = 3;
  };
  await mapBounded([0, 1, 2, 3, 4], () => limit, work);
  expect(most).toEqual([1, 1, 1, 2, 3]);
});

test("a consumer of streamBounded that stops early waits for the running calls", async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    await sleep(item);
    ended.push(item);
    return item;
  };
  for await (const n of streamBounded([0, 1, 2, 3], 3, work)) if (n === 0) break;
  expect(ended).toEqual([0, 1, 2]);
});

async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

test("forEachBounded uses the whole limit of concurrent calls and never exceeds it", async () => {
  let inFlight = 0;
  let most = 0;
  await forEachBounded(stream([1, 2, 3, 4, 5, 6, 7]), 3, async () => {
    most = Math.max(most, ++inFlight);
    await sleep(2);
    inFlight--;
  });
  expect([most, inFlight]).toEqual([3, 0]);
});

test("forEachBounded takes no item after a failure and throws when the running calls have ended", async () => {
  const ended: number[] = [];
  const work = async (n: number): Promise<void> => {
    await sleep(n === 1 ? 1 : 10);
    if (n === 1) throw new Error("one");
    ended.push(n);
  };
  await expect(forEachBounded(stream([0, 1, 2, 3, 4, 5]), 3, work)).rejects.toThrow("one");
  expect(ended).toEqual([0, 2]);
});

async function* failing() {
  yield 0;
  throw new Error("no more items");
}

test("forEachBounded waits for the running calls when the items fail", async () => {
  const ended: number[] = [];
  await expect(
    forEachBounded(failing(), 3, async (n) => {
      await sleep(5);
      ended.push(n);
    }),
  ).rejects.toThrow("no more items");
  expect(ended).toEqual([0]);
});
