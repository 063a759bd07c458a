import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { openRun } from "@medhelm/core/store/run-files";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { plan, runTexts, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterEach, expect, test } from "vitest";
import { fsStore } from "./fs-store.ts";
import { copyObjects } from "./copy-objects.ts";
import { type Disk, showRuns } from "./show-runs.ts";

/** A disk that ends after some operations, as if the process were killed. */
function interruptedDisk(root: string) {
  const state = { operations: Number.POSITIVE_INFINITY };
  const counted =
    <A extends readonly unknown[]>(work: (...args: A) => Promise<void>) =>
    (...args: A): Promise<void> =>
      state.operations-- > 0 ? work(...args) : Promise.reject(new Error("killed"));
  const disk: Disk = { copy: counted(copyObjects(root)), remove: counted((path) => rm(path, { force: true })) };
  return { state, disk };
}

const large = await plan(2);
const small = await plan(1);
const run = large.runSpec.name;

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

/** A folder with a sealed run of two instances, shown, and then of one instance, not shown yet. */
async function bench() {
  const root = mkdtempSync(join(tmpdir(), "medhelm-show-"));
  const objects = fsStore(root);
  const { state, disk } = interruptedDisk(root);
  cleanups.push(() => rmSync(root, { recursive: true }), objects.close);
  const show = async (options: { readonly helmFiles?: boolean } = {}) => {
    const { manifest } = await openRun(objects, SUITE, run);
    if (manifest === undefined) throw new Error("not sealed");
    await showRuns(root, objects, { ...options, disk })(manifest);
  };
  const seal = (what: RunPlan) => runToSeal(workerPorts(objects, { answered: [] }), workRequest(what));
  const folder = join(root, "runs", SUITE, run);
  const shown = () =>
    new Map(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
        .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")] as const),
    );
  await seal(large);
  await show();
  return { state, objects, root, folder, show, seal, shown, sealed: () => runTexts(objects, run) };
}

test("a sealed run is shown as HELM writes it", async () => {
  const { shown, sealed } = await bench();
  expect([...shown().keys()]).toEqual([
    "corrected/per_instance_stats.json",
    "corrected/stats.json",
    "manifest.json",
    "pages/1.json",
    "pages/details-1.json",
    "pages/ids-1.json",
    "pages/index.json",
    "pages/list-1.json",
    "pages/list.json",
    "pages/worst.json",
    "per_instance_stats.json",
    "run_spec.json",
    "scenario.json",
    "scenario_state.json",
    "scores.json",
    "stats.json",
  ]);
  expect(shown()).toEqual(await sealed());
});

test("an edit in place of any shown file leaves the sealed file, and is undone when the run is shown again", async () => {
  const { folder, show, shown, sealed } = await bench();
  const before = await sealed();
  for (const file of shown().keys()) if (file !== "manifest.json") appendFileSync(join(folder, file), " ");
  expect(await sealed()).toEqual(before);
  await show();
  expect(shown()).toEqual(before);
});

test("an edit of one character, which leaves the size, is undone when the run is shown again", async () => {
  const { folder, show, shown, sealed } = await bench();
  writeFileSync(join(folder, "stats.json"), " ", { flag: "r+" });
  await show();
  expect(shown()).toEqual(await sealed());
});

test("a shown file that shares its bytes with the sealed file becomes a copy", async () => {
  const { objects, root, folder, show } = await bench();
  const { keyOf } = await openRun(objects, SUITE, run);
  rmSync(join(folder, "stats.json"));
  linkSync(join(root, keyOf("stats.json")), join(folder, "stats.json"));
  await show();
  expect(statSync(join(folder, "stats.json")).nlink).toBe(1);
});

test("files that this process has just written are copied without a second reading", async () => {
  const { objects, root, folder, seal, shown, sealed } = await bench();
  await seal(small);
  const { manifest } = await openRun(objects, SUITE, run);
  if (manifest === undefined) throw new Error("not sealed");
  const read: string[] = [];
  const stream: typeof objects.stream = (key, range) => (read.push(key), objects.stream(key, range));
  await showRuns(root, { ...objects, stream })(manifest, { isFresh: true });
  expect([read, readdirSync(folder).length > 0]).toEqual([[], true]);
  expect(shown()).toEqual(await sealed());
});

/** A shown run whose sealed states are compressed, as those of a large run. */
async function compressedBench() {
  const shown = await bench();
  const { keyOf } = await openRun(shown.objects, SUITE, run);
  const path = join(shown.root, keyOf("scenario_state.json"));
  const text = readFileSync(path, "utf8");
  rmSync(path);
  writeFileSync(`${path}.zst`, zstdCompressSync(text));
  const forms = () => readdirSync(shown.folder).filter((name) => name.startsWith("scenario_state"));
  return { ...shown, path: `${path}.zst`, text, forms };
}

test("a compressed sealed file is shown compressed, and plain with helmFiles, which stays", async () => {
  const { show, forms, folder, text } = await compressedBench();
  await show();
  expect(forms()).toEqual(["scenario_state.json.zst"]);
  await show({ helmFiles: true });
  expect([forms(), readFileSync(join(folder, "scenario_state.json"), "utf8")]).toEqual([["scenario_state.json"], text]);
  await show();
  expect(forms()).toEqual(["scenario_state.json"]);
});

test("an edit of a plain copy of a compressed file is undone when the run is shown again", async () => {
  const { show, forms, folder, text } = await compressedBench();
  await show({ helmFiles: true });
  appendFileSync(join(folder, "scenario_state.json"), " ");
  await show({ helmFiles: true });
  expect([forms(), readFileSync(join(folder, "scenario_state.json"), "utf8")]).toEqual([["scenario_state.json"], text]);
});

