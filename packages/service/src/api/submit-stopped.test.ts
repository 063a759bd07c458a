import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, messages, QUOTA } from "@medhelm/testing/fixtures/api";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { killedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { accountedMicroUsd } from "../index/account.ts";
import { countOf } from "../index/items.ts";
import { indexKeys } from "@medhelm/core/store/index-keys";

test.each(["before", "after"])(
  "a repeat completes a submission that was stopped %s any operation, and counts and lists it once",
  async (stop) => {
    let stops = 0;
    for (let n = 1; ; n++) {
      const clock = fakeClock();
      const [objects, index] = [memoryStore({ clock }), sqliteIndex(":memory:", { clock })];
      const killed = killedAt(n, stop === "after");
      const service = { organisations: [], quota: QUOTA };
      const prices = { find: () => ({ client: { kind: "builtin" as const, baseline: "x" } }), gpuClasses: [] };
      const broken = fixture({ clock, service, prices, objects: killed.objects(objects), index: killed.index(index) });
      const api = fixture({ clock, service, prices, objects, index });
      const send = (to: typeof api) => {
        const body = { suite: "my", budgetUsd: 2, entries: [{ description: "pubmed_qa:model=demo/first" }] };
        return to.call("POST", "/v1/submissions", { body, headers: { "idempotency-key": "k" } });
      };
      await send(broken);
      if (killed.calls < n) break;
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
