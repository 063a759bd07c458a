import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { type CallOptions, fixture, manifest, QUOTA, RUN } from "@medhelm/testing/fixtures/api";
import { submissionOf, testCompute } from "@medhelm/testing/fixtures/dispatch";
import { countedIndex } from "@medhelm/testing/stores/counted-index";
import { countedObjects } from "@medhelm/testing/stores/counted-store";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { continueIndex, isIndexBuilt } from "../index/build-index.ts";
import { markBuilt } from "../index/built.ts";
import { recordUsage } from "../index/record-usage.ts";
import { refreshRelease } from "../index/releases.ts";
import { refreshSuite } from "../index/suites.ts";
import { createSubmission, endSubmission, readSubmissionRecord } from "../index/submission-record.ts";
import { sweep } from "../sweep/sweep.ts";
import { newestFirstId } from "./submissions/submit.ts";

// Every route costs its page, and a sweep costs the work that it finds, for any length of history.

const AT = "2025-01-20T00:00:00.000Z";
const OWNERS = ["ann", "bob"];
const submission = { suite: "my", entries: [{ description: "pubmed_qa:model=demo/first" }], budgetUsd: 1 };
const run = `/v1/runs/my/${encodeURIComponent(RUN)}`;
const queued = `/v1/runs/my/${encodeURIComponent("pubmed_qa:model=demo_never")}`;

/** A service in which each of two owners has `length` ended submissions, suites, releases, keys, charges and inputs. */
async function service(length: number) {
  const clock = fakeClock(Date.parse(AT));
  const objects = countedObjects(memoryStore({ clock, presign: { base: "http://127.0.0.1:8787", secret: "s" } }));
  const index = countedIndex(sqliteIndex(":memory:", { clock }));
  await markBuilt(index);
  const ports = { objects, index, clock };
  const api = fixture({
    ...ports,
    isIndexBuilt: () => isIndexBuilt(ports),
    repliesWhole: true,
    service: { organisations: [], quota: { ...QUOTA, requestsPerMinute: 100_000 } },
  });
  for (const owner of OWNERS)
    for (let n = 0; n < length; n++) {
      const suite = n % 2 === 0 ? "my" : `${owner}-${n}`;
      await addEnded(ports, owner, n, suite);
      const name = `${owner}-${n}`;
      await putJson(objects, keys.suite(name), { formatVersion: 1, owner, visibility: "private" });
      await refreshSuite(ports, name);
      const request = { name, suites: ["my"], publish: true };
      await putJson(objects, keys.releaseRequest(name), { formatVersion: 1, owner, createdAt: AT, request });
      await putJson(objects, keys.sitePublished(name), {});
      await refreshRelease(ports, name);
      await api.call("POST", "/v1/keys", { as: "root", body: { owner, name, scopes: [] } });
      await objects.put(keys.input(owner, String(n).padStart(64, "0")), "x");
      await putJson(objects, keys.idempotency(owner, name), {});
      await putJson(objects, keys.manifest("my", `other-${owner}-${n}`), manifest());
      await putJson(objects, keys.manifest(`${owner}-${n}`, RUN), manifest());
    }
  await putJson(objects, keys.suite("my"), { formatVersion: 1, owner: "ann", visibility: "private" });
  await refreshSuite(ports, "my");
  await putJson(objects, keys.manifest("my", RUN), manifest());
  await clock.advance(86_400_000);
  const open = await api.submit("my", "demo/open");
  const keyOf = async () => Object(await (await api.call("GET", "/v1/keys?limit=1")).json()).keys[0]?.id;
  return { ...ports, api, open, key: String(await keyOf()) };
}
type Service = Awaited<ReturnType<typeof service>>;
type Stored = Pick<Service, "objects" | "index">;

/** A submission of an earlier month, with one charge. */
async function addEnded(ports: Stored, owner: string, n: number, suite: string): Promise<void> {
  const { objects, index } = ports;
  const some = submissionOf({ [`old-${n}`]: {} });
  const createdAt = "2024-12-01T00:00:00.000Z";
  const id = newestFirstId(Date.parse(createdAt) + n, owner.padStart(12, "0"));
  const stored: StoredSubmission = { ...some, id, owner, createdAt, request: { ...some.request, suite } };
  await putJson(objects, keys.submission(id), stored);
  await createSubmission(index, stored, 0);
  const found = await readSubmissionRecord(index, id);
  if (found === undefined) throw new Error(`no ${id}`);
  await endSubmission(index, found, { state: "failed", counts: { failed: 1 }, at: createdAt });
  const line = { role: "candidate", deployment: "m/one", model: "m", requests: 1, unmetered: 0 } as const;
  const lines = [{ ...line, promptTokens: 1, completionTokens: 1, microUsd: 1 }];
  const head = { formatVersion: 1, kind: "run", owner, month: "2024-12", submission: id } as const;
  await recordUsage(index, stored, { ...head, suite, run: `old-${n}`, lines });
}

interface Call extends CallOptions {
  readonly route: string;
  /** the route with its parameters filled in */
  readonly path?: (at: Service) => string;
}

/** A page of an owner's list, and of an administrator's. */
const list = (route: string): Call[] => ["ann", "root"].map((as) => ({ route, as, path: () => `${route}?limit=5` }));

