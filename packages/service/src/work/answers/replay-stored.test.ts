import { setImmediate as turn } from "node:timers/promises";
import { requestState } from "@medhelm/testing/fixtures/request-state";
import { expect, test } from "vitest";
import { replayStored } from "./replay-stored.ts";

const annotate = () => Promise.reject(new Error("a failed request is not judged"));

test("at most 16 stored answers are read in one turn of the event loop", async () => {
  let [reads, most] = [0, 0];
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    for (; !done.signal.aborted; reads = 0) await turn();
  };
  const watching = watch();
  const solve = async () => {
    most = Math.max(most, ++reads);
    const failure = { reason: "timeout", message: "no answer", isRetriable: true } as const;
    return { outcome: { kind: "failure", failure, attempts: 1, requestKey: "k" } } as const;
  };
  await replayStored(
    Array.from({ length: 1000 }, (_, i) => requestState(`id${i}`)),
    {
      solve,
      annotate,
      request: { concurrency: 64 },
      signal: new AbortController().signal,
    },
  );
  done.abort();
  await watching;
  expect(most).toBe(16);
});
