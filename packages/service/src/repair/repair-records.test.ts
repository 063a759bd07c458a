import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { repairRecords } from "./repair-records.ts";

/** A store with two records, of which this one has another digit. */
async function withFlip(key: string) {
  const objects = memoryStore();
  await putJson(objects, keys.suite("s"), { formatVersion: 1, owner: "ann" });
  await putJson(objects, key, { formatVersion: 1, value: 1234 });
  const text = new TextDecoder().decode((await objects.get(key))?.body);
  await objects.put(key, text.replace("1234", "1235"));
  return objects;
}

test.each([
  [keys.submission("a1"), "restore it from a copy"],
  [keys.submissionBudget("a1"), "restore it from a copy"],
  [keys.submissionCancel("a1"), "delete it and cancel the submission again"],
  [keys.ledgerEntry("ann", "2026-11", "a1-ab"), "restore it from a copy"],
  [keys.suite("t"), "restore it from a copy"],
  [keys.apiKey("ab"), "restore it from a copy, or delete it and create another key for its user"],
  [keys.auditEntry("2026-11-29", "x"), "restore it from a copy"],
  [keys.releaseRequest("r1"), "restore it, or delete the release with medhelm withdraw --release"],
  [keys.releaseFile("r1", "release.json"), "restore it, or delete the release with medhelm withdraw --release"],
  [keys.releaseFailed("r1"), "delete it, and the release is made again"],
])("another digit in %s is named with what helps", async (key, remedy) => {
  const lost = [`${key}: its text differs from its own hash; ${remedy}`];
  expect(await repairRecords(await withFlip(key))).toEqual({ rebuilt: [], lost });
});

test.each([
  keys.submissionStarted("a1", "r"),
  keys.submissionHandled("a1", "r"),
  keys.submissionSettled("a1"),
  keys.submissionDone("a1"),
  keys.job("a1", "m/one", "candidate"),
])("%s with another digit is deleted, because the service writes it again", async (key) => {
  const objects = await withFlip(key);
  const rebuilt = [`${key} was damaged and is deleted; the service writes it again`];
  expect(await repairRecords(objects)).toEqual({ rebuilt, lost: [] });
  expect(await repairRecords(objects)).toEqual({ rebuilt: [], lost: [] });
});
