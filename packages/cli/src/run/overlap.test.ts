import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { overlap } from "./overlap.ts";

/** Items are named by their group and number. @returns the starts, and the ends in parentheses */
async function worked(items: readonly string[], atOnce: number, fails?: string): Promise<string> {
  const seen: string[] = [];
  const options = { groupOf: (item: string) => item.slice(0, 1), perGroup: 2, atOnce };
  const work = async (item: string): Promise<void> => {
    seen.push(item);
    await turn();
    if (item === fails) throw new Error(item);
    seen.push(`(${item})`);
  };
  await overlap(items, options, work).catch((error: unknown) => seen.push(String(error)));
  return seen.join(" ");
}

test("an item waits for its own group only", async () => {
  expect(await worked(["a1", "a2", "a3", "b1"], 8)).toBe("a1 a2 b1 (a1) a3 (a2) (b1) (a3)");
});

test("no more items than allowed run at once", async () => {
  expect(await worked(["a1", "b1", "c1"], 1)).toBe("a1 (a1) b1 (b1) c1 (c1)");
});

test("after a failure no further item starts, and those in progress end", async () => {
  expect(await worked(["a1", "a2", "a3"], 8, "a1")).toBe("a1 a2 (a2) Error: a1");
});

test("without items there is nothing to wait for", async () => {
  expect(await worked([], 8)).toBe("");
});
