import type { ObjectStore } from "@medhelm/core/ports";
import { Identity } from "@medhelm/core/run/identity";
import { getJson } from "@medhelm/core/store/objects";
import { keys } from "@medhelm/core/store/object-keys";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
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
import { workRun } from "./work-run.ts";

const two = await plan(2);
const run = two.runSpec.name;
const answers: Counted = { answered: [] };
const sealed = memoryStore();
await workRun(workerPorts(sealed, answers), workRequest(two));
const assembled = memoryStore();
await copyInto(sealed, assembled);
const seal = await runToSeal(workerPorts(sealed, answers), workRequest(two));

const isScratch = (key: string): boolean => key.startsWith(keys.work(SUITE, run)) || key.endsWith("/decision.json");
const isOfAttempt = (key: string): boolean => isScratch(key) || key.startsWith("runs/");

/** Names of damages, and what each leaves of a file's bytes. */
const DAMAGES: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  emptied: () => new Uint8Array(),
  "cut in half": (bytes) => bytes.subarray(0, bytes.length >> 1),
  "with another byte in its first quarter": (bytes) => flipped(bytes, 0.2),
  "with another byte in its middle": (bytes) => flipped(bytes, 0.5),
  "with another byte in its last quarter": (bytes) => flipped(bytes, 0.85),
};

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const index = Math.floor(bytes.length * at);
  return bytes.map((byte, i) => (i === index ? byte ^ 1 : byte));
}

const cases = (found: readonly string[]) =>
  found.flatMap((key) => Object.keys(DAMAGES).map((how) => [key, how] as const));

/** Damages one object of a copy of the store, and works on the run an hour later. */
async function runAgain(from: ObjectStore, key: string, how: string) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  await copyInto(from, objects);
  const stored = await objects.get(key);
  await objects.put(key, DAMAGES[how]?.(stored?.body ?? new Uint8Array()) ?? "");
  await clock.advance(3_600_000);
  const asked: Counted = { answered: [] };
  const manifest = await runToSeal(workerPorts(objects, asked), workRequest(two));
  return { contentSha256: manifest.contentSha256, asked: asked.answered.length };
}

const WHOLE = { contentSha256: seal.contentSha256, asked: 0 };

test.each(cases((await keysIn(assembled)).filter(isOfAttempt)))(
  "a run that waits for its seal, with %s %s, is sealed with the same content and asks nothing again",
  async (key, how) => {
    expect(await runAgain(assembled, key, how)).toEqual(WHOLE);
  },
);

test.each(cases((await keysIn(sealed)).filter(isScratch)))(
  "a sealed run, with %s %s, keeps its content and asks nothing again",
  async (key, how) => {
    expect(await runAgain(sealed, key, how)).toEqual(WHOLE);
  },
);

test("a damaged identity of a sealed run is written again", async () => {
  const objects = memoryStore();
  await copyInto(sealed, objects);
  await objects.put(keys.identity(SUITE, run), "");
  await workRun(workerPorts(objects, { answered: [] }), workRequest(two));
  expect(await getJson(objects, keys.identity(SUITE, run), Identity)).toMatchObject({ generation: 1, attempts: 1 });
});

test.each([
  ["of another generation than its folder", { generation: 3 }],
  ["of a generation that cannot be raised", { generation: Number.MAX_SAFE_INTEGER, folder: undefined }],
  ["of a negative generation", { generation: -1, folder: undefined }],
  ["with attempts that cannot be raised", { attempts: Number.MAX_SAFE_INTEGER }],
])("an identity without a hash, %s, of a run that waits for its seal is written again", async (_, fields) => {
  const objects = memoryStore();
  await copyInto(assembled, objects);
  const { ownSha256: _own, ...identity } = {
    ...(await getJson(objects, keys.identity(SUITE, run), Identity)),
    ...fields,
  };
  await objects.put(keys.identity(SUITE, run), JSON.stringify(identity));
  const { generation, contentSha256 } = await runToSeal(workerPorts(objects, { answered: [] }), workRequest(two));
  expect({ generation, contentSha256 }).toEqual({ generation: 1, contentSha256: seal.contentSha256 });
});
