import type { Index, IndexItem, IndexWrite } from "@medhelm/core/ports";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type IndexHandles, queryCases } from "./index-query-cases.ts";

export interface IndexSubject {
  readonly index: Index;
  /** The same items through a second handle, as in another process. The default is the index itself. */
  readonly other?: Index;
  readonly dispose?: () => Promise<void> | void;
}

const P = "owner/ann/submissions";
const REFUSED = (...failed: number[]) => ({ outcome: "refused", failed });
const WRITTEN = { outcome: "written" };
const key = (sort: string) => ({ partition: P, sort });
const absent = { ifAbsent: true } as const;
const sorts = (items: readonly IndexItem[]) => items.map(({ sort }) => sort);
const put = (sort: string, value: string | number = sort): IndexWrite => ({ kind: "put", partition: P, sort, value });
const add = (sort: string, amount: number, atMost?: number): IndexWrite => ({
  kind: "add",
  partition: P,
  sort,
  amount,
  ...(atMost === undefined ? {} : { atMost }),
});
const create = (sort: string, value: number): IndexWrite => ({ ...key(sort), kind: "put", value, condition: absent });
const remove = (sort: string, ifRevision: string): IndexWrite => ({
  ...key(sort),
  kind: "delete",
  condition: { ifRevision },
});
const reserve = (through: Index, sort: string) =>
  through.write([add("total", 3, 10), create(`reservation/${sort}`, 3)]);
const both = (through: Index, x: string, y: string) => through.write([add(x, 1), add(y, 1)]);
const raise = async (through: Index) => {
  for (let steps = 0; steps < 5; ) {
    const item = await through.get(key("a"));
    if (item === undefined) throw new Error("lost");
    const value = Number(item.value) + 1;
    const condition = { ifRevision: item.revision };
    const result = await through.write([{ ...key("a"), kind: "put", value, condition }]);
    if (result.outcome === "written") steps++;
  }
};
const numbered = (count: number) => Array.from({ length: count }, (_, i) => String(i).padStart(3, "0"));

