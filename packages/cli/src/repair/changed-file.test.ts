import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { openRun } from "@medhelm/core/store/run-files";
import { putRun } from "@medhelm/testing/fixtures/release";
import { expect, onTestFinished, test } from "vitest";
import { changedFile, rememberSealed } from "./changed-file.ts";

/** A folder with one sealed run, and the files that a check of it reads. */
async function sealedRun() {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-changed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const objects = fsStore(folder);
  const run = await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public" });
  const { manifest, keyOf } = await openRun(objects, "s", run);
  if (manifest === undefined) throw new Error("the run is not sealed");
  const read: string[] = [];
  const stream: typeof objects.stream = (key, range) => (read.push(key), objects.stream(key, range));
  const check = () => changedFile(folder, { ...objects, stream })(manifest, keyOf);
  const remember = (sealed: Manifest = manifest) => rememberSealed(folder, objects, sealed);
  return { path: (file: string) => join(folder, keyOf(file)), keyOf, check, remember, read };
}

test("the first summary reads no file of a run that was just sealed", async () => {
  const { check, remember, read } = await sealedRun();
  await remember();
  expect(await check()).toBeUndefined();
  expect(read).toEqual([]);
});

test("a file that has another byte since the seal is named", async () => {
  const { check, remember, path, keyOf } = await sealedRun();
  await remember();
  writeFileSync(path("scores.json"), "{}");
  expect(await check()).toBe(keyOf("scores.json"));
});

test("a run whose files have other times is read once, and then remembered", async () => {
  const { check, remember, path, read } = await sealedRun();
  await remember();
  utimesSync(path("scores.json"), 1, 1);
  expect([await check(), read.length > 0]).toEqual([undefined, true]);
  read.splice(0);
  expect([await check(), read]).toEqual([undefined, []]);
});

test("a file that is missing is named", async () => {
  const { check, path, keyOf } = await sealedRun();
  rmSync(path("scores.json"));
  expect(await check()).toBe(keyOf("scores.json"));
});
