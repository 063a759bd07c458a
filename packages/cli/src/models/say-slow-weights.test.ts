import { expect, test } from "vitest";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import type { ModelClient } from "@medhelm/core/ports";
import { saySlowWeights } from "./say-slow-weights.ts";

const client: ModelClient = {
  wireBody: () => ({}),
  endpoint: "http://127.0.0.1:8000/v1/chat/completions",
  flavour: "chat",
  ask: () => Promise.reject(new Error("not asked")),
  weights: () => new Promise(() => undefined),
};

test("a server that does not name its weights within a second is named while it is waited for", async () => {
  const said: string[] = [];
  const clock = fakeClock();
  void saySlowWeights(client, { clock, say: (text) => said.push(text) }).weights?.(new AbortController().signal);
  await clock.advance(1000);
  expect(said).toEqual(["waiting for 127.0.0.1:8000 to name its weights, at most 3 s"]);
});
