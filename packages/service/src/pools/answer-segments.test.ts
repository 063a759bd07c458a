import type { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { appendSegments } from "./answer-segments.ts";

const answer = (text: string): StoredAnswer => ({
  formatVersion: 1,
  deployment: "d",
  result: { success: true, embedding: [], completions: [{ text, logprob: 0, tokens: [] }], cached: false },
  usage: {},
});

test("of two workers that store an answer to one request, the later one gets the answer of the first", async () => {
  const clock = fakeClock();
  const ports = { objects: memoryStore({ clock }), clock, signal: new AbortController().signal };
  const place = { scope: "public", deployment: "d", benchmark: "b" };
  const [first, later] = [appendSegments(ports, place), appendSegments(ports, place)];
  void first.store("key", answer("first"));
  await first.flush();
  await clock.advance(1);
  const stored = later.store("key", answer("later"));
  await later.flush();
  expect(await stored).toEqual(answer("first"));
});
