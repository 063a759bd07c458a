import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { countDeletes } from "./count-deletes.ts";

test("each deletion is reported with its number, and reaches the store", async () => {
  const objects = memoryStore();
  await objects.put("runs/a", "1");
  const reported: number[] = [];
  const counted = countDeletes(objects, (done) => reported.push(done));
  expect([await counted.delete("runs/a"), await counted.delete("runs/a")]).toEqual(["deleted", "absent"]);
  expect(reported).toEqual([1, 2]);
});
