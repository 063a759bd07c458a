import { collect } from "@medhelm/core/run/collect";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { lazyStore } from "./lazy-store.ts";

test("opens the store once, at the first use, and again after a failed opening", async () => {
  const below = memoryStore();
  let tries = 0;
  const store = lazyStore(async () => {
    if (++tries === 1) throw new Error("down");
    return below;
  });
  expect(tries).toBe(0);
  await expect(store.put("a/b", "x")).rejects.toThrow("down");
  await store.put("a/b", "x");
  expect((await collect(store.list("a/"))).map(({ key }) => key)).toEqual(["a/b"]);
  expect(await store.folders?.("")).toEqual(["a"]);
  expect(tries).toBe(2);
});
