import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, it } from "vitest";
import { auditEntries } from "./audit-entries.ts";
import { putAuditEntry } from "./audit-entry.ts";

it("the audit trail of a period has the entries of its first and its last day, in their order", async () => {
  const objects = memoryStore();
  for (const day of ["2026-11-24", "2026-11-22", "2026-11-25", "2026-11-23"])
    await putAuditEntry(
      { objects, clock: { nowMs: () => Date.parse(`${day}T10:00:00Z`), randomUuid: () => "0".repeat(12) } },
      { owner: "ann", keyId: "k", method: "GET", route: "/v1/runs/{suite}/{run}", named: { run: day }, status: 200 },
    );
  const read: string[] = [];
  for await (const { named } of auditEntries(objects, { since: "2026-11-23", until: "2026-11-24" }))
    read.push(named.run ?? "");
  expect(read).toEqual(["2026-11-23", "2026-11-24"]);
});
