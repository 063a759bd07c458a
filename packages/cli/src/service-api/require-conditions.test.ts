import type { ObjectStore } from "@medhelm/core/ports";
import { collect } from "@medhelm/core/run/collect";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { requireConditions } from "./require-conditions.ts";

/** A store whose writes behave otherwise. */
const withPut = (change: (objects: ObjectStore, deleted: ReadonlySet<string>) => ObjectStore["put"]) => {
  const objects = memoryStore();
  const deleted = new Set<string>();
  return {
    ...objects,
    put: change(objects, deleted),
    async delete(key: string) {
      deleted.add(key);
      return objects.delete(key);
    },
  };
};

test("a server that decides conditional writes as S3 does is accepted, and nothing is left in its bucket", async () => {
  const objects = memoryStore({ etags: "of the bytes" });
  await requireConditions(objects, "b");
  expect(await collect(objects.list(""))).toEqual([]);
});

test.for([
  [
    "ignores If-None-Match",
    withPut(
      (objects) => (key, body, condition) =>
        objects.put(key, body, condition !== undefined && "ifMatch" in condition ? condition : undefined),
    ),
    "its server does not decide conditional writes as S3 does",
  ],
  [
    "ignores If-Match",
    withPut(
      (objects) => (key, body, condition) =>
        objects.put(key, body, condition !== undefined && "ifAbsent" in condition ? condition : undefined),
    ),
    "its server does not decide conditional writes as S3 does",
  ],
  [
    "refuses each If-Match",
    withPut(
      (objects) => async (key, body, condition) =>
        condition !== undefined && "ifMatch" in condition ? { outcome: "refused" } : objects.put(key, body, condition),
    ),
    "its server does not decide conditional writes as S3 does",
  ],
  [
    "takes a deleted object for one that is there",
    withPut(
      (objects, deleted) => async (key, body, condition) =>
        condition !== undefined && "ifAbsent" in condition && deleted.has(key)
          ? { outcome: "refused" }
          : objects.put(key, body, condition),
    ),
    "its server refuses a new object in the place of a deleted one, because the bucket keeps versions",
  ],
] as const)("a server that %s is refused with a sentence", async ([, objects, message]) => {
  await expect(requireConditions(objects, "b")).rejects.toThrow(message);
  expect(await collect(objects.list(""))).toEqual([]);
});
