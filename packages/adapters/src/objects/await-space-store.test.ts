import type { ObjectStore } from "@medhelm/core/ports";
import { instantClock } from "@medhelm/testing/clock/instant-clock";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { awaitSpaceStore } from "./await-space-store.ts";

const full = () => Object.assign(new Error("database or disk is full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
const ports = { clock: instantClock(), signal: new AbortController().signal };

/** A store whose disk refuses the first puts. */
function fullAtFirst(refusals: number): { readonly store: ObjectStore; readonly tries: string[] } {
  const store = memoryStore();
  const tries: string[] = [];
  const put: ObjectStore["put"] = async (key, body, condition) => {
    if (tries.push(key) <= refusals) throw full();
    return store.put(key, body, condition);
  };
  return { store: { ...store, put }, tries };
}

objectStoreContract("store that waits for space", () => ({ store: awaitSpaceStore(memoryStore(), "", ports) }));

test("an answer waits until the disk takes it", async () => {
  const { store, tries } = fullAtFirst(2);
  const refused: string[] = [];
  const waiting = awaitSpaceStore(store, "cache/", { ...ports, refused: ({ message }) => void refused.push(message) });
  expect(await waiting.put("cache/public/a", "1", { ifAbsent: true })).toMatchObject({ outcome: "written" });
  expect([tries.length, refused]).toEqual([3, ["database or disk is full", "database or disk is full"]]);
});

test("another object fails at once", async () => {
  const { store, tries } = fullAtFirst(1);
  await expect(awaitSpaceStore(store, "cache/", ports).put("work/a", "1")).rejects.toThrow("disk is full");
  expect(tries).toEqual(["work/a"]);
});

test("an answer of a worker that is stopped waits no longer", async () => {
  const { store } = fullAtFirst(1);
  const waiting = awaitSpaceStore(store, "cache/", { ...ports, signal: AbortSignal.abort() });
  await expect(waiting.put("cache/public/a", "1")).rejects.toThrow("disk is full");
});

test("an error of another kind is thrown at once", async () => {
  const store: ObjectStore = { ...memoryStore(), put: () => Promise.reject(new Error("a bug")) };
  await expect(awaitSpaceStore(store, "cache/", ports).put("cache/a", "1")).rejects.toThrow("a bug");
});
