import { expect, test } from "vitest";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { withObjectEvents } from "./events-store.ts";
import { memoryStore } from "@medhelm/testing/stores/memory-store";

objectStoreContract("events", () => ({
  store: withObjectEvents(memoryStore(), { matches: () => true, onPut: async () => {}, report: () => {} }),
}));

test("each put and copy that wrote a matching key causes an event, and a refused put does not", async () => {
  const events: string[] = [];
  const store = withObjectEvents(memoryStore(), {
    matches: (key) => key.endsWith("/scenario_state.json"),
    onPut: async (key) => {
      events.push(`${key} ${(await store.head(key))?.sizeBytes}`);
    },
    report: () => {},
  });
  await store.put("runs/s/r/scenario_state.json", "123", { ifAbsent: true });
  await store.put("runs/s/r/scenario_state.json", "12", { ifAbsent: true });
  await store.put("runs/s/r/stats.json", "1");
  await store.copy("runs/s/r/scenario_state.json", "runs/s/r2/scenario_state.json");
  expect(events).toEqual(["runs/s/r/scenario_state.json 3", "runs/s/r2/scenario_state.json 3"]);
});

test("an event that fails is reported, and the put succeeds", async () => {
  const reports: unknown[] = [];
  const store = withObjectEvents(memoryStore(), {
    matches: () => true,
    onPut: () => Promise.reject(new Error("queue full")),
    report: (error, key) => reports.push([key, String(error)]),
  });
  expect((await store.put("k", "x")).outcome).toBe("written");
  expect(reports).toEqual([["k", "Error: queue full"]]);
});
