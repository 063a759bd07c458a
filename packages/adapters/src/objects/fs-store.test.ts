import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { afterEach, expect, test } from "vitest";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { race } from "@medhelm/testing/contract/race";
import { type FsStoreOptions, fsStore } from "./fs-store.ts";

objectStoreContract("fs", () => {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-fs-"));
  const [store, other] = [fsStore(dir), fsStore(dir)];
  return {
    store,
    other,
    dispose() {
      store.close();
      other.close();
      rmSync(dir, { recursive: true });
    },
  };
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});
function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-fs-"));
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
function open(dir: string, options: FsStoreOptions = {}) {
  const store = fsStore(dir, options);
  cleanups.push(() => store.close());
  return store;
}

test("three processes and a killed one lose no update, and only one of them creates a key", async () => {
  const dir = folder();
  const log = join(folder(), "log");
  const { counted, created } = await race("fs", dir, 60, log);
  expect(new Set(counted).size).toBe(counted.length);
  expect(new Set(created).size).toBe(created.length);
  // The killed process may have written an object without recording it.
  expect([counted.length, counted.length + 1]).toContain(Number(readFileSync(join(dir, "n"), "utf8")));
});

test("a key is the path of a plain file, and a file that the user creates is an object", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("runs/s/mmlu:subject=x,model=y/run_spec.json", "{}");
  expect(readFileSync(join(dir, "runs/s/mmlu:subject=x,model=y/run_spec.json"), "utf8")).toBe("{}");
  mkdirSync(join(dir, "runs/by-hand"), { recursive: true });
  writeFileSync(join(dir, "runs/by-hand/stats.json"), "[]");
  expect(await keysIn(store)).toEqual(["runs/by-hand/stats.json", "runs/s/mmlu:subject=x,model=y/run_spec.json"]);
  const before = await store.head("runs/by-hand/stats.json");
  writeFileSync(join(dir, "runs/by-hand/stats.json"), "[1]");
  expect(await store.put("runs/by-hand/stats.json", "[2]", { ifMatch: before?.etag ?? "" })).toEqual({
    outcome: "refused",
  });
});

test("a folder, a pipe or a link to nowhere in the place of an object's file is no object, and a reader does not wait", async () => {
  const root = folder();
  const store = open(root);
  mkdirSync(join(root, "a/folder"), { recursive: true });
  execFileSync("mkfifo", [join(root, "a/pipe")]);
  symlinkSync("nowhere", join(root, "a/link"));
  for (const name of ["folder", "pipe", "link"]) {
    expect([await store.get(`a/${name}`), await store.head(`a/${name}`)]).toEqual([undefined, undefined]);
    await expect(store.stream(`a/${name}`)[Symbol.asyncIterator]().next()).rejects.toThrow("no object");
  }
  for (const name of ["pipe", "link"]) expect(await store.put(`a/${name}`, "b")).toMatchObject({ outcome: "written" });
});

test("a list omits empty folders, links and names that no key can have", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("a/b", "x");
  mkdirSync(join(dir, "empty/er"), { recursive: true });
  writeFileSync(join(dir, "back\\slash"), "x");
  symlinkSync(join(dir, "a"), join(dir, "latest"));
  expect(await keysIn(store)).toEqual(["a/b"]);
  expect((await store.get("latest/b"))?.sizeBytes).toBe(1);
});

test("a read creates nothing in the folder, and a missing folder is empty", async () => {
  const dir = join(folder(), "not", "there");
  const store = open(dir);
  expect(await store.get("a")).toBeUndefined();
  expect(await keysIn(store)).toEqual([]);
  expect(await store.delete("a")).toBe("absent");
  expect(existsSync(dir)).toBe(false);
});

test("the upload of a killed process is removed after an hour and not before", async () => {
  const dir = folder();
  const uploads = join(dir, ".medhelm/uploads");
  mkdirSync(uploads, { recursive: true });
  for (const [name, ageS] of [
    ["old", 3700],
    ["recent", 3500],
  ] as const) {
    writeFileSync(join(uploads, name), "half");
    utimesSync(join(uploads, name), Date.now() / 1000 - ageS, Date.now() / 1000 - ageS);
  }
  await open(dir).put("a", "x");
  expect(readdirSync(uploads)).toEqual(["recent"]);
});

