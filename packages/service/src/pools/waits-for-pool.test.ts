import { keys } from "@medhelm/core/store/object-keys";
import { collect } from "@medhelm/core/run/collect";
import { distinctName } from "@medhelm/core/text/distinct-name";
import { enqueue, MODEL, poolOf, prompts, shardOf } from "@medhelm/testing/fixtures/pool";
import { expect, test } from "vitest";
import { waitsForPool } from "./waits-for-pool.ts";

const AWAITING = { state: "awaiting", deployment: MODEL } as const;

test("a run whose shard has lost its place in the queue goes on with its next job, which gives the shard another place", async () => {
  const { objects, ...pool } = poolOf();
  await enqueue({ objects, ...pool }, "ann", prompts(2));
  expect(await waitsForPool(objects, shardOf("ann"), AWAITING)).toBe(true);
  for (const { key } of await collect(objects.list(keys.poolQueue(distinctName(MODEL))))) await objects.delete(key);
  expect(await waitsForPool(objects, shardOf("ann"), AWAITING)).toBe(false);
  await enqueue({ objects, ...pool }, "ann", prompts(2));
  expect(await waitsForPool(objects, shardOf("ann"), AWAITING)).toBe(true);
});
