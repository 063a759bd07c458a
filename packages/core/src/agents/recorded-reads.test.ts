import { expect, test } from "vitest";
import { recordedReads } from "./recorded-reads.ts";

/** Reads three records, of which the second has this text. */
async function readsOf(second: string, order: readonly string[] = ["a", "b", "c"]) {
  const { server, found } = recordedReads({
    read: async (query) => ({ status: 200, text: query === "b" ? second : query }),
  });
  for (const query of order) await server.read(query);
  return found();
}

test("equal records give an equal hash, and a changed record another one", async () => {
  const first = await readsOf("sodium 140");
  expect(first?.reads).toBe(3);
  expect(await readsOf("sodium 140")).toEqual(first);
  expect((await readsOf("sodium 141"))?.sha256).not.toBe(first?.sha256);
});

test("the order of the replies changes nothing", async () => {
  const slow = Promise.withResolvers<void>();
  const { server, found } = recordedReads({
    async read(query) {
      if (query === "a") await slow.promise;
      return { status: 200, text: query };
    },
  });
  const all = ["a", "b", "c"].map((query) => server.read(query));
  slow.resolve();
  await Promise.all(all);
  expect(found()).toEqual(await readsOf("b"));
});

test("a task that reads nothing has no hash", () => {
  expect(recordedReads({ read: async () => ({ status: 200, text: "" }) }).found()).toBeUndefined();
});