const CALLS: readonly Call[] = [
  { route: "POST /v1/quotes", body: submission },
  { route: "POST /v1/submissions", body: submission },
  { route: "POST /v1/submissions", body: { ...submission, suite: "new" } },
  { route: "POST /v1/submissions", body: submission, headers: { "idempotency-key": "k" } },
  { route: "POST /v1/submissions", body: submission, headers: { "idempotency-key": "k" } },
  ...list("GET /v1/submissions"),
  { route: "GET /v1/submissions", path: () => "/v1/submissions?suite=my&limit=5" },
  { route: "GET /v1/submissions/{id}", path: ({ open }) => `/v1/submissions/${open}` },
  { route: "GET /v1/submissions/{id}/events", path: ({ open }) => `/v1/submissions/${open}/events` },
  { route: "POST /v1/inputs", body: { name: "a.csv", sha256: "a".repeat(64), lengthBytes: 3 } },
  { route: "GET /v1/runs/{suite}/{run}", path: () => run },
  { route: "GET /v1/runs/{suite}/{run}", path: () => `/v1/runs/my/${encodeURIComponent("pubmed_qa:model=demo_open")}` },
  { route: "GET /v1/runs/{suite}/{run}", path: () => queued },
  { route: "GET /v1/runs/{suite}/{run}/files/{file}", path: () => `${run}/files/stats.json` },
  { route: "GET /v1/runs/{suite}/{run}/instances", path: () => `${run}/instances` },
  ...list("GET /v1/suites"),
  { route: "GET /v1/suites/{suite}", path: () => "/v1/suites/my" },
  { route: "PUT /v1/suites/{suite}", path: () => "/v1/suites/my", body: { visibility: "public" } },
  ...list("GET /v1/releases"),
  { route: "POST /v1/releases", body: { name: "r1", suites: ["my"] } },
  { route: "GET /v1/releases/{name}", path: () => "/v1/releases/r1" },
  { route: "POST /v1/releases/{name}/publish", path: () => "/v1/releases/ann-0/publish" },
  { route: "GET /v1/usage" },
  { route: "GET /v1/usage", path: () => "/v1/usage?format=csv" },
  { route: "GET /v1/usage", path: ({ open }) => `/v1/usage?submission=${open}` },
  { route: "POST /v1/keys", as: "root", body: { owner: "ann", name: "CI", scopes: [] } },
  ...list("GET /v1/keys"),
  { route: "DELETE /v1/keys/{id}", path: ({ key }) => `/v1/keys/${key}` },
  { route: "GET /v1/dead-letters", as: "root" },
  { route: "POST /v1/dead-letters/redrive", as: "root" },
  { route: "GET /v1/benchmarks" },
  { route: "GET /v1/models" },
  { route: "GET /v1/health" },
  { route: "POST /v1/submissions/{id}/cancel", path: ({ open }) => `/v1/submissions/${open}/cancel` },
];

/** The number of requests, items and listed keys of `act`. */
async function costOf({ objects, index }: Stored, act: () => Promise<unknown>) {
  const total = () => Object.values(index.requests).reduce((sum, n) => sum + n, 0);
  const before = [objects.requests, objects.keysListed, total(), index.itemsRead];
  await act();
  const after = [objects.requests, objects.keysListed, total(), index.itemsRead];
  const [requests, keysListed, indexRequests, itemsRead] = after.map((n, i) => n - (before[i] ?? 0));
  return { objects: requests, keysListed, index: indexRequests, itemsRead };
}

function report(error: unknown): never {
  throw error;
}

/** The cost of every call, and then of two sweeps: of the open submissions, and of none. */
async function costs(length: number) {
  const at = await service(length);
  const found: Record<string, unknown> = {};
  for (const [n, { route, path, ...options }] of CALLS.entries()) {
    const [method = "", template = ""] = route.split(" ");
    const target = (path?.(at) ?? template).replace(`${method} `, "");
    let status = 0;
    const cost = await costOf(at, async () => {
      const answer = await at.api.call(method, target, options);
      status = answer.status;
      await answer.text();
    });
    found[`${n} ${options.as ?? "ann"} ${method} ${target.replaceAll(/[0-9a-f-]{16,}/g, "...")}`] = { status, ...cost };
  }
  const { dispatchQueue, releaseQueue } = at.api;
  const queues = { dispatchQueue, aggregateQueue: dispatchQueue, releaseQueue, compute: testCompute() };
  const sweepOnce = async () => {
    await sweep({ ...at, ...queues, pace: { idleMs: 60_000, activeMs: 60_000 }, report });
    await continueIndex({ ...at, report }, () => true);
  };
  await sweepOnce();
  await at.clock.advance(3_600_000); // the sweep reads each submission thoroughly once an hour
  found["a sweep of the open submissions"] = await costOf(at, sweepOnce);
  found["a sweep without open submissions"] = await costOf(at, sweepOnce);
  return found;
}

test("each route and a sweep cost as many requests, items and listed keys after 1,000 of everything as after 10", async () => {
  const [short, long] = [await costs(10), await costs(1000)];
  expect(long).toEqual(short);
}, 120_000); // thousands of requests, on a machine that may run other suites

test("the table has every route of the service", async () => {
  const { api } = await service(0);
  const { paths } = Object(await (await api.call("GET", "/openapi.json")).json());
  const routes = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...new Set(CALLS.map(({ route }) => route))].toSorted()).toEqual(routes.toSorted());
});
