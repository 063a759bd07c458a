import { type Call, everyNth, type Fault, faultyStore, type Operation } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import type { ObjectStore } from "../ports.ts";
import { UserError } from "../user-error.ts";
import { getJson, putJson } from "./objects.ts";
import { TooManyWriters, updateJson } from "./update-json.ts";

const KEY = "names.json";
const Names = z.object({ names: z.array(z.string()) });
const ETAGS = ["of the write", "of the bytes"] as const;
const FAULTS: readonly Fault[] = ["throw before", "lose reply", "conflict", "stale read"];

/** Adds a name. A repeated call recognises the name and changes nothing. */
const addName = (objects: ObjectStore, name: string) =>
  updateJson(objects, KEY, Names, (stored) =>
    stored?.names.includes(name) === true ? undefined : { names: [...(stored?.names ?? []), name] },
  );

const refuse = () => {
  throw new UserError("over the limit");
};

const namesIn = async (objects: ObjectStore) => (await getJson(objects, KEY, Names))?.names;

const faultAt = (fault: Fault, operation: Operation, count: number) => (call: Call) =>
  call.operation === operation && call.count === count ? fault : undefined;

for (const etags of ETAGS)
  for (const fault of FAULTS)
    for (const operation of ["get", "put"] as const)
      for (const count of [1, 2])
        test(`one writer, etags ${etags}: ${fault} at ${operation} ${count} loses and repeats nothing`, async () => {
          const memory = memoryStore({ etags });
          const objects = faultyStore(memory, faultAt(fault, operation, count));
          expect(await addName(objects, "a")).toEqual({ names: ["a"] });
          expect(await addName(objects, "b")).toEqual({ names: ["a", "b"] });
          expect(await namesIn(memory)).toEqual(["a", "b"]);
          expect(objects.faults).toHaveLength(1);
        });

for (const etags of ETAGS)
  for (const fault of FAULTS)
    for (const operation of ["get", "put"] as const)
      test(`twenty writers at once, etags ${etags}: ${fault} at every seventh ${operation} loses no update`, async () => {
        const memory = memoryStore({ etags });
        const objects = faultyStore(memory, everyNth(7, fault, [operation]));
        const names = Array.from({ length: 20 }, (_, i) => `writer ${String(i).padStart(2, "0")}`);
        await Promise.all(names.map((name) => addName(objects, name)));
        expect((await namesIn(memory))?.toSorted()).toEqual(names);
        expect(objects.faults.length).toBeGreaterThan(0);
      });

test("after a lost reply, finding its own bytes means success, and `change` is not called again", async () => {
  const objects = faultyStore(memoryStore(), faultAt("lose reply", "put", 1));
  let calls = 0;
  const count = () => ({ names: [`call ${++calls}`] });
  expect(await updateJson(objects, KEY, Names, count)).toEqual({ names: ["call 1"] });
});

test("after a lost reply `change` receives its own value with another writer's additions", async () => {
  const memory = memoryStore();
  const objects: ObjectStore = {
    ...memory,
    async put(key, body, condition) {
      await memory.put(key, body, condition);
      await addName(memory, "other");
      throw new Error("the reply was lost");
    },
  };
  expect(await addName(objects, "mine")).toEqual({ names: ["mine", "other"] });
});

test("a change that returns nothing writes nothing", async () => {
  const objects = memoryStore();
  await putJson(objects, KEY, { names: ["a"] });
  const before = await objects.head(KEY);
  expect(await updateJson(objects, KEY, Names, () => undefined)).toEqual({ names: ["a"] });
  expect((await objects.head(KEY))?.etag).toBe(before?.etag);
});

test("an error of `change` ends the update, and nothing is written", async () => {
  const objects = memoryStore();
  await expect(updateJson(objects, KEY, Names, refuse)).rejects.toThrow("over the limit");
  expect(await objects.head(KEY)).toBeUndefined();
});

test("an update of a store that is down tries five times and then throws the store's error", async () => {
  for (const operation of ["get", "put"] as const) {
    const objects = faultyStore(memoryStore(), (call) => (call.operation === operation ? "throw before" : undefined));
    await expect(addName(objects, "a")).rejects.toThrow(`fault: ${operation === "get" ? "no answer to get" : "put"}`);
    expect(objects.faults).toHaveLength(5);
  }
});

test("the error names a damaged object, which stays unchanged", async () => {
  const objects = memoryStore();
  await objects.put(KEY, "{");
  await expect(addName(objects, "a")).rejects.toThrow("names.json: not valid JSON");
  expect(new TextDecoder().decode((await objects.get(KEY))?.body)).toBe("{");
});

test("the update fails if other writers change the object before every try", async () => {
  const memory = memoryStore();
  let writes = 0;
  const objects: ObjectStore = {
    ...memory,
    async get(key) {
      const found = await memory.get(key);
      await putJson(memory, key, { names: [`other ${++writes}`] });
      return found;
    },
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await Promise.all([expect(addName(objects, "a")).rejects.toThrow(TooManyWriters), vi.runAllTimersAsync()]);
});

test("a change keeps the fields of a later version, at every depth, and a replacement does not", async () => {
  const objects = memoryStore();
  const Budget = z.object({ slices: z.array(z.object({ id: z.string(), spent: z.int() })), limit: z.int() });
  const later = { slices: [{ id: "a", spent: 1, later: 1 }], limit: 5, later: { more: [2] } };
  await putJson(objects, KEY, later);
  await updateJson(objects, KEY, Budget, (stored) => stored && { ...stored, limit: 6 });
  expect(await getJson(objects, KEY, z.unknown())).toEqual({ ...later, limit: 6 });
  await updateJson(
    objects,
    KEY,
    Budget,
    (stored) => stored && { ...stored, slices: [...stored.slices, { id: "b", spent: 2 }] },
  );
  expect(await getJson(objects, KEY, z.unknown())).toEqual({
    ...later,
    limit: 6,
    slices: [...later.slices, { id: "b", spent: 2 }],
  });
  await updateJson(objects, KEY, Budget, () => ({ slices: [], limit: 1 }));
  expect(await getJson(objects, KEY, z.unknown())).toEqual({ slices: [], limit: 1 });
});