test("a damaged compressed file is put back from the shown one", async () => {
  const { show, folder, path, sealed, text } = await compressedBench();
  await show({ helmFiles: true });
  truncateSync(path, 20);
  rmSync(join(folder, "stats.json"));
  writeFileSync(path, "");
  await show({ helmFiles: true });
  expect((await sealed()).get("scenario_state.json")).toBe(text);
});

test("a sealed file that is missing is named in one sentence", async () => {
  const { objects, show } = await bench();
  await objects.delete((await openRun(objects, SUITE, run)).keyOf("stats.json"));
  await expect(show()).rejects.toThrow(/^\S+stats\.json: this file of a sealed run is missing; run the entry again$/);
});

const damages: readonly [string, (path: string) => void][] = [
  ["cut off", (path) => truncateSync(path, 1)],
  ["empty", (path) => writeFileSync(path, "")],
  ["with another byte", (path) => writeFileSync(path, " ", { flag: "r+" })],
  ["with more at its end", (path) => appendFileSync(path, " ")],
];

test.each(damages)("a sealed file %s is put back from the shown one, for each file", async (_, damage) => {
  const { objects, root, show, shown, sealed } = await bench();
  const before = await sealed();
  const { keyOf } = await openRun(objects, SUITE, run);
  for (const file of before.keys()) if (file !== "manifest.json") damage(join(root, keyOf(file)));
  await show();
  expect([shown(), await sealed()]).toEqual([before, before]);
});

test.each(damages)(
  "a sealed file %s without a whole shown one is named, and no file is replaced",
  async (_, damage) => {
    const { objects, root, folder, show, shown } = await bench();
    const { keyOf } = await openRun(objects, SUITE, run);
    for (const file of ["stats.json", "scores.json"]) {
      damage(join(root, keyOf("stats.json")));
      rmSync(join(folder, file));
      const before = shown();
      await expect(show()).rejects.toThrow(
        /^\S+stats\.json: the stored file differs from the run's manifest; call medhelm repair, which makes it again or names what to run again$/,
      );
      expect(shown()).toEqual(before);
    }
  },
);

test("a damaged sealed file of a new generation leaves the shown files of the earlier one", async () => {
  const { objects, root, seal, show, shown } = await bench();
  const before = shown();
  await seal(small);
  truncateSync(join(root, (await openRun(objects, SUITE, run)).keyOf("pages/1.json")), 1);
  await expect(show()).rejects.toThrow(/pages\/1\.json: the stored file differs/);
  before.delete("manifest.json");
  const after = shown();
  after.delete("manifest.json");
  expect(after).toEqual(before);
});

test("an unchanged copy is not copied again", async () => {
  const { folder, show } = await bench();
  const before = statSync(join(folder, "stats.json")).ino;
  await show();
  expect(statSync(join(folder, "stats.json")).ino).toBe(before);
});

test("a file that a user deleted or changed is shown again, and other files stay", async () => {
  const { folder, show, shown, sealed } = await bench();
  rmSync(join(folder, "stats.json"));
  rmSync(join(folder, "pages"), { recursive: true });
  rmSync(join(folder, "scores.json"));
  writeFileSync(join(folder, "scores.json"), "mine");
  writeFileSync(join(folder, "instances.json"), "HELM's");
  writeFileSync(join(folder, "notes.txt"), "mine");
  await show();
  const found = shown();
  expect([found.get("instances.json"), found.get("notes.txt")]).toEqual(["HELM's", "mine"]);
  for (const file of ["instances.json", "notes.txt"]) found.delete(file);
  expect(found).toEqual(await sealed());
});

test("a later generation replaces the shown files and HELM's display files, and keeps the user's own", async () => {
  const { folder, seal, show, shown, sealed } = await bench();
  writeFileSync(join(folder, "pages", "2.json"), "of the earlier generation");
  writeFileSync(join(folder, "instances.json"), "of the earlier generation");
  writeFileSync(join(folder, "notes.txt"), "mine");
  await seal(small);
  await show();
  const found = shown();
  expect(found.get("notes.txt")).toBe("mine");
  found.delete("notes.txt");
  expect(found).toEqual(await sealed());
});

/** The texts of the files that the manifest lists. */
const listed = (texts: ReadonlyMap<string, string>) =>
  JSON.stringify([...texts].filter(([file]) => file !== "manifest.json" && file !== "instances.json"));

test("a process that is killed at any file operation is completed by the next", async () => {
  const { state, folder, seal, show, shown, sealed } = await bench();
  appendFileSync(join(folder, "instances.json"), "of the earlier generation");
  let earlier = listed(shown());
  await seal(small);
  let kills = 0;
  for (let isKilled = true; isKilled; kills++) {
    state.operations = kills;
    isKilled = await show().then(
      () => false,
      () => true,
    );
    state.operations = Number.POSITIVE_INFINITY;
    if (!isKilled) break;
    const now = listed(await sealed());
    const isMixed = shown().has("scenario_state.json") && ![earlier, now].includes(listed(shown()));
    expect({ kills, isMixed }).toEqual({ kills, isMixed: false });
    await show();
    expect({ kills, shown: shown() }).toEqual({ kills, shown: await sealed() });
    earlier = now;
    await seal(kills % 2 === 0 ? large : small);
  }
  expect(kills).toBe(16); // files of the run, and one that is removed first
});
