import { expect, test, vi } from "vitest";
import type { ModelClient } from "@medhelm/core/ports";
import { saySlowWeights } from "./say-slow-weights.ts";

const client: ModelClient = {
  wireBody: () => ({}),
  endpoint: "http://127.0.0.1:8000/v1/chat/completions",
  flavour: "chat",
  ask: () => Promise.reject(new Error("not asked")),
  weights: () => new Promise(() => undefined),
};

test("a server that does not name its weights within a second is named while it is waited for", () => {
  vi.useFakeTimers();
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  void saySlowWeights(client).weights?.(new AbortController().signal);
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  expect(said.mock.calls).toEqual([["medhelm: waiting for 127.0.0.1:8000 to name its weights, at most 3 s\n"]]);
});
