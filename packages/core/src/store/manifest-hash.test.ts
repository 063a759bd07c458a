import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { keys } from "./object-keys.ts";
import { UnreadableObject } from "./objects.ts";
import type { Manifest } from "../release/runs/manifest.ts";
import { parseManifest, withHash } from "./manifest-hash.ts";

const small = await plan(1);
const objects = memoryStore();
await runToSeal(workerPorts(objects, { answered: [] }), workRequest(small));
const KEY = keys.manifest(SUITE, small.runSpec.name);
const sealed = (await objects.get(KEY))?.body ?? new Uint8Array();

const readOrRefuse = (bytes: Uint8Array): Manifest | "refused" => {
  try {
    return parseManifest(bytes, KEY);
  } catch (error) {
    if (error instanceof UnreadableObject) return "refused";
    throw error;
  }
};

test("a flipped bit at any place of a manifest is noticed, or changes no field", () => {
  const { ownSha256: _, ...whole } = parseManifest(sealed, KEY);
  const changed = [];
  for (let at = 0; at < sealed.length; at++) {
    const flipped = sealed.map((byte, i) => (i === at ? byte ^ 1 : byte));
    const read = readOrRefuse(flipped);
    if (read === "refused") continue;
    const { ownSha256: __, ...fields } = read;
    if (JSON.stringify(fields) !== JSON.stringify(whole)) changed.push(at);
  }
  expect(changed).toEqual([]);
});

test("a manifest with another model is named with what to do", () => {
  const text = new TextDecoder().decode(sealed);
  const other = new TextEncoder().encode(text.replace(/"model":"[^"]+"/, '"model":"other/model"'));
  expect(() => parseManifest(other, KEY)).toThrow(
    `${KEY}: its content differs from its own hash; run its entry again, or call medhelm repair in its folder; the answers are kept`,
  );
});

test("a manifest of an earlier version, which has no hash, is read", () => {
  const { ownSha256: _, ...earlier } = Object(JSON.parse(new TextDecoder().decode(sealed)));
  expect(parseManifest(new TextEncoder().encode(JSON.stringify(earlier)), KEY).run).toBe(small.runSpec.name);
});

test("a field of a later version counts in the hash, and is no damage", () => {
  const { ownSha256: _, ...fields } = Object(JSON.parse(new TextDecoder().decode(sealed)));
  const later = JSON.stringify(withHash({ ...fields, later: "a" }));
  expect(parseManifest(new TextEncoder().encode(later), KEY).run).toBe(small.runSpec.name);
  expect(() => parseManifest(new TextEncoder().encode(later.replace('"later":"a"', '"later":"b"')), KEY)).toThrow(
    "its content differs from its own hash",
  );
});
