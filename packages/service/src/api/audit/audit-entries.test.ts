import type { ObjectStore } from "@medhelm/core/ports";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, it } from "vitest";
import { auditEntries } from "./audit-entries.ts";
import { putAuditEntry } from "./audit-entry.ts";

/** Stores an entry for each of these days. */
async function putDays(objects: ObjectStore, ...days: readonly string[]): Promise<void> {
  for (const day of days)
    await putAuditEntry(
      { objects, clock: { nowMs: () => Date.parse(`${day}T10:00:00Z`), randomUuid: () => "0".repeat(12) } },
      { owner: "ann", keyId: "k", method: "GET", route: "/v1/runs/{suite}/{run}", named: { run: day }, status: 200 },
    );
}

async function readFrom(objects: ObjectStore, period: Parameters<typeof auditEntries>[1]) {
  const days: string[] = [];
  const damaged: string[] = [];
  for await (const { named } of auditEntries(objects, period, (sentence) => damaged.push(sentence)))
    days.push(named.run ?? "");
  return { days, damaged };
}

it("the audit trail of a period has the entries of its first and its last day, in their order", async () => {
  const objects = memoryStore();
  await putDays(objects, "2026-11-24", "2026-11-22", "2026-11-25", "2026-11-23");
  expect(await readFrom(objects, { since: "2026-11-23", until: "2026-11-24" })).toEqual({
    days: ["2026-11-23", "2026-11-24"],
    damaged: [],
  });
});

it("an entry with another character is named, and hides no other entry", async () => {
  const objects = memoryStore();
  await putDays(objects, "2026-11-22", "2026-11-23");
  for await (const { key } of objects.list("audit/2026-11-22/")) {
    const text = new TextDecoder().decode((await objects.get(key))?.body);
    await objects.put(key, text.replace("ann", "bob"));
  }
  expect(await readFrom(objects, { since: undefined, until: undefined })).toEqual({
    days: ["2026-11-23"],
    damaged: [
      expect.stringMatching(/^audit\/2026-11-22\/.*: its text differs from its own hash; restore it from a copy$/),
    ],
  });
});
