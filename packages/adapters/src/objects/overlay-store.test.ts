import { collect } from "@medhelm/core/run/collect";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { overlayStore } from "./overlay-store.ts";

async function stores() {
  const [own, below] = [memoryStore(), memoryStore()];
  for (const key of ["a/1", "a/2", "a/3"]) await below.put(key, `below ${key}`);
  await own.put("a/2", "own a/2");
  await own.put("a/25", "own a/25");
  return { own, below, both: overlayStore(own, below) };
}
const textOf = async (store: ReturnType<typeof overlayStore>, key: string) =>
  new TextDecoder().decode((await store.get(key))?.body);

test("reads the store below where the own one has no such key", async () => {
  const { both } = await stores();
  expect([await textOf(both, "a/1"), await textOf(both, "a/2")]).toEqual(["below a/1", "own a/2"]);
});

test("lists the keys of both in order, and each once", async () => {
  const { both } = await stores();
  const heads = await collect(both.list("a/"));
  expect(heads.map(({ key }) => key)).toEqual(["a/1", "a/2", "a/25", "a/3"]);
});

test("writes, copies and deletes in the own store alone", async () => {
  const { both, own, below } = await stores();
  await both.put("a/1", "new");
  await both.copy("a/3", "b/3");
  expect(await both.delete("a/3")).toBe("absent");
  expect([await textOf(below, "a/1"), await textOf(below, "a/3"), await textOf(own, "b/3")]).toEqual([
    "below a/1",
    "below a/3",
    "below a/3",
  ]);
});