/** Tests what every Index must do. Each test starts with an empty index from `make`. */
export function indexContract(name: string, make: () => Promise<IndexSubject> | IndexSubject): void {
  describe(`Index contract: ${name}`, () => {
    let subject: IndexSubject;
    let index: Index;
    let other: Index;
    beforeEach(async () => {
      subject = await make();
      index = subject.index;
      other = subject.other ?? index;
    });
    afterEach(async () => subject.dispose?.());

    const read = async (sort: string) => (await other.get(key(sort)))?.value;
    const revisionOf = async (sort: string): Promise<string> => {
      const item = await other.get(key(sort));
      if (item === undefined) throw new Error(`no item ${sort}`);
      return item.revision;
    };
    const handles = (): IndexHandles => ({ index, other });
    const found = async (prefix: string) => sorts((await other.query(P, { prefix, limit: 100 })).items);

    describe("reading and writing", () => {
      test("a written item is read back with its key, value and revision", async () => {
        await index.write([{ ...key("a"), kind: "put", value: { name: "é診", list: [1, null, true, ""] } }]);
        expect(await other.get(key("a"))).toEqual({
          partition: P,
          sort: "a",
          value: { name: "é診", list: [1, null, true, ""] },
          revision: expect.stringMatching(/./),
        });
      });
      test("every kind of JSON value is read back unchanged", async () => {
        const values = ["", 0, -0.1, 1e300, 2 ** 53 - 1, null, false, [], {}, { "": { a: [[]] } }, "\u0000\u{10FFFF}"];
        for (const value of values) {
          await index.write([{ ...key("a"), kind: "put", value }]);
          expect(await read("a")).toEqual(value);
        }
      });
      test("a value of 100 kB is read back", async () => {
        await index.write([put("a", "x".repeat(99_998))]);
        expect(await read("a")).toHaveLength(99_998);
      });
      test("a missing item is undefined", async () => {
        await index.write([put("ab")]);
        expect(await index.get(key("a"))).toBeUndefined();
        expect(await index.get({ partition: "owner/ann", sort: "ab" })).toBeUndefined();
      });
      test("a put replaces the value, and a delete removes the item", async () => {
        await index.write([put("a", 1)]);
        await other.write([put("a", 2)]);
        expect(await read("a")).toBe(2);
        expect(await other.write([{ kind: "delete", ...key("a") }])).toEqual(WRITTEN);
        expect(await index.get(key("a"))).toBeUndefined();
      });
      test("deleting a missing item is no error", async () => {
        expect(await index.write([{ kind: "delete", ...key("a") }])).toEqual(WRITTEN);
      });
      test("an item with an expiry in the future is read back", async () => {
        const expiresAtS = Math.floor(Date.now() / 1000) + 86_400;
        await index.write([{ ...key("a"), kind: "put", value: 1, expiresAtS }]);
        expect(await read("a")).toBe(1);
      });
      test("keys with unusual characters are distinct and read back", async () => {
        const keys = [
          "a/b",
          "a#b",
          "a b",
          "a%b",
          "a\\b",
          "a\tb",
          "a\nb",
          "a\0b",
          "a",
          "A",
          "é",
          "e\u0301",
          "診",
          "😀",
          '"',
          "\u{FEFF}a",
          "x".repeat(1000),
        ];
        for (const sort of keys) await index.write([{ kind: "put", partition: sort, sort, value: sort }]);
        const items = await other.getAll(keys.map((sort) => ({ partition: sort, sort })));
        expect(items.map(({ partition, sort, value }) => [partition, sort, value])).toEqual(keys.map((k) => [k, k, k]));
      });
    });

    describe("getAll", () => {
      test("the found items are in the order of the keys, from several partitions, without the missing ones", async () => {
        await index.write([put("a"), put("b"), { kind: "put", partition: "other", sort: "a", value: "else" }]);
        const keys = [
          { partition: P, sort: "b" },
          { partition: P, sort: "missing" },
          { partition: "other", sort: "a" },
          { ...key("a") },
          { partition: P, sort: "b" },
        ];
        expect((await other.getAll(keys)).map(({ value }) => value)).toEqual(["b", "else", "a", "b"]);
      });
      test("no key finds nothing", async () => {
        expect(await index.getAll([])).toEqual([]);
      });
      test("100 keys are read at once, also of large items", async () => {
        const value = "x".repeat(90_000);
        for (const sort of numbered(100)) await index.write([put(sort, value)]);
        const items = await other.getAll(numbered(100).map((sort) => key(sort)));
        expect(sorts(items)).toEqual(numbered(100));
        expect(items.filter((item) => item.value === value)).toHaveLength(100);
      });
      test("101 keys are refused", async () => {
        const keys = numbered(101).map((sort) => key(sort));
        await expect(index.getAll(keys)).rejects.toThrow("at most 100 keys");
      });
    });

    queryCases(handles);
    describe("conditions", () => {
      test("ifAbsent creates an item once", async () => {
        expect(await index.write([create("a", 1)])).toEqual(WRITTEN);
        expect(await other.write([create("a", 2)])).toEqual(REFUSED(0));
        expect(await read("a")).toBe(1);
      });
      test("ifRevision replaces only the item that was read", async () => {
        await index.write([put("a", 1)]);
        const ifRevision = await revisionOf("a");
        const replace = (value: number): IndexWrite => ({
          kind: "put",
          partition: P,
          sort: "a",
          value,
          condition: { ifRevision },
        });
        expect(await index.write([replace(2)])).toEqual(WRITTEN);
        expect(await other.write([replace(3)])).toEqual(REFUSED(0));
        expect(await read("a")).toBe(2);
      });
      test("ifRevision refuses a missing item", async () => {
        const condition = { ifRevision: "never" };
        expect(await index.write([{ ...key("a"), kind: "put", value: 1, condition }])).toEqual(REFUSED(0));
        expect(await index.write([{ kind: "delete", ...key("a"), condition }])).toEqual(REFUSED(0));
        expect(await read("a")).toBeUndefined();
      });
      test("a delete on a condition removes only the item that was read", async () => {
        await index.write([put("a", 1)]);
        const stale = await revisionOf("a");
        await other.write([put("a", 2)]);
        expect(await index.write([remove("a", stale)])).toEqual(REFUSED(0));
        expect(await read("a")).toBe(2);
        expect(await index.write([remove("a", await revisionOf("a"))])).toEqual(WRITTEN);
        expect(await read("a")).toBeUndefined();
      });
      test("every write changes the revision, also an equal value, an addition and a creation after a delete", async () => {
        const revisions: string[] = [];
        const write = async (change: IndexWrite) => {
          await index.write([change]);
          revisions.push(await revisionOf(change.sort));
        };
        await write(put("a", 1));
        await write(put("a", 1));
        await index.write([{ kind: "delete", ...key("a") }]);
        await write(put("a", 1));
        await write(add("n", 1));
        await write(add("n", 0));
        expect(new Set(revisions).size).toBe(5);
      });
      test("a read does not change the revision", async () => {
        await index.write([put("a", 1)]);
        const [page, one] = [await index.query(P, { limit: 1 }), await other.get(key("a"))];
        expect([page.items[0]?.revision, one?.revision]).toEqual([await revisionOf("a"), await revisionOf("a")]);
      });
    });

    describe("transactions", () => {
      test("all writes of every kind take place together", async () => {
        await index.write([put("old"), put("read")]);
        const result = await index.write([
          put("new"),
          { kind: "delete", partition: P, sort: "old", condition: { ifRevision: await revisionOf("old") } },
          { kind: "check", partition: P, sort: "read", condition: { ifRevision: await revisionOf("read") } },
          { kind: "check", partition: P, sort: "none", condition: absent },
          { ...add("n", 3, 3), partition: "counters" },
        ]);
        expect(result).toEqual(WRITTEN);
        expect(await found("")).toEqual(["new", "read"]);
        expect((await other.get({ partition: "counters", sort: "n" }))?.value).toEqual({ count: 3 });
      });
      test("a failed condition writes nothing, and failed names the positions", async () => {
        await index.write([put("a", 1), put("b", 1), add("n", 5)]);
        const ifRevision = await revisionOf("a");
        await index.write([put("a", 2)]);
        const result = await other.write([
          put("c"),
          { kind: "put", partition: P, sort: "b", value: 2, condition: absent },
          { kind: "check", partition: P, sort: "none", condition: absent },
          { kind: "check", ...key("a"), condition: { ifRevision } },
          add("n", 1, 5),
          { kind: "delete", partition: P, sort: "missing", condition: { ifRevision } },
        ]);
        expect(result).toEqual(REFUSED(1, 3, 4, 5));
        expect([await read("a"), await read("b"), await read("c"), await read("n")]).toEqual([
          2,
          1,
          undefined,
          { count: 5 },
        ]);
      });
      test("a check alone writes nothing", async () => {
        const check: IndexWrite = { kind: "check", ...key("a"), condition: absent };
        expect(await index.write([check])).toEqual(WRITTEN);
        expect(await read("a")).toBeUndefined();
        await index.write([put("a")]);
        expect(await index.write([check])).toEqual(REFUSED(0));
      });
      test("100 writes are one transaction", async () => {
        const [first = put("none"), ...rest] = numbered(100).map((sort) => put(sort));
        expect(await index.write([first, ...rest])).toEqual(WRITTEN);
        expect(await found("")).toEqual(numbered(100));
      });
      test("101 writes are refused", async () => {
        const [first = put("none"), ...rest] = numbered(101).map((sort) => put(sort));
        await expect(index.write([first, ...rest])).rejects.toThrow("1 to 100 writes");
      });
      test("two writes of one key are refused", async () => {
        await expect(index.write([put("a", 1), put("a", 2)])).rejects.toThrow("Two writes");
        await expect(index.write([add("a", 1), { ...put("a"), partition: P }])).rejects.toThrow("Two writes");
        expect(await read("a")).toBeUndefined();
      });
      test("a key or value that an index cannot hold is refused", async () => {
        await expect(index.write([put("")])).rejects.toThrow("is empty");
        await expect(index.write([put("x".repeat(1001))])).rejects.toThrow("longer than 1000 bytes");
        await expect(index.write([put("\uD800")])).rejects.toThrow("not valid Unicode");
        await expect(index.get({ partition: "", sort: "a" })).rejects.toThrow("is empty");
        await expect(index.write([put("a", "x".repeat(100_000))])).rejects.toThrow("at most 100000");
        await expect(index.write([add("a", 0.5)])).rejects.toThrow("whole numbers");
        expect(await read("a")).toBeUndefined();
      });
    });

    describe("counters", () => {
      test("an absent counter is 0, and additions accumulate, also negative ones", async () => {
        await index.write([add("n", 5)]);
        expect(await read("n")).toEqual({ count: 5 });
        await other.write([add("n", -7)]);
        await index.write([add("n", 0)]);
        expect(await read("n")).toEqual({ count: -2 });
      });
      test("atMost allows the sum that equals it and refuses a higher one, which adds nothing", async () => {
        expect(await index.write([add("n", 6, 10)])).toEqual(WRITTEN);
        expect(await index.write([add("n", 5, 10)])).toEqual(REFUSED(0));
        expect(await index.write([add("n", 4, 10)])).toEqual(WRITTEN);
        expect(await index.write([add("n", 1, 10)])).toEqual(REFUSED(0));
        expect(await read("n")).toEqual({ count: 10 });
      });
      test("atMost holds for the first addition", async () => {
        expect(await index.write([add("n", 11, 10)])).toEqual(REFUSED(0));
        expect(await index.write([add("n", 1, 0)])).toEqual(REFUSED(0));
        expect(await read("n")).toBeUndefined();
        expect(await index.write([add("n", 0, 0)])).toEqual(WRITTEN);
      });
      test("money in millionths of a dollar is counted exactly", async () => {
        await index.write([add("n", 9_007_199_254_740_990)]);
        await index.write([add("n", 1)]);
        expect(await read("n")).toEqual({ count: 9_007_199_254_740_991 });
      });
      test("a deleted counter starts at 0", async () => {
        await index.write([add("n", 5)]);
        await index.write([{ kind: "delete", partition: P, sort: "n" }]);
        await index.write([add("n", 2)]);
        expect(await read("n")).toEqual({ count: 2 });
      });
      test("queries and getAll read counters", async () => {
        await index.write([add("n", 5)]);
        const page = await index.query(P, { limit: 1 });
        const all = await index.getAll([{ partition: P, sort: "n" }]);
        expect([...page.items, ...all].map(({ value }) => value)).toEqual([{ count: 5 }, { count: 5 }]);
      });
    });

    describe("races", () => {
      test("concurrent additions through several handles lose no update", async () => {
        await Promise.all(numbered(20).map((_, i) => (i % 2 === 0 ? index : other).write([add("n", i)])));
        expect(await read("n")).toEqual({ count: 190 });
      });
      test("concurrent reservations never pass the limit, and each has its record", async () => {
        const results = await Promise.all(numbered(8).map((sort, i) => reserve(i % 2 === 0 ? index : other, sort)));
        expect(results.filter(({ outcome }) => outcome === "written")).toHaveLength(3);
        expect(await read("total")).toEqual({ count: 9 });
        expect(await found("reservation/")).toHaveLength(3);
      });
      test("exactly one of several concurrent creations is written", async () => {
        const results = await Promise.all(
          numbered(10).map((_, i) => (i % 2 === 0 ? index : other).write([create("a", i)])),
        );
        const winner = results.findIndex(({ outcome }) => outcome === "written");
        expect(results.filter(({ outcome }) => outcome === "written")).toHaveLength(1);
        expect(await read("a")).toBe(winner);
      });
      test("concurrent read-change-write loops lose no update", async () => {
        await index.write([put("a", 0)]);
        await Promise.all([raise(index), raise(other), raise(index), raise(other)]);
        expect(await read("a")).toBe(20);
      });
      test("opposite transactions of two items both take place", async () => {
        await Promise.all(numbered(10).map((_, i) => (i % 2 === 0 ? both(index, "x", "y") : both(other, "y", "x"))));
        expect([await read("x"), await read("y")]).toEqual([{ count: 10 }, { count: 10 }]);
      });
    });
  });
}
