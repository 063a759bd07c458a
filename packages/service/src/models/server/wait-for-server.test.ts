import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { systemClock } from "@medhelm/adapters/system-clock";
import { expect, test } from "vitest";
import { waitForServer, ServerDied, watchServer } from "./wait-for-server.ts";

const baseUrl = "http://127.0.0.1:8000/v1";
const running = { baseUrl, ended: async () => undefined, lastLines: async () => [] };
const never = new AbortController().signal;

/** A fetch whose statuses come from `answer`. "refused" means that no server listens. */
function serverThat(answer: (url: string, call: number) => number | "refused") {
  let calls = 0;
  const asked: string[] = [];
  const fetch = async (request: string | URL | Request): Promise<Response> => {
    const { url } = new Request(request);
    asked.push(url);
    const status = answer(url, calls++);
    if (status === "refused") throw new TypeError("fetch failed");
    return new Response("", { status });
  };
  return { asked, fetch };
}

test("the worker waits until vLLM's health or another server's models endpoint answers", async () => {
  const vllm = serverThat((_url, call) => (call < 3 ? "refused" : 200));
  const said: string[] = [];
  const clock = { ...systemClock, sleep: async () => undefined };
  await waitForServer({ clock, fetch: vllm.fetch, say: (line) => said.push(line) }, running, { signal: never });
  expect(vllm.asked).toEqual(Array.from({ length: 4 }, () => "http://127.0.0.1:8000/health"));
  expect(said).toEqual(["the model server answers after 0 s"]);
  const other = serverThat((url) => (url.endsWith("/health") ? 404 : 200));
  await waitForServer({ clock, fetch: other.fetch, say: () => undefined }, running, { signal: never });
  expect(other.asked).toEqual(["http://127.0.0.1:8000/health", "http://127.0.0.1:8000/v1/models"]);
});

test("the worker reports a dead server with its last lines, before the deadline", async () => {
  const dead = { baseUrl, ended: async () => "exit code 1", lastLines: async () => ["loading", "CUDA out of memory"] };
  const ports = { clock: systemClock, fetch: serverThat(() => "refused").fetch, say: () => undefined };
  await expect(waitForServer(ports, dead, { signal: never })).rejects.toThrow(
    new ServerDied("the model server ended with exit code 1; its last lines:\nloading\nCUDA out of memory"),
  );
});

test("the worker stops waiting for a silent server at the deadline", async () => {
  const clock = fakeClock();
  const ports = { clock, fetch: serverThat(() => 503).fetch, say: () => undefined };
  const waiting = waitForServer(ports, running, { signal: never, deadlineMs: 10, pollMs: 5 });
  await expect(Promise.all([waiting, advance(clock)])).rejects.toThrow("the model server did not answer within 0 s");
});

async function advance(clock: ReturnType<typeof fakeClock>): Promise<void> {
  for (let step = 0; step < 50; step++) {
    await clock.advance(5);
    await new Promise((done) => setTimeout(done, 1));
  }
}

test("the worker notices a server that dies during the job", async () => {
  let looks = 0;
  const dying = {
    baseUrl,
    ended: async () => (++looks < 3 ? undefined : "exit code 139"),
    lastLines: async () => ["segmentation fault"],
  };
  const ports = { clock: systemClock, fetch: serverThat(() => 200).fetch, say: () => undefined };
  const died = Promise.withResolvers<ServerDied>();
  await watchServer(ports, dying, { signal: never, onDeath: died.resolve, pollMs: 1 });
  expect((await died.promise).message).toBe(
    "the model server ended with exit code 139; its last lines:\nsegmentation fault",
  );
});
