import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { readOrRemove } from "./read-or-remove.ts";

const KEY = "work/.pools/m/queue/ann/1.json";
const Entry = z.object({ run: z.string() });

async function damaged() {
  const objects = memoryStore();
  await objects.put(KEY, '{"run":');
  const logged: string[] = [];
  return { objects, logged, log: (_: string, message: string) => void logged.push(message) };
}

test("a damaged object of a queue that two processes find at once is removed, with one record in the log", async () => {
  const { objects, logged, log } = await damaged();
  const found = await Promise.all([
    readOrRemove({ objects, log }, KEY, Entry),
    readOrRemove({ objects, log }, KEY, Entry),
  ]);
  expect([found, await objects.head(KEY)]).toEqual([[undefined, undefined], undefined]);
  expect(logged).toEqual(["an object in the queue of a pool cannot be read and is removed"]);
});

test("an object of a queue that a job has made again meanwhile stays", async () => {
  const { objects, logged, log } = await damaged();
  const get: typeof objects.get = async (key) => {
    const stored = await objects.get(key);
    await objects.put(KEY, '{"run":"r"}');
    return stored;
  };
  expect(await readOrRemove({ objects: { ...objects, get }, log }, KEY, Entry)).toBeUndefined();
  expect([await readOrRemove({ objects, log }, KEY, Entry), logged]).toEqual([{ run: "r" }, []]);
});
