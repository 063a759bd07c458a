import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { openRun, runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { v1Objects, v1Store } from "@medhelm/testing/formats/v1-objects";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { pausedAt } from "@medhelm/testing/stores/paused-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { sealRun } from "../aggregate/seal-run.ts";
import { type MigratePorts, migrateStore } from "./migrate-store.ts";

const NOTES = "demo_notes:model=baseline_lead-sentences";
const LONGEST = "demo_questions:model=baseline_longest-option";
const TWO = "TWO-QUESTIONS:model=stub_model-1";
const SEALED = 6;

const bucket = (objects: ObjectStore, more: Partial<MigratePorts> = {}): MigratePorts => ({
  objects,
  copy: objects.copy,
  showsRuns: false,
  reindex: async () => undefined,
  report: () => undefined,
  ...more,
});

/** The texts of each run's files, as every reader finds them. */
async function readable(objects: ObjectStore): Promise<Record<string, string | undefined>> {
  const texts: Record<string, string | undefined> = {};
  for (const key of v1Objects().keys()) {
    const [, suite, run] = /^runs\/([^/]+)\/([^/.][^/]*)\/manifest\.json$/.exec(key) ?? [];
    if (suite === undefined || run === undefined) continue;
    const { manifest, keyOf } = await openRun(objects, suite, run);
    for (const file of Object.keys(manifest?.files ?? {})) {
      const found = await objects.get(keyOf(file));
      texts[`${suite}/${run}/${file}`] = found && new TextDecoder().decode(found.body);
    }
  }
  return texts;
}

/** All texts below the folders that a migration changes. */
async function textsOf(objects: ObjectStore): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for await (const { key } of objects.list("")) {
    const found = await objects.get(key);
    if (found !== undefined) texts[key] = new TextDecoder().decode(found.body);
  }
  return texts;
}

test("a migration moves every sealed run into the folder of its generation, byte by byte", async () => {
  const objects = await v1Store();
  const before = await readable(objects);
  expect(Object.keys(before)).toHaveLength(SEALED * 10);
  expect(await migrateStore(bucket(objects), false)).toMatchObject({
    isDryRun: false,
    tree: 2,
    runs: { flat: SEALED, sealed: 0, foreign: 0, incomplete: 0 },
    marks: 13,
    flatFiles: SEALED * 10,
  });
  expect(await readable(objects)).toEqual(before);
  const notes = await openRun(objects, "first", NOTES);
  expect(notes.manifest).toMatchObject({ formatVersion: 2, generation: 1, contentSha256: expect.any(String) });
  expect(notes.keyOf("stats.json")).toMatch(
    /^runs\/first\/\.generations\/public\/demo_notes:model=baseline_lead-sentences\/1-[0-9a-f]{32}\/derived-[0-9a-f]{12}\/stats\.json$/,
  );
  expect(await objects.head(keys.runFile("first", NOTES, "stats.json"))).toBeUndefined();
});

test("the runs that are not public move to the held folders, a reopened one to its last generation", async () => {
  const objects = await v1Store();
  await migrateStore(bucket(objects), false);
  expect((await openRun(objects, "second", TWO)).manifest?.folder).toMatch(/^held\/1-/);
  expect((await openRun(objects, "second", LONGEST)).manifest?.folder).toMatch(/^public\/2-/);
  expect(await objects.head(`${keys.previous("second", LONGEST, 1)}stats.json`)).toBeDefined();
});

const RUNS_AND_MARKS = /^(?:format\.json$|runs\/(?!.*\/\.previous\/)|submissions\/\.|owners\/[^/]+\/submissions\/)/;

const kept = (texts: Iterable<[string, string]>) =>
  Object.fromEntries([...texts].filter(([key]) => !RUNS_AND_MARKS.test(key)));

test("a migration changes only runs and marks", async () => {
  const objects = await v1Store();
  await migrateStore(bucket(objects), false);
  expect(kept(Object.entries(await textsOf(objects)))).toEqual(kept(v1Objects()));
});

test("a dry run counts the same and changes nothing", async () => {
  const objects = await v1Store();
  const before = await textsOf(objects);
  expect(await migrateStore(bucket(objects), true)).toMatchObject({
    isDryRun: true,
    tree: 1,
    runs: { flat: SEALED },
    index: true,
    marks: 13,
    flatFiles: SEALED * 10,
  });
  expect(await textsOf(objects)).toEqual(before);
});

