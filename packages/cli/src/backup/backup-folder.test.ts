import { existsSync, globSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { expect, test } from "vitest";
import { backupFolder } from "./backup-folder.ts";

const MANIFEST = "runs/s/r/manifest.json";
const FILE = "runs/s/.generations/held/r/g1/stats.json";

const ignored = (): void => undefined;

function folders() {
  const dir = mkdtempSync(join(tmpdir(), "medhelm-backup-"));
  const [from, to] = [join(dir, "out"), join(dir, "copy")];
  return { from, to, store: fsStore(from) };
}

test("a run that is sealed while the copy runs is in the copy with its files, or not at all", async () => {
  const { from, to, store } = folders();
  await store.put("submissions/1/request.json", "{}");
  const list = async function* (prefix: string) {
    yield* store.list(prefix);
    await store.put(FILE, "[]");
    await store.put(MANIFEST, "{}");
  };
  await backupFolder({ list }, from, to, ignored);
  expect([existsSync(join(to, MANIFEST)), existsSync(join(to, FILE))]).toEqual([false, true]);
});

test("a copy holds every object, with its time, and only its owner may read it", async () => {
  const { from, to, store } = folders();
  await store.put(MANIFEST, "{}");
  await store.put(FILE, "[1]");
  expect(await backupFolder(store, from, to, ignored)).toEqual({ objects: 2, bytes: 5 });
  expect(globSync("**/*.json", { cwd: to }).toSorted()).toEqual([MANIFEST]);
  expect(statSync(join(to, FILE)).mtime).toEqual(statSync(join(from, FILE)).mtime);
  const mode = (path: string) => (statSync(join(to, path)).mode & 0o777).toString(8);
  expect([mode(MANIFEST), mode("runs")]).toEqual(["600", "700"]);
});

test("a compressed file is copied as it is", async () => {
  const { from, to, store } = folders();
  await store.put("runs/s/.generations/held/r/g1/scores.json", "x".repeat(100_000));
  await backupFolder(store, from, to, ignored);
  expect(existsSync(join(to, "runs/s/.generations/held/r/g1/scores.json.zst"))).toBe(true);
});

test("an object that is deleted while the copy runs is left out", async () => {
  const { from, to, store } = folders();
  await store.put(FILE, "[]");
  const list = async function* (prefix: string) {
    for await (const head of store.list(prefix)) {
      await store.delete(head.key);
      yield head;
    }
  };
  await store.put(MANIFEST, "{}");
  expect(await backupFolder({ list }, from, to, ignored)).toEqual({ objects: 0, bytes: 0 });
});

test("each copied object is reported with the number of all", async () => {
  const { from, to, store } = folders();
  await store.put(MANIFEST, "{}");
  await store.put(FILE, "[]");
  const reported: unknown[] = [];
  await backupFolder(store, from, to, (...counts) => reported.push(counts));
  expect(reported).toEqual([
    [1, 2],
    [2, 2],
  ]);
});
