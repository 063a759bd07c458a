import { expect, test } from "vitest";
import { type ApiClient, ServiceAway } from "./api-client.ts";
import { followSubmission } from "./follow-submission.ts";

const event = (name: string, id: string, data: unknown): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\nid: ${id}\n\n`;
const runs = (state: "queued" | "sealed") => ({
  runs: [{ run: "r", status: state === "sealed" ? { state, contentSha256: "c" } : { state } }],
});

const call: ApiClient["call"] = () => Promise.reject(new Error("not called"));

/** Follows a service that gives these replies, and returns what was sent, the pauses, the last states and the messages. */
async function follow(...replies: readonly (string | Response | Error)[]) {
  const left = [...replies];
  const said: string[] = [];
  const lastIds: (string | undefined)[] = [];
  const pauses: number[] = [];
  const raw: ApiClient["raw"] = async (_, headers) => {
    lastIds.push(headers["last-event-id"]);
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next instanceof Response ? next : new Response(next);
  };
  const pause = async (ms: number): Promise<void> => void pauses.push(ms);
  const api = { url: "http://127.0.0.1:1", raw, call };
  const view = { show: () => undefined, say: (text: string) => void said.push(text) };
  const states = await followSubmission(api, "a1", view, new AbortController().signal, pause);
  return { lastIds, pauses, states, said };
}

test("without a stream the pauses begin at the service's retry, grow while nothing changes, and end after a change", async () => {
  const quiet = "retry: 2000\n\n";
  const { lastIds, pauses, states } = await follow(
    quiet + event("runs", "1", runs("queued")),
    ...Array.from({ length: 8 }, () => quiet),
    quiet + event("runs", "2", runs("sealed")),
    quiet + event("end", "2", { state: "sealed" }),
  );
  expect(pauses).toEqual([2000, 3000, 4500, 6750, 10_125, 15_187.5, 22_781.25, 30_000, 30_000, 2000]);
  expect(lastIds).toEqual([undefined, ...Array(9).fill("1"), "2"]);
  expect([...states]).toEqual([["r", { state: "sealed", contentSha256: "c" }]]);
});

test("a lost stream is followed again after a second, with the last event's id", async () => {
  const { lastIds, pauses } = await follow(event("runs", "1", runs("queued")), event("end", "1", { state: "failed" }));
  expect([lastIds, pauses]).toEqual([[undefined, "1"], [1000]]);
});

const building = () => new Response("{}", { status: 503, headers: { "retry-after": "60" } });

test("a service that builds its index after an upgrade is asked again when it says so", async () => {
  const { pauses, states } = await follow(
    building(),
    building(),
    event("runs", "1", runs("sealed")) + event("end", "1", { state: "sealed" }),
  );
  expect([pauses, [...states.keys()]]).toEqual([[60_000, 60_000], ["r"]]);
});

test("a client waits an hour for a service that is not ready, however often it says so", async () => {
  const { pauses, states } = await follow(
    ...Array.from({ length: 59 }, building),
    event("runs", "1", runs("queued")),
    ...Array.from({ length: 60 }, building),
    event("end", "1", { state: "sealed" }),
  );
  expect(pauses.filter((ms) => ms === 60_000)).toHaveLength(119);
  expect([...states.keys()]).toEqual(["r"]);
});

test("after an hour without a ready service, the error says that the submission continues", async () => {
  await expect(follow(...Array.from({ length: 100 }, building))).rejects.toThrow(
    "http://127.0.0.1:1 is not ready after an hour, but submission a1 continues there",
  );
});

const refused = (): Error => new ServiceAway("nothing answers at http://127.0.0.1:1");
const ended = event("end", "1", { state: "sealed" });

test("a service that does not answer for a while is asked again, also before its first event, and one message says so", async () => {
  const { pauses, said } = await follow(refused(), refused(), refused(), ended);
  expect(pauses).toEqual([1000, 1500, 2250]);
  expect(said).toEqual([
    "http://127.0.0.1:1 does not answer; the command tries again for 15 minutes",
    "http://127.0.0.1:1 answers again",
  ]);
});

test("a stream that is lost once is not worth a sentence", async () => {
  const { said } = await follow(event("runs", "1", runs("queued")), refused(), ended);
  expect(said).toEqual([]);
});

const proxied = (): Response => new Response("<html>", { status: 502 });

test("a proxy that answers for a service that restarts is no end, and 15 minutes without an answer are", async () => {
  expect((await follow(proxied(), proxied(), ended)).pauses).toEqual([1000, 1500]);
  await expect(follow(ended.slice(0, 3), ...Array.from({ length: 200 }, refused))).rejects.toThrow(
    "http://127.0.0.1:1 has not answered for 15 minutes, but submission a1 continues there; follow it with: medhelm submissions show a1 --wait --api http://127.0.0.1:1",
  );
});

test.each([
  [404, "http://127.0.0.1:1 does not know submission a1"],
  [401, "http://127.0.0.1:1 refuses the API key, which is unknown, revoked or expired"],
])("a refusal with status %i ends the waiting at once, also in the middle of a submission", async (status, reason) => {
  const refusal = new Response("{}", { status });
  await expect(follow(event("runs", "1", runs("queued")), refusal, ended)).rejects.toThrow(reason);
});

test("a key that ends in the middle of a submission does not end the submission, and the message names its command", async () => {
  const refusal = new Response("{}", { status: 401 });
  await expect(follow(event("runs", "1", runs("queued")), refusal, ended)).rejects.toThrow(
    "set MEDHELM_TOKEN to another key; submission a1 continues there; follow it with: medhelm submissions show a1 --wait --api http://127.0.0.1:1",
  );
});

const limited = (after: string) => new Response("{}", { status: 429, headers: { "retry-after": after } });

test("a service that says when to ask again gets no request before, also after too many requests", async () => {
  const { pauses } = await follow(limited("5"), limited("0"), event("end", "1", { state: "sealed" }));
  expect(pauses).toEqual([5000, 1000]);
});

test("a fault of the service is shown in the service's own words", async () => {
  const detail = "submissions/a1/request.json: not valid JSON; the file is damaged or cut off";
  const problem = () =>
    new Response(JSON.stringify({ title: "A stored object cannot be read", detail }), { status: 500 });
  await expect(follow(problem())).rejects.toThrow(detail);
});