test("a second migration finds nothing to do and changes nothing", async () => {
  const objects = await v1Store();
  await migrateStore(bucket(objects), false);
  const before = await textsOf(objects);
  expect(await migrateStore(bucket(objects), false)).toMatchObject({
    runs: { flat: 0, sealed: SEALED },
    marks: 0,
    flatFiles: 0,
  });
  expect(await textsOf(objects)).toEqual(before);
});

test("a migration leaves HELM's own runs and a run with a missing file as they are", async () => {
  const objects = memoryStore();
  for (const [key, text] of v1Objects()) if (key.startsWith("runs/first/")) await objects.put(key, text);
  await objects.delete(keys.manifest("first", "demo_questions:model=baseline_first-option"));
  await objects.delete(keys.runFile("first", NOTES, "scores.json"));
  const before = await textsOf(objects);
  const report = await migrateStore(bucket(objects), false);
  expect(report).toMatchObject({
    runs: { flat: 0, foreign: 1, incomplete: 1 },
    incomplete: [`first/${NOTES}`],
    flatFiles: 0,
  });
  const { [keys.format()]: _, ...after } = await textsOf(objects);
  expect(after).toEqual(before);
});

test("a migration moves the other runs if one has a damaged manifest, and leaves that run as it is", async () => {
  const objects = await v1Store();
  await objects.put(keys.manifest("first", NOTES), '{"formatVersion":');
  const report = await migrateStore(bucket(objects), false);
  expect(report).toMatchObject({ runs: { flat: SEALED - 1, incomplete: 1 }, incomplete: [`first/${NOTES}`] });
  expect(await objects.head(keys.runFile("first", NOTES, "scores.json"))).toBeDefined();
});

test("a store of a later format is refused, and nothing changes", async () => {
  const objects = await v1Store();
  await objects.put(
    keys.format(),
    JSON.stringify({ formatVersion: 1, tree: 3, steps: [], isComplete: true, seed: "s" }),
  );
  await expect(migrateStore(bucket(objects), false)).rejects.toThrow(
    "format.json: this store has format 3, and this medhelm writes format 2; upgrade medhelm",
  );
});

test("the marks go only after the index is built", async () => {
  const objects = await v1Store();
  const failing = bucket(objects, {
    reindex: async () => {
      throw new Error("no table");
    },
  });
  await expect(migrateStore(failing, false)).rejects.toThrow("no table");
  expect(await objects.head(keys.openSubmission("fe5dfdfbcc87-6f3a8194f660"))).toBeDefined();
  expect(await migrateStore(bucket(objects), false)).toMatchObject({ runs: { flat: 0 }, marks: 13 });
});

/** Two runs, a mark and an own submission: few operations, each of every kind. */
const SMALL = /^(?:runs\/second\/(?!\.previous)|submissions\/\.open\/fe5d|owners\/ann\/submissions\/)/;
const smallStore = async (): Promise<ObjectStore> => {
  const objects = memoryStore({ etags: "of the bytes" }); // as in S3
  for (const [key, text] of v1Objects()) if (SMALL.test(key)) await objects.put(key, text);
  return objects;
};
const withoutNonce = (text: string): string =>
  text.replaceAll(/-[0-9a-f]{32}\b/g, "-nonce").replaceAll(/"ownSha256":"[0-9a-f]{64}"/g, "");
const withoutSeed = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => key !== keys.format())
      .map(([key, text]) => [withoutNonce(key), withoutNonce(text)]),
  );

test.each([
  ["bucket", false],
  ["folder", true],
] as const)(
  "a migration of a %s that is killed at any operation ends the same, and loses nothing in between",
  async (_what, showsRuns) => {
    const wanted = await smallStore();
    const counting = stoppedAt(wanted, Number.POSITIVE_INFINITY, true);
    const texts = await readable(wanted);
    await migrateStore(bucket(counting, { showsRuns }), false);
    const end = withoutSeed(await textsOf(wanted));
    expect(counting.calls).toBeGreaterThan(showsRuns ? 50 : 90);
    for (const takesPlace of [false, true])
      for (let n = 1; n <= counting.calls; n++) {
        const objects = await smallStore();
        const killed = stoppedAt(objects, n, takesPlace);
        await expect(migrateStore(bucket(killed, { showsRuns }), false)).rejects.toThrow(`killed at operation ${n}`);
        expect(await readable(objects)).toEqual(texts);
        await migrateStore(bucket(objects, { showsRuns }), false);
        expect(withoutSeed(await textsOf(objects))).toEqual(end);
      }
  },
);

