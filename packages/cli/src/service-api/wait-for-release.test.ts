import { expect, test } from "vitest";
import { ServiceAway } from "./api-client.ts";
import { waitForRelease } from "./wait-for-release.ts";

const release = (state: "queued" | "built" | "published") => ({
  name: "r1",
  suites: ["s"],
  profile: "corrected",
  publish: true,
  createdAt: "2026-11-29T10:00:00.000Z",
  status: { state },
});
const reply = (state: "queued" | "built" | "published", headers = {}) => Response.json(release(state), { headers });

/** Waits for a release of a service that gives these replies, and returns the pauses, the states that were shown and the messages. */
async function wait(...replies: readonly (Response | Error)[]) {
  const left = [...replies];
  const [pauses, states, said]: [number[], string[], string[]] = [[], [], []];
  const raw = async (): Promise<Response> => {
    const next = left.shift() ?? new Error("not expected");
    if (next instanceof Error) throw next;
    return next;
  };
  const ended = await waitForRelease({ url: "http://127.0.0.1:1", raw }, "r1", (one) => states.push(one.status.state), {
    signal: new AbortController().signal,
    pause: async (ms) => void pauses.push(ms),
    say: (text) => void said.push(text),
  });
  return { pauses, states, said, end: ended.status.state };
}

test("a client asks for a release again when the service says so, or after growing pauses, and each new state is shown", async () => {
  const told = { "retry-after": "5" };
  const waited = await wait(reply("queued", told), reply("queued"), reply("built"), reply("built"), reply("published"));
  expect(waited).toEqual({
    pauses: [5000, 750, 1125, 1687.5],
    states: ["queued", "built"],
    said: [],
    end: "published",
  });
});

const away = (): Error => new ServiceAway("nothing answers at http://127.0.0.1:1");

test("a service that restarts or builds its index is asked again, and messages say so", async () => {
  const building = new Response("{}", { status: 503, headers: { "retry-after": "60" } });
  const { pauses, said, end } = await wait(reply("queued"), away(), away(), building, reply("published"));
  expect([pauses, end]).toEqual([[500, 1000, 1500, 60_000], "published"]);
  expect(said).toEqual([
    "http://127.0.0.1:1 does not answer; the command tries again for 15 minutes",
    "http://127.0.0.1:1 answers again",
  ]);
});

test("a release that the service does not know ends the waiting at once", async () => {
  const detail = 'There is no release "r1".';
  await expect(wait(Response.json({ title: "Not found", detail }, { status: 404 }))).rejects.toThrow(detail);
});

test("a Ctrl-C ends the wait for a release although the service does not answer", async () => {
  const stop = new AbortController();
  const raw = (_: string, __: object, signal: AbortSignal): Promise<Response> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      stop.abort();
    });
  const api = { url: "http://127.0.0.1:1", raw };
  const view = { signal: stop.signal, say: () => undefined };
  await expect(waitForRelease(api, "r1", () => undefined, view)).rejects.toBe(stop.signal.reason);
});
