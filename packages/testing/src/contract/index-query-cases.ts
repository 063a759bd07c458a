import type { Index, IndexItem, IndexQuery } from "@medhelm/core/ports";
import { describe, expect, test } from "vitest";

export interface IndexHandles {
  readonly index: Index;
  /** The same items through a second handle. */
  readonly other: Index;
}

const P = "partition";
const sorts = (items: readonly IndexItem[]) => items.map(({ sort }) => sort);
const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(3, "0"));

/** Tests `query` of an Index, as a part of the contract. `handles` is called in each test. */
export function queryCases(handles: () => IndexHandles): void {
  const write = (sort: string, partition = P) => handles().index.write([{ kind: "put", partition, sort, value: sort }]);
  const fill = async (keys: readonly string[]) => {
    for (const sort of keys) await write(sort);
  };
  const found = async (query: Omit<IndexQuery, "limit">) =>
    sorts((await handles().other.query(P, { ...query, limit: 100 })).items);
  const allPages = async (query: IndexQuery) => {
    const pages: (readonly string[])[] = [];
    let after: string | undefined;
    do {
      const page = await handles().other.query(P, { ...query, ...(after === undefined ? {} : { after }) });
      pages.push(sorts(page.items));
      after = page.next;
    } while (after !== undefined);
    return pages;
  };

  describe("query", () => {
    test("the items of a partition are in byte order of their sort keys", async () => {
      await fill(["é", "b", "\u{10000}", "a", "\uFFFF", "B", "10", "9", "診"]);
      await write("c", `${P}/`);
      expect(await found({})).toEqual(["10", "9", "B", "a", "b", "é", "診", "\uFFFF", "\u{10000}"]);
      expect(await found({ isDescending: true })).toEqual(["\u{10000}", "\uFFFF", "診", "é", "b", "a", "B", "9", "10"]);
    });
    test("a partition without items is an empty page", async () => {
      expect(await handles().index.query(P, { limit: 10 })).toEqual({ items: [] });
    });
    test("a prefix selects only the keys that begin with it", async () => {
      await fill(["run", "run/", "run/1", "run/é", "run/\u{10FFFF}z", "run0", "ru"]);
      expect(await found({ prefix: "run/" })).toEqual(["run/", "run/1", "run/é", "run/\u{10FFFF}z"]);
      expect(await found({ prefix: "run/", isDescending: true })).toEqual([
        "run/\u{10FFFF}z",
        "run/é",
        "run/1",
        "run/",
      ]);
    });
    test("a prefix may end with the last character before a gap or with the highest one", async () => {
      await fill(["\uD7FF", "\uD7FFa", "\uE000", "x\u{10FFFF}", "x\u{10FFFF}a", "y"]);
      expect(await found({ prefix: "\uD7FF" })).toEqual(["\uD7FF", "\uD7FFa"]);
      expect(await found({ prefix: "x\u{10FFFF}" })).toEqual(["x\u{10FFFF}", "x\u{10FFFF}a"]);
    });
    test("after and before are exclusive, and need no item of their own", async () => {
      await fill(["a", "b", "c", "d"]);
      expect(await found({ after: "a" })).toEqual(["b", "c", "d"]);
      expect(await found({ after: "aa" })).toEqual(["b", "c", "d"]);
      expect(await found({ before: "c" })).toEqual(["a", "b"]);
      expect(await found({ before: "cc" })).toEqual(["a", "b", "c"]);
      expect(await found({ after: "a", before: "c" })).toEqual(["b"]);
      expect(await found({ after: "b", before: "c" })).toEqual([]);
      expect(await found({ after: "c", before: "b" })).toEqual([]);
    });
    test("in a descending query after is the upper bound", async () => {
      await fill(["a", "b", "c", "d"]);
      expect(await found({ after: "c", isDescending: true })).toEqual(["b", "a"]);
      expect(await found({ after: "d", before: "c", isDescending: true })).toEqual(["b", "a"]);
      expect(await found({ after: "b", before: "c", isDescending: true })).toEqual(["a"]);
      expect(await found({ after: "a", isDescending: true })).toEqual([]);
    });
    test("a prefix and bounds inside or outside it select together", async () => {
      await fill(["a", "m/1", "m/2", "m/3", "z"]);
      expect(await found({ prefix: "m/", after: "m/1" })).toEqual(["m/2", "m/3"]);
      expect(await found({ prefix: "m/", before: "m/3" })).toEqual(["m/1", "m/2"]);
      expect(await found({ prefix: "m/", after: "a", before: "z" })).toEqual(["m/1", "m/2", "m/3"]);
      expect(await found({ prefix: "m/", after: "z" })).toEqual([]);
      expect(await found({ prefix: "m/", before: "a" })).toEqual([]);
      expect(await found({ prefix: "m/", after: "z", isDescending: true })).toEqual(["m/3", "m/2", "m/1"]);
      expect(await found({ prefix: "m/", after: "m/3", isDescending: true })).toEqual(["m/2", "m/1"]);
      expect(await found({ prefix: "m/", after: "a", isDescending: true })).toEqual([]);
    });
    for (const isDescending of [false, true])
      test(`pages cover every item once, and the last has no next (${isDescending ? "descending" : "ascending"})`, async () => {
        await fill(["m", ...numbered(20).map((n) => `n/${n}`), "o"]);
        const pages = await allPages({ prefix: "n/", before: "n/018", isDescending, limit: 6 });
        const expected = numbered(18).map((n) => `n/${n}`);
        expect(pages.flat()).toEqual(isDescending ? expected.toReversed() : expected);
        expect(Math.max(...pages.map((page) => page.length))).toBe(6);
      });
    test("a page that ends with the last item has no next", async () => {
      await fill(["a", "b", "c"]);
      const page = await handles().index.query(P, { before: "c", limit: 2 });
      expect([sorts(page.items), page.next]).toEqual([["a", "b"], undefined]);
    });
    test("pages cover large items, also above 1 MB in total", async () => {
      const value = "x".repeat(99_000);
      for (const sort of numbered(25)) await handles().index.write([{ kind: "put", partition: P, sort, value }]);
      expect((await allPages({ limit: 100 })).flat()).toEqual(numbered(25));
    });
  });
}