test.each([
  ["bucket", false],
  ["folder", true],
] as const)(
  "a migration of a %s that stalls at any operation until another one has finished ends the same, and loses nothing",
  async (_what, showsRuns) => {
    const wanted = await smallStore();
    const texts = await readable(wanted);
    await migrateStore(bucket(wanted, { showsRuns }), false);
    const end = withoutSeed(await textsOf(wanted));
    const bad: unknown[] = [];
    let stops = 0;
    for (let isReached = true; isReached; stops++) {
      const objects = await smallStore();
      isReached = false;
      const stalled = pausedAt(objects, stops + 1, async () => {
        isReached = true;
        await migrateStore(bucket(objects, { showsRuns }), false);
      });
      const stopped = await migrateStore(bucket(stalled, { showsRuns }), false).then(() => undefined, String);
      const isReadable = JSON.stringify(await readable(objects)) === JSON.stringify(texts);
      const isSame = JSON.stringify(withoutSeed(await textsOf(objects))) === JSON.stringify(end);
      if (stopped !== undefined || !isReadable || !isSame) bad.push({ stop: stops + 1, stopped, isReadable, isSame });
    }
    expect(bad).toEqual([]);
    expect(stops).toBeGreaterThan(showsRuns ? 50 : 90);
  },
);

test("a manifest of a newer format is named, the other runs are moved, and a repetition names it again", async () => {
  const objects = await v1Store();
  await objects.put(keys.manifest("first", NOTES), '{"formatVersion":99}');
  const sentence = `runs/first/${NOTES}/manifest.json: this object has format 99, and this medhelm reads formats up to 2; upgrade medhelm`;
  const report = { runs: { flat: SEALED - 1, unreadable: 1 }, unreadable: [sentence] };
  expect(await migrateStore(bucket(objects), true)).toMatchObject(report);
  expect(await migrateStore(bucket(objects), false)).toMatchObject(report);
  expect(await migrateStore(bucket(objects), false)).toMatchObject({ unreadable: [sentence] });
});

test("a migrated run whose decision is damaged is found sealed", async () => {
  const objects = await v1Store();
  await migrateStore(bucket(objects), false);
  const { keyOf } = await openRun(objects, "first", NOTES);
  await objects.put(keyOf("run_spec.json").replace("run_spec", "decision"), "{");
  expect(await migrateStore(bucket(objects), false)).toMatchObject({ runs: { sealed: SEALED }, unreadable: [] });
});

/** The files of sealed generations whose bytes differ from those of the seal. */
async function damaged(objects: ObjectStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list("runs/")) {
    const manifest = key.endsWith("/manifest.json") ? await getJson(objects, key, Manifest) : undefined;
    if (manifest?.folder === undefined) continue;
    const keyOf = runFileKeys(manifest.suite, manifest.run, manifest);
    for (const [file, sha256] of Object.entries(manifest.files)) {
      const stored = await objects.get(keyOf(file));
      if (stored === undefined || sha256Hex(stored.body) !== sha256) found.push(keyOf(file));
    }
  }
  return found;
}

/** Seals the next generation of a migrated run, and shows its files in the run's own folder, as an aggregator does. */
async function sealAgain(objects: ObjectStore, suite: string, run: string): Promise<void> {
  const { manifest, keyOf } = await openRun(objects, suite, run);
  if (manifest?.folder === undefined) return;
  const next = { ...manifest, generation: manifest.generation + 1, folder: `public/9-${"a".repeat(32)}` };
  const files: Record<string, string> = {};
  for (const file of Object.keys(manifest.files)) {
    const text = `${new TextDecoder().decode((await objects.get(keyOf(file)))?.body)} `;
    files[file] = sha256Hex(text);
    for (const key of [runFileKeys(suite, run, next)(file), keys.runFile(suite, run, file)])
      await objects.put(key, text);
  }
  await sealRun({ objects }, { ...next, files });
}

test("a migration of a folder that stalls until a run is migrated and sealed again damages no sealed file", async () => {
  const bad: unknown[] = [];
  let stops = 0;
  for (let isReached = true; isReached; stops++) {
    const objects = await smallStore();
    isReached = false;
    const stalled = pausedAt(objects, stops + 1, async () => {
      isReached = true;
      await migrateStore(bucket(objects, { showsRuns: true }), false);
      await sealAgain(objects, "second", LONGEST);
    });
    await migrateStore(bucket(stalled, { showsRuns: true }), false);
    const files = await damaged(objects);
    if (files.length > 0) bad.push({ stop: stops + 1, files });
  }
  expect(bad).toEqual([]);
  expect(stops).toBeGreaterThan(50);
});