test.skipIf(platform() !== "linux")(
  "the upload of a killed process is removed at once, and that of an active one stays",
  async () => {
    const dir = folder();
    const uploads = join(dir, ".medhelm/uploads");
    const copies: string[] = [];
    async function* slow() {
      yield new Uint8Array(10);
      const [name = ""] = readdirSync(uploads);
      copies.push(name.replace(/^(\w+\.\d+)\.\d+/, "$1.1")); // the process that had this id at an earlier time
      writeFileSync(join(uploads, copies[0] ?? ""), "half");
      await open(dir).put("b", "x");
      copies.push(...readdirSync(uploads));
    }
    await open(dir).put("a", slow());
    expect(copies).toEqual([expect.stringMatching(/^\w+\.\d+\.1\./), expect.not.stringMatching(/^\w+\.\d+\.1\./)]);
  },
);

test("a put that is refused or fails leaves no upload", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("k", "x");
  async function* slow() {
    yield new Uint8Array(10);
    await store.put("late", "x"); // after the first check and before the lock
  }
  expect(await store.put("late", slow(), { ifAbsent: true })).toEqual({ outcome: "refused" });
  await expect(store.put("k/below", "x")).rejects.toThrow("k");
  expect(readdirSync(join(dir, ".medhelm/uploads"))).toEqual([]);
});

test("a backup's hard link or a chmod does not change the etag", async () => {
  const dir = folder();
  const store = open(dir);
  const put = await store.put("k", "x");
  linkSync(join(dir, "k"), join(dir, "backup"));
  chmodSync(join(dir, "k"), 0o600);
  expect(await store.head("k")).toMatchObject({ etag: put.outcome === "written" ? put.etag : "" });
});

test("lastModified comes from the store's clock, so a fake clock can age a lease", async () => {
  const clock = fakeClock();
  const store = open(folder(), { clock });
  await store.put("lease", "x");
  const startMs = clock.nowMs();
  await clock.advance(60_000);
  expect(await store.head("lease")).toMatchObject({ lastModifiedMs: startMs, storeNowMs: startMs + 60_000 });
});

test("a put with fsync writes the same bytes", async () => {
  const store = open(folder(), { fsync: true });
  expect((await store.put("a/b", "x")).outcome).toBe("written");
  expect((await store.get("a/b"))?.sizeBytes).toBe(1);
});

test("other work of the process runs during a long listing", async () => {
  const store = open(folder());
  for (let i = 0; i < 1000; i++) await store.put(`a/${i}/b`, "x");
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  for await (const _ of store.list("a/")) if (turns > 0) break;
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test("an empty folder and a link to a folder are no folders of the store", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("a/kept/b", "x");
  mkdirSync(join(dir, "a/empty/inner"), { recursive: true });
  symlinkSync(join(dir, "a/kept"), join(dir, "a/link"));
  expect(await store.folders?.("a/")).toEqual(["kept"]);
});

test("a name that the disk takes for another one is refused, and the other one's files stay", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("runs/demo/a", "x");
  symlinkSync("demo", join(dir, "runs/Demo")); // as on a disk that does not distinguish capital letters
  await expect(store.put("runs/Demo/a", "y")).rejects.toThrow(
    `${join(dir, "runs/Demo/a")}: this disk has "demo" there and does not distinguish capital letters; use another name than "Demo"`,
  );
  await expect(store.put("runs/Demo/b", "y")).rejects.toThrow('use another name than "Demo"');
  expect(readFileSync(join(dir, "runs/demo/a"), "utf8")).toBe("x");
});

test("a store writes through a link of the user to a folder of another name", async () => {
  const dir = folder();
  const store = open(dir);
  await store.put("runs/demo/a", "x");
  symlinkSync("demo", join(dir, "runs/latest"));
  expect((await store.put("runs/latest/b", "y")).outcome).toBe("written");
});

test("a folder that is removed or moved while it is written to is named in one sentence, and not made again", async () => {
  const root = join(mkdtempSync(join(tmpdir(), "fs-store-")), "out");
  const store = fsStore(root);
  await store.put("runs/a.json", Buffer.from("1"));
  rmSync(root, { recursive: true });
  await expect(store.put("runs/b.json", Buffer.from("2"))).rejects.toThrow(
    new UserError(`${root}: this folder was removed or moved while it was written to; run the same command again`),
  );
  expect(existsSync(root)).toBe(false);
  store.close();
});

/** A body during whose writing the disk is full. */
async function* full(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
}

test("the error of a full disk names the folder of the objects", async () => {
  const dir = folder();
  await expect(open(dir).put("a", full())).rejects.toMatchObject({ code: "ENOSPC", path: dir });
});
