import { expect, test } from "vitest";
import { pushedItems } from "./pushed-items.ts";

async function taken<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("a reader gets the items in their order, also those that come later", async () => {
  const items = pushedItems<number>(4);
  void items.push(1);
  const reading = taken(items);
  void items.push(2);
  items.end();
  expect(await reading).toEqual([1, 2]);
});

test("who pushes more than the reader has room for waits until it has taken some", async () => {
  const items = pushedItems<number>(1);
  expect(items.push(1)).toBeUndefined();
  const waiting = items.push(2);
  const reading = taken(items);
  await waiting;
  items.end();
  expect(await reading).toEqual([1, 2]);
});

test("the reader gets the error after the items before it, and nobody waits", async () => {
  const items = pushedItems<number>(1);
  void items.push(1);
  const waiting = items.push(2);
  items.fail(new Error("the disk is full"));
  await waiting;
  await expect(taken(items)).rejects.toThrow("the disk is full");
});

test("a reader that stops early frees who waits", async () => {
  const items = pushedItems<number>(1);
  void items.push(1);
  const waiting = items.push(2);
  for await (const _ of items) break;
  await waiting;
  expect(items.push(3)).toBeUndefined();
});
