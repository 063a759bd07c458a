import { type Fault, faultyStore } from "@medhelm/testing/stores/faulty-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ObjectStore } from "../ports.ts";
import { createJson } from "./create-json.ts";

const KEY = "owner.json";
const Owner = z.object({ owner: z.string() });
const create = (objects: ObjectStore, owner: string) => createJson(objects, KEY, Owner, { owner });

test("the first value is stored, and a later writer gets it", async () => {
  const objects = memoryStore();
  expect(await create(objects, "a")).toEqual({ stored: { owner: "a" }, isNew: true });
  expect(await create(objects, "b")).toEqual({ stored: { owner: "a" }, isNew: false });
});

test("an equal value that another writer stored is not new", async () => {
  const objects = memoryStore();
  await create(objects, "a");
  expect(await create(objects, "a")).toEqual({ stored: { owner: "a" }, isNew: false });
});

const FAULTS: readonly Fault[] = ["throw before", "lose reply", "conflict"];
for (const fault of FAULTS)
  for (const count of [1, 2])
    test(`${fault} at put ${count}: one of two writers wins, and both get its value`, async () => {
      const objects = faultyStore(memoryStore(), (call) =>
        call.operation === "put" && call.count === count ? fault : undefined,
      );
      const [a, b] = await Promise.all([create(objects, "a"), create(objects, "b")]);
      expect(a.stored).toEqual(b.stored);
      expect([a.isNew, b.isNew].filter(Boolean)).toEqual([true]);
      expect(objects.faults).toHaveLength(1);
    });

test("a free key costs one put and no read", async () => {
  const memory = memoryStore();
  const objects: ObjectStore = {
    ...memory,
    get: () => Promise.reject(new Error("a read")),
  };
  expect((await create(objects, "a")).isNew).toBe(true);
});

test("failed reads do not lose the winner's value", async () => {
  const memory = memoryStore();
  await create(memory, "a");
  const objects = faultyStore(memory, ({ operation, count }) =>
    operation === "get" && count < 5 ? "throw before" : undefined,
  );
  expect((await create(objects, "b")).stored).toEqual({ owner: "a" });
});

test("five failed tries throw the store's error", async () => {
  const objects = faultyStore(memoryStore(), ({ operation }) => (operation === "put" ? "throw before" : undefined));
  await expect(create(objects, "a")).rejects.toThrow("did not take place");
  expect(objects.faults).toHaveLength(5);
});
