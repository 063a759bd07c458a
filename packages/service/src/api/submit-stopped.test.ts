import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, messages, QUOTA } from "@medhelm/testing/fixtures/api";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { accountedMicroUsd } from "../index/account.ts";
import { countOf } from "../index/items.ts";
import { indexKeys } from "@medhelm/core/store/index-keys";

type Stop = "before" | "after";

/** Stops every operation from the n-th on: that one before or after it takes place. */
function stoppedAt(n: number, stop: Stop) {
  let calls = 0;
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    const call = ++calls;
    if (call > n || (call === n && stop === "before")) throw new Error("stopped");
    const result = await work();
    if (call === n) throw new Error("stopped");
    return result;
  };
  const objects = (store: ObjectStore): ObjectStore => ({
    ...store,
    get: (key) => guard(() => store.get(key)),
    head: (key) => guard(() => store.head(key)),
    put: (...of) => guard(() => store.put(...of)),
    delete: (...of) => guard(() => store.delete(...of)),
  });
  const index = (of: Index): Index => ({
    get: (key) => guard(() => of.get(key)),
    getAll: (keys) => guard(() => of.getAll(keys)),
    query: (...query) => guard(() => of.query(...query)),
    write: (writes) => guard(() => of.write(writes)),
  });
  return { objects, index, isReached: () => calls >= n };
}

test.each<Stop>(["before", "after"])(
  "a repeat completes a submission that was stopped %s any operation, and counts and lists it once",
  async (stop) => {
    let stops = 0;
    for (let n = 1; ; n++) {
      const clock = fakeClock();
      const [objects, index] = [memoryStore({ clock }), sqliteIndex(":memory:", { clock })];
      const at = stoppedAt(n, stop);
      const service = { organisations: [], quota: QUOTA };
      const prices = { find: () => undefined, gpuClasses: [] };
      const broken = fixture({ clock, service, prices, objects: at.objects(objects), index: at.index(index) });
      const api = fixture({ clock, service, prices, objects, index });
      const send = (to: typeof api) => {
        const body = { suite: "my", budgetUsd: 2, entries: [{ description: "pubmed_qa:model=demo/first" }] };
        return to.call("POST", "/v1/submissions", { body, headers: { "idempotency-key": "k" } });
      };
      await send(broken);
      if (!at.isReached()) break;
      stops++;
      await clock.advance(1000);
      const again = await send(api);
      const { submissions } = Object(await (await api.call("GET", "/v1/submissions")).json());
      const { suites } = Object(await (await api.call("GET", "/v1/suites")).json());
      expect({
        n,
        status: again.status,
        listed: submissions.length,
        suites: suites.length,
        runs: await countOf(index, indexKeys.runQuota("ann", "2025-01-01")),
        microUsd: await accountedMicroUsd(index, "ann", "2025-01"),
        messages: (await messages(api.dispatchQueue)).length,
      }).toEqual({ n, status: 202, listed: 1, suites: 1, runs: 1, microUsd: 2_000_000, messages: 1 });
    }
    expect(stops).toBeGreaterThan(12);
  },
);
