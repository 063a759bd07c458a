import { listFolders } from "@medhelm/core/store/list-folders";
import type { ObjectStore, PutResult } from "@medhelm/core/ports";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

export interface StoreSubject {
  readonly store: ObjectStore;
  /** The same objects through a second handle, as in another process. The default is the store itself. */
  readonly other?: ObjectStore;
  readonly dispose?: () => Promise<void> | void;
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const MB = 1_000_000;

const mustWrite = (result: PutResult): string => {
  if (result.outcome !== "written") throw new Error("the put was refused");
  return result.etag;
};

const raise = async (through: ObjectStore) => {
  for (let steps = 0; steps < 10; ) {
    const now = await through.get("n");
    if (now === undefined) throw new Error("lost");
    const result = await through.put("n", `${Number(text(now.body)) + 1}`, { ifMatch: now.etag });
    if (result.outcome === "written") steps++;
  }
};
const letters = (letter: string) => letter.repeat(300_000);
async function* broken() {
  yield new Uint8Array(100_000);
  throw new Error("upload cut");
}

export interface StoreTerms {
  /** "of the bytes": equal bytes keep their etag, as in S3, whose etag is their MD5. */
  readonly etags?: "of the write" | "of the bytes";
  /** True: a stand-in that checks a condition and writes later, so it cannot show how races end. */
  readonly losesRaces?: boolean;
  /** True: a stand-in whose folders include those of deleted objects of a versioned bucket. S3's do not. */
  readonly listsDeletedFolders?: boolean;
}

/** Tests what every ObjectStore must do. Each test starts with an empty store from `make`. */
export function objectStoreContract(
  name: string,
  make: () => Promise<StoreSubject> | StoreSubject,
  { etags: etagsAre = "of the write", losesRaces = false, listsDeletedFolders = false }: StoreTerms = {},
): void {
  describe(`ObjectStore contract: ${name}`, () => {
    let subject: StoreSubject;
    let store: ObjectStore;
    let other: ObjectStore;
    beforeEach(async () => {
      subject = await make();
      store = subject.store;
      other = subject.other ?? store;
    });
    afterEach(async () => subject.dispose?.());

    const listed = async (prefix: string, after?: string) => {
      const found: string[] = [];
      for await (const head of store.list(prefix, after === undefined ? {} : { after })) found.push(head.key);
      return found;
    };
    const read = async (key: string) => {
      const found = await other.get(key);
      return found && text(found.body);
    };
    const streamed = async (key: string, range?: { start: number; end?: number }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.stream(key, range)) chunks.push(chunk);
      return Buffer.concat(chunks);
    };

    describe("reading and writing", () => {
      test("a put object is read back, with the same size and etag in get and head", async () => {
        const etag = mustWrite(await store.put("a/b.json", '{"é":1}'));
        const got = await other.get("a/b.json");
        const head = await other.head("a/b.json");
        expect(got && text(got.body)).toBe('{"é":1}');
        expect(got).toMatchObject({ key: "a/b.json", sizeBytes: 8, etag });
        expect(head).toMatchObject({ key: "a/b.json", sizeBytes: 8, etag });
      });
      test("bytes are kept exactly, and an empty body is an object", async () => {
        const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
        await store.put("bytes", bytes);
        await store.put("empty", "");
        expect(Buffer.from((await store.get("bytes"))?.body ?? []).equals(Buffer.from(bytes))).toBe(true);
        expect((await store.get("empty"))?.body.length).toBe(0);
        expect(await streamed("empty")).toHaveLength(0);
      });
      test("a missing key gives undefined in get and head, and an error in stream", async () => {
        await store.put("a/b", "x");
        expect(await store.get("nothing")).toBeUndefined();
        expect(await store.head("a/nothing/here")).toBeUndefined();
        expect(await store.get("a")).toBeUndefined();
        await expect(streamed("nothing")).rejects.toThrow("nothing");
      });
      test("a stream gives the requested range, with an exclusive end that is cut at the object's end", async () => {
        await store.put("k", "0123456789");
        expect(text(await streamed("k"))).toBe("0123456789");
        expect(text(await streamed("k", { start: 2, end: 5 }))).toBe("234");
        expect(text(await streamed("k", { start: 7 }))).toBe("789");
        expect(text(await streamed("k", { start: 8, end: 100 }))).toBe("89");
        expect(text(await streamed("k", { start: 4, end: 4 }))).toBe("");
        expect(text(await streamed("k", { start: 10 }))).toBe("");
      });
      test("a body of 20 MB is put and read as a stream", async () => {
        async function* body() {
          for (let i = 0; i < 20; i++) yield new Uint8Array(MB).fill(i);
        }
        await store.put("large", body());
        let size = 0;
        let sum = 0;
        for await (const chunk of store.stream("large")) {
          size += chunk.length;
          sum += chunk[chunk.length - 1] === undefined ? 1 : 0;
        }
        expect([size, sum]).toEqual([20 * MB, 0]);
        expect(await streamed("large", { start: 19 * MB - 1, end: 19 * MB + 1 })).toEqual(Buffer.from([18, 19]));
      });
      test("copy makes an independent object, and fails without a source", async () => {
        await store.put("from", "x");
        await store.put("to", "old");
        await store.copy("from", "to");
        await store.copy("from", "deep/er/to");
        await store.put("from", "changed");
        expect([await read("to"), await read("deep/er/to")]).toEqual(["x", "x"]);
        await expect(store.copy("nothing", "to")).rejects.toThrow("nothing");
        expect(await read("to")).toBe("x");
      });
      test("delete reports whether there was an object", async () => {
        await store.put("a/b/c", "x");
        expect(await store.delete("a/b/c")).toBe("deleted");
        expect(await store.delete("a/b/c")).toBe("absent");
        expect(await listed("")).toEqual([]);
        await store.put("a/b", "a folder's old name is free again");
        expect(await listed("")).toEqual(["a/b"]);
      });
    });

    describe("keys", () => {
      const awkward = [
        "runs/s/mmlu:subject=anatomy,method=multiple_choice_joint,model=org_m/stats.json",
        "a b/c  d",
        "ünïcode/診断/😀",
        "percent%41/plus+plus/question?/hash#/amp&/quote'\"/star*/[x]/{y}/~",
        ".hidden/..two/three...",
      ];
      test.each(awkward)("%s is a key like any other", async (key) => {
        mustWrite(await store.put(key, "x", { ifAbsent: true }));
        expect(await read(key)).toBe("x");
        expect(await listed("")).toEqual([key]);
        await store.copy(key, `${key}-2`);
        expect(await listed(key)).toEqual([key, `${key}-2`]);
        expect(await store.delete(key)).toBe("deleted");
      });
      const refused = [
        "",
        "/abs",
        "a/",
        "a//b",
        "../a",
        "a/../b",
        "a/..",
        ".",
        "a/./b",
        "a\\b",
        "a\0b",
        "a\nb",
        "\ud800",
      ];
      test.each([...refused, ".medhelm/x", "x".repeat(256), `${"x/".repeat(512)}x`])(
        "%j is refused by every operation",
        async (key) => {
          await store.put("a/b", "x");
          await expect(store.get(key)).rejects.toThrow("refused");
          await expect(store.head(key)).rejects.toThrow("refused");
          await expect(streamed(key)).rejects.toThrow("refused");
          await expect(store.put(key, "x")).rejects.toThrow("refused");
          await expect(store.delete(key)).rejects.toThrow("refused");
          await expect(store.copy("a/b", key)).rejects.toThrow("refused");
          await expect(store.copy(key, "c")).rejects.toThrow("refused");
          await expect(store.presign(key, { method: "PUT", expiresInS: 60 })).rejects.toThrow("refused");
          expect(await listed("")).toEqual(["a/b"]);
        },
      );
    });

    describe("list", () => {
      // "-" sorts before "/", and U+FFFD before U+1F600 in UTF-8 though not in JavaScript.
      const inOrder = ["a-b", "a/b", "a/b-c/x", "a/b/c", "a0", "b", "c/\ufffd", "c/\u{1f600}"];
      const flat = inOrder.filter((key) => key !== "a/b"); // a folder cannot hold both a/b and a/b/c
      beforeEach(async () => {
        for (const key of flat.toReversed()) await store.put(key, key);
      });
      test("returns the keys in byte order, with their heads", async () => {
        expect(await listed("")).toEqual(flat);
        for await (const head of store.list("b"))
          expect(head).toEqual({ ...(await store.head("b")), storeNowMs: head.storeNowMs });
      });
      test("a prefix may end within a segment", async () => {
        expect(await listed("a")).toEqual(["a-b", "a/b-c/x", "a/b/c", "a0"]);
        expect(await listed("a/")).toEqual(["a/b-c/x", "a/b/c"]);
        expect(await listed("a/b")).toEqual(["a/b-c/x", "a/b/c"]);
        expect(await listed("a/b/")).toEqual(["a/b/c"]);
        expect(await listed("nothing/here")).toEqual([]);
      });
      test.each([
        ["", "a-b", ["a/b-c/x", "a/b/c", "a0", "b", "c/\ufffd", "c/\u{1f600}"]],
        ["", "a/b-c", ["a/b-c/x", "a/b/c", "a0", "b", "c/\ufffd", "c/\u{1f600}"]],
        ["a/", "a/b-c/x", ["a/b/c"]],
        ["a/", "0", ["a/b-c/x", "a/b/c"]],
        ["a/", "b", []],
        ["c/", "c/\ufffd", ["c/\u{1f600}"]],
      ])("prefix %j after %j gives only what follows", async (prefix, after, expected) => {
        expect(await listed(prefix, after)).toEqual(expected);
      });
      test.each([
        ["", undefined, ["a", "c"]],
        ["a/", undefined, ["b-c", "b"]],
        ["a/", "b-c", ["b"]],
        ["a/", "b", []],
        ["a/", "a", ["b-c", "b"]],
        ["a/b/", undefined, []],
        ["a/b", undefined, ["-c", ""]],
        ["a/b", "-c", [""]],
        ["nothing/", undefined, []],
      ])("the folders of %j after %j are listed in the order of their keys", async (prefix, after, expected) => {
        expect(await listFolders(store, prefix, { after })).toEqual(expected);
      });
      test("a folder with objects in its own folders is listed", async () => {
        await store.put("d/e/f/g", "x");
        expect(await listFolders(store, "d/")).toEqual(["e"]);
      });
      const ofDeleted = listsDeletedFolders ? undefined : test;
      ofDeleted?.("a folder whose last object was deleted is not listed", async () => {
        await store.put("d/e/f", "x");
        await store.put("d/h/i", "x");
        await store.delete("d/h/i");
        expect(await listFolders(store, "d/")).toEqual(["e"]);
      });
      test("folders of more than one page are listed completely", async () => {
        const many = Array.from({ length: 1003 }, (_, i) => `many/${String(i).padStart(5, "0")}`);
        await Promise.all(many.map((folder) => store.put(`${folder}/x`, "x")));
        expect((await listFolders(store, "many/")).length).toBe(1003);
        expect(await listFolders(store, "many/", { after: "01000" })).toEqual(["01001", "01002"]);
      });
      test("a list of more than one page is complete, and can start after any key", async () => {
        const many = Array.from({ length: 1203 }, (_, i) => `many/${String(i).padStart(5, "0")}`);
        await Promise.all(many.map((key) => store.put(key, "x")));
        expect(await listed("many/")).toEqual(many);
        expect(await listed("many/", "many/01199")).toEqual(["many/01200", "many/01201", "many/01202"]);
      });
    });

    describe("conditions", () => {
      test("ifAbsent writes a new key, and refuses an existing key and keeps its bytes", async () => {
        expect((await store.put("k", "1", { ifAbsent: true })).outcome).toBe("written");
        expect((await other.put("k", "2", { ifAbsent: true })).outcome).toBe("refused");
        expect(await read("k")).toBe("1");
        await store.delete("k");
        expect((await other.put("k", "3", { ifAbsent: true })).outcome).toBe("written");
      });
      test("ifMatch overwrites the version that it names and refuses any other", async () => {
        const first = mustWrite(await store.put("k", "1"));
        const second = mustWrite(await other.put("k", "2", { ifMatch: first }));
        expect((await store.put("k", "3", { ifMatch: first })).outcome).toBe("refused");
        expect((await store.put("k", "3", { ifMatch: '"no such etag"' })).outcome).toBe("refused");
        expect(await read("k")).toBe("2");
        expect((await other.head("k"))?.etag).toBe(second);
      });
      test("ifMatch on a missing key is refused and creates nothing", async () => {
        const etag = mustWrite(await store.put("k", "1"));
        await store.delete("k");
        expect((await store.put("k", "2", { ifMatch: etag })).outcome).toBe("refused");
        expect((await store.put("never", "2", { ifMatch: etag })).outcome).toBe("refused");
        expect(await listed("")).toEqual([]);
      });
      test("delete with ifMatch deletes only the version that it names; a missing key is absent", async () => {
        const first = mustWrite(await store.put("k", "1"));
        const second = mustWrite(await store.put("k", "2"));
        expect(await other.delete("k", { ifMatch: first })).toBe("refused");
        expect(await other.delete("k", { ifMatch: second })).toBe("deleted");
        expect(await other.delete("k", { ifMatch: second })).toBe("absent");
      });
      test("the etag changes with every write of other bytes, and is the same in list and head", async () => {
        const etags = new Set<string>();
        for (let i = 0; i < 30; i++) etags.add(mustWrite(await (i % 2 === 0 ? store : other).put("k", `${i}`)));
        expect(etags.size).toBe(30);
        for await (const { etag } of store.list("k")) expect(etag).toBe((await other.head("k"))?.etag);
      });
      const everyWrite = etagsAre === "of the write" ? test : undefined;
      const races = losesRaces ? undefined : test;
      everyWrite?.(
        "the etag changes with every write, even of equal bytes, and of a key deleted and written again",
        async () => {
          const etags: string[] = [];
          for (let i = 0; i < 30; i++) {
            if (i % 3 === 2) await store.delete("k");
            etags.push(mustWrite(await (i % 2 === 0 ? store : other).put("k", "same")));
          }
          expect(new Set(etags).size).toBe(30);
        },
      );
      races?.("of 20 racing creates one wins, and its bytes are read", async () => {
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? store : other).put("race", `${i}`, { ifAbsent: true })),
        );
        const winners = results.flatMap((r, i) => (r.outcome === "written" ? [`${i}`] : []));
        expect(winners).toHaveLength(1);
        expect(await read("race")).toBe(winners[0]);
      });
      races?.("of 20 racing ifMatch one wins, and its bytes are read", async () => {
        const etag = mustWrite(await store.put("race", "start"));
        const results = await Promise.all(
          Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? store : other).put("race", `${i}`, { ifMatch: etag })),
        );
        const winners = results.flatMap((r, i) => (r.outcome === "written" ? [`${i}`] : []));
        expect(winners).toHaveLength(1);
        expect(await read("race")).toBe(winners[0]);
      });
      races?.("a counter raised by compare-and-swap loses no step", async () => {
        await store.put("n", "0");
        await Promise.all([raise(store), raise(other), raise(store), raise(other)]);
        expect(await read("n")).toBe("40");
      });
    });

    describe("atomicity", () => {
      test("a reader never sees an incomplete body", async () => {
        await store.put("k", letters("a"));
        const progress = { writing: true };
        const write = async () => {
          for (let i = 0; i < 15; i++) await store.put("k", letters(i % 2 === 0 ? "b" : "a"));
          progress.writing = false;
        };
        const watch = async () => {
          const seen = new Set<string>();
          while (progress.writing) {
            const [got, chunks] = [await other.get("k"), await streamed("k")];
            for (const whole of [text(got?.body ?? new Uint8Array()), text(chunks)])
              seen.add(whole.length === 300_000 && new Set(whole).size === 1 ? "whole" : `${whole.length} torn`);
            await new Promise((resolve) => setImmediate(resolve));
          }
          return seen;
        };
        const [, seen] = await Promise.all([write(), watch()]);
        expect([...seen]).toEqual(["whole"]);
      });
      test("a body that ends with an error writes nothing, and no list shows it", async () => {
        await store.put("k", "old");
        await expect(store.put("k", broken())).rejects.toThrow("upload cut");
        await expect(store.put("new", broken())).rejects.toThrow("upload cut");
        expect(await read("k")).toBe("old");
        expect(await listed("")).toEqual(["k"]);
      });
    });

    describe("time", () => {
      test("lastModified and the store's now use the same clock", async () => {
        const before = (await store.put("k", "x"), await store.head("k"));
        await store.put("k", "y");
        const after = await other.get("k");
        if (before === undefined || after === undefined) throw new Error("lost");
        for (const head of [before, after]) {
          const ageMs = head.storeNowMs - head.lastModifiedMs;
          expect(ageMs).toBeGreaterThanOrEqual(-1000); // S3's Last-Modified has whole seconds
          expect(ageMs).toBeLessThan(5000);
        }
        expect(after.lastModifiedMs).toBeGreaterThanOrEqual(before.lastModifiedMs);
      });
    });
  });
}
