import { expect, test } from "vitest";
import { readRunbook } from "./alarm-runbook.ts";

test("a row of the runbook that names two alarms is the entry of both, and other tables are no entries", () => {
  const page =
    "## Alarms\n| alarm | meaning | action |\n|---|---|---|\n| `A`, `B` | late | wait |\n## Quotas\n| `C` | no | no |\n";
  expect(readRunbook(page)).toEqual([
    { alarm: "A", meaning: "late", action: "wait" },
    { alarm: "B", meaning: "late", action: "wait" },
  ]);
});
