import type { ObjectStore } from "@medhelm/core/ports";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { expect, test } from "vitest";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { routedStore } from "./routed-store.ts";

// The patterns match keys of the contract, so that its lists and copies span both stores.
objectStoreContract("routed", () => ({
  store: routedStore(memoryStore(), { "a/": memoryStore(), "many/": memoryStore(), "deep/*/": memoryStore() }),
}));

test("a key goes to the longest pattern that it starts with, and * matches one segment", async () => {
  const [rest, cache, outcomes] = [memoryStore(), memoryStore(), memoryStore()];
  const store = routedStore(rest, { "cache/": cache, "cache/x/": rest, "work/*/*/outcomes/": outcomes });
  for (const key of ["cache/1", "cache/x/2", "cached", "work/s/r/lease.json", "work/s/r/outcomes/3"])
    await store.put(key, "");
  expect(await keysIn(cache)).toEqual(["cache/1"]);
  expect(await keysIn(outcomes)).toEqual(["work/s/r/outcomes/3"]);
  expect(await keysIn(rest)).toEqual(["cache/x/2", "cached", "work/s/r/lease.json"]);
  expect(await keysIn(store)).toEqual(["cache/1", "cache/x/2", "cached", "work/s/r/lease.json", "work/s/r/outcomes/3"]);
});

test("a list omits objects that a store holds under the pattern of another store", async () => {
  const [rest, cache] = [memoryStore(), memoryStore()];
  await rest.put("cache/old", "");
  const store = routedStore(rest, { "cache/": cache });
  expect(await keysIn(store)).toEqual([]);
});

test("a list reads only the stores that can hold such keys, and copyBetween copies from one store to another", async () => {
  const listed: string[] = [];
  const named = (name: string): ObjectStore => {
    const store = memoryStore();
    return {
      ...store,
      list(prefix, options) {
        listed.push(name);
        return store.list(prefix, options);
      },
    };
  };
  const copies: string[] = [];
  const store = routedStore(
    named("rest"),
    { "cache/": named("cache"), "work/": named("work"), "work/*/*/outcomes/": named("outcomes") },
    { copyBetween: async (_, from, __, to) => void copies.push(`${from} ${to}`) },
  );
  const listedFor = async (prefix: string) => {
    listed.length = 0;
    await keysIn(store, prefix);
    return listed.toSorted();
  };
  expect(await listedFor("")).toEqual(["cache", "outcomes", "rest", "work"]);
  expect(await listedFor("ca")).toEqual(["cache", "rest"]);
  expect(await listedFor("cache/")).toEqual(["cache"]);
  expect(await listedFor("cache/public/ab")).toEqual(["cache"]);
  expect(await listedFor("work/s/")).toEqual(["outcomes", "work"]);
  expect(await listedFor("work/s/r/out")).toEqual(["outcomes", "work"]);
  expect(await listedFor("work/s/r/pages/")).toEqual(["work"]);
  expect(await listedFor("work/s/r/outcomes/")).toEqual(["outcomes"]);
  expect(await listedFor("runs/")).toEqual(["rest"]);
  await store.copy("work/x", "cache/x");
  expect(copies).toEqual(["work/x cache/x"]);
});
