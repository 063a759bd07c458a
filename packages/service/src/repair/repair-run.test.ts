import { metricFor } from "@medhelm/benchmarks/registry";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { damagedObject } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import {
  type Counted,
  copyInto,
  plan,
  runToSeal,
  SUITE,
  workerPorts,
  workRequest,
} from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { verifyRun } from "../verify/verify-run.ts";
import { repairRun } from "./repair-run.ts";

const two = await plan(2);
const run = two.runSpec.name;
const sealed = memoryStore();
const seal = await runToSeal(workerPorts(sealed, { answered: [] }), workRequest(two));
const { keyOf } = await openRun(sealed, SUITE, run);
const files = Object.keys(seal.files);

async function withFlip(key: string): Promise<ObjectStore> {
  const objects = memoryStore();
  await copyInto(sealed, objects);
  const bytes = (await objects.get(key))?.body ?? new Uint8Array();
  await objects.put(
    key,
    bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 1 : byte)),
  );
  return objects;
}
const repaired = (objects: ObjectStore) => repairRun({ objects, metrics: metricFor }, SUITE, run);
const difference = async (objects: ObjectStore) =>
  (await verifyRun({ objects, metrics: metricFor }, SUITE, run)).difference;
const isOfWorker = (file: string): boolean => ["run_spec.json", "scenario.json", "scenario_state.json"].includes(file);

test("a whole run is left as it is", async () => {
  expect(await repaired(await withFlip("none"))).toEqual({ rebuilt: [], lost: [] });
});

test.each(files.filter((file) => !isOfWorker(file)))(
  "%s with another byte is noticed, and computed again with the sealed bytes",
  async (file) => {
    const objects = await withFlip(keyOf(file));
    expect(await difference(objects)).toMatchObject({ file: keyOf(file) });
    expect(await repaired(objects)).toEqual({ rebuilt: [`${keyOf(file)} is computed again`], lost: [] });
    expect(await difference(objects)).toBeUndefined();
  },
);

/** A store whose compressed file of a key cannot be unpacked until the key is written again. */
async function withDamagedFrame(key: string): Promise<ObjectStore> {
  const objects = memoryStore();
  await copyInto(sealed, objects);
  let isDamaged = true;
  const refuse = (asked: string): void => {
    if (asked === key && isDamaged) throw damagedObject(key, "its compressed bytes are damaged or cut off");
  };
  return {
    ...objects,
    async get(asked) {
      refuse(asked);
      return objects.get(asked);
    },
    async *stream(asked, range) {
      refuse(asked);
      yield* objects.stream(asked, range);
    },
    async put(asked, body, condition) {
      if (asked === key) isDamaged = false;
      return objects.put(asked, body, condition);
    },
  };
}

test.each(files.filter((file) => !isOfWorker(file)))(
  "%s that cannot be unpacked is noticed, and computed again with the sealed bytes",
  async (file) => {
    const objects = await withDamagedFrame(keyOf(file));
    expect(await difference(objects)).toMatchObject({ file: keyOf(file) });
    expect(await repaired(objects)).toEqual({ rebuilt: [`${keyOf(file)} is computed again`], lost: [] });
    expect(await difference(objects)).toBeUndefined();
  },
);

test.each(files.filter(isOfWorker))("%s that cannot be unpacked is noticed", async (file) => {
  expect(await difference(await withDamagedFrame(keyOf(file)))).toMatchObject({ file: keyOf(file) });
});

test.each(files.filter(isOfWorker))(
  "%s with another byte is set aside, and the next run writes it again without a question",
  async (file) => {
    const objects = await withFlip(keyOf(file));
    expect(await difference(objects)).toMatchObject({ file: keyOf(file) });
    expect(await repaired(objects)).toMatchObject({
      rebuilt: [],
      lost: [expect.stringContaining(`${keyOf(file)}: no intact copy is left; run its entry again`)],
    });
    const asked: Counted = { answered: [] };
    const again = await runToSeal(workerPorts(objects, asked), workRequest(two));
    expect([again.contentSha256, asked.answered]).toEqual([seal.contentSha256, []]);
  },
);

test.each([
  ["the manifest", keys.manifest(SUITE, run), "is restored from the sealed generation"],
  ["the identity", keys.identity(SUITE, run), "was damaged and is deleted; the next run of the entry writes it again"],
  ["the decision", keyOf("run_spec.json").replace("run_spec", "decision"), "is written again"],
])("%s that is empty is repaired", async (_what, key, how) => {
  const objects = await withFlip("none");
  await objects.put(key, "");
  expect(await repaired(objects)).toEqual({ rebuilt: [`${key} ${how}`], lost: [] });
  expect(await difference(objects)).toBeUndefined();
});

test.each([
  ["assembly.json", "is made again from the manifest"],
  ["manifest.json", "is copied from the run's manifest"],
  ["decision.json", "is written again"],
])("%s of the generation with another byte is noticed, and written again", async (file, how) => {
  const key = keyOf("run_spec.json").replace("run_spec.json", file);
  const objects = await withFlip(key);
  expect(await difference(objects)).toMatchObject({ file: key });
  expect(await repaired(objects)).toEqual({ rebuilt: [`${key} ${how}`], lost: [] });
  expect(await difference(objects)).toBeUndefined();
});

test("a record of work that the disk does not let us read ends the repair, and is not called whole", async () => {
  const objects = await withFlip("none");
  const key = keys.progress(SUITE, run);
  await objects.put(key, "{}");
  const refused = Object.assign(new Error("EIO"), { code: "EIO" });
  const get: ObjectStore["get"] = async (asked) => (asked === key ? Promise.reject(refused) : objects.get(asked));
  await expect(repaired({ ...objects, get })).rejects.toThrow(refused);
});

test.each(files)("%s that is missing is noticed", async (file) => {
  const objects = await withFlip("none");
  await objects.delete(keyOf(file));
  expect(await difference(objects)).toMatchObject({ file: keyOf(file) });
});
