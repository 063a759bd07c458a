import { sha256Hex } from "@medhelm/core/store/canonical";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CallOptions, type Fixture, fixture, QUOTA, RUN, SHA } from "@medhelm/testing/fixtures/api";
import { auditEntries } from "./audit/audit-entries.ts";

/** One line for each route and problem: the request that produces it. The last test compares the table with the OpenAPI document. */
interface Case extends CallOptions {
  readonly route: string;
  readonly status: number;
  /** the route with its parameters filled in */
  readonly path?: string;
  readonly arrange?: (api: Fixture) => Promise<unknown>;
  /** the key may send one request a minute */
  readonly isSlow?: boolean;
  /** the index is being built */
  readonly isUnbuilt?: boolean;
  /** the service is behind CloudFront */
  readonly isAtEdge?: boolean;
}

/** The header of the requests that CloudFront passes on, with the key "edge". */
const AT_EDGE = { "x-medhelm-edge-key": "edge" };

const ID = "0".repeat(12);
const KEY = "0".repeat(16);
const run = `/v1/runs/my/${encodeURIComponent(RUN)}`;
const entries = [{ description: "pubmed_qa:model=demo/first" }];
const submission = { suite: "my", entries };
const input = { name: "a.csv", sha256: SHA, lengthBytes: 3 };
const release = { name: "r1", suites: ["my"] };
const own = (api: Fixture) => api.submit();
async function damagedRun(api: Fixture): Promise<void> {
  await api.submit();
  await api.objects.put(keys.manifest("my", RUN), '{"formatVersion":');
}

async function longLedger({ index }: Fixture): Promise<void> {
  const line = {
    role: "candidate",
    deployment: "d",
    model: "m",
    requests: 1,
    unmetered: 0,
    promptTokens: 1,
    completionTokens: 1,
    microUsd: 1,
  };
  const entry = { formatVersion: 1, kind: "run", owner: "ann", month: "2025-01", submission: "x", suite: "my" };
  for (let i = 0; i < 10; i++) {
    const value = { ...entry, run: "r".repeat(1000), lines: Array.from({ length: 500 }, () => line) };
    await index.write([{ kind: "put", ...indexKeys.usageEntry("ann", "2025-01", `x-${i}`), value }]);
  }
}

/** Problems that every route with a key, or with a body, has in common. */
const keyed = (route: string, path: string | undefined, options: CallOptions = {}): Case[] => [
  { route, status: 401, as: null, ...options, ...(path === undefined ? {} : { path }) },
  {
    route,
    status: 429,
    isSlow: true,
    arrange: (api) => api.call("GET", "/v1/models"),
    ...options,
    ...(path === undefined ? {} : { path }),
  },
  ...(/v1.(submissions|suites|releases|usage)/.test(route)
    ? [{ route, status: 503, isUnbuilt: true, ...options, ...(path === undefined ? {} : { path }) }]
    : []),
];
const wrongHost = (route: string, path?: string): Case => ({
  route,
  status: 403,
  headers: { host: "evil.example" },
  ...(path === undefined ? {} : { path }),
});
const bodied = (route: string, body: unknown, tooLong: unknown, given: Pick<Case, "as" | "path"> = {}): Case[] => [
  ...keyed(route, given.path, { body }),
  { route, ...given, status: 403, as: "reader", body },
  { route, ...given, status: 400, body: { ...Object(body), surprise: 1 } },
  { route, ...given, status: 400, body: "{" },
  { route, ...given, status: 413, body: tooLong },
  { route, ...given, status: 415, body: "x", headers: { "content-type": "text/plain" } },
];

const CASES: readonly Case[] = [
  ...bodied("POST /v1/inputs", input, { ...input, lengthBytes: 2 ** 31 }),
  ...bodied("POST /v1/inputs", input, { ...input, name: "n".repeat(70_000) }),

  ...bodied("POST /v1/quotes", submission, { suite: "my", conf: "x".repeat(5_000_001) }),
  { route: "POST /v1/quotes", status: 422, body: { suite: "my", entries: [{ description: "pubmedqa" }] } },

  ...bodied("POST /v1/submissions", submission, { suite: "my", conf: "x".repeat(5_000_001) }),
  {
    route: "POST /v1/submissions",
    status: 403,
    body: submission,
    arrange: (api) => api.call("POST", "/v1/submissions", { as: "bob", body: submission }),
  },
  {
    route: "POST /v1/submissions",
    status: 409,
    body: submission,
    headers: { "idempotency-key": "k" },
    arrange: (api) =>
      api.call("POST", "/v1/submissions", {
        body: { ...submission, suite: "other" },
        headers: { "idempotency-key": "k" },
      }),
  },
  { route: "POST /v1/submissions", status: 422, body: { suite: "my", entries: [{ description: "pubmedqa" }] } },
  { route: "POST /v1/submissions", status: 422, body: { ...submission, inputs: { "a.csv": SHA } } },

  ...keyed("GET /v1/submissions", undefined),
  wrongHost("GET /v1/submissions"),
  { route: "GET /v1/submissions", status: 400, path: "/v1/submissions?colour=red" },
  { route: "GET /v1/submissions", status: 400, path: "/v1/submissions?cursor=red" },

  ...["GET /v1/submissions/{id}", "GET /v1/submissions/{id}/events", "POST /v1/submissions/{id}/cancel"].flatMap(
    (route): Case[] => {
      const path = (id: string) => route.split(" ")[1]?.replace("{id}", id) ?? "";
      return [
        ...keyed(route, path(ID)),
        wrongHost(route, path(ID)),
        { route, status: 400, path: path("UPPER") },
        { route, status: 404, path: path(ID) },
      ];
    },
  ),
  { route: "POST /v1/submissions/{id}/cancel", status: 403, as: "reader", path: `/v1/submissions/${ID}/cancel` },

  ...[
    ["GET /v1/runs/{suite}/{run}", ""],
    ["GET /v1/runs/{suite}/{run}/files/{file}", "/files/stats.json"],
    ["GET /v1/runs/{suite}/{run}/instances", "/instances"],
  ].flatMap(([route = "", rest = ""]): Case[] => [
    ...keyed(route, run + rest),
    wrongHost(route, run + rest),
    { route, status: 400, path: `/v1/runs/.hidden/x${rest}` },
    { route, status: 404, path: run + rest },
    { route, status: 404, path: `/v1/runs/my/other${rest}`, arrange: own },
    { route, status: 422, path: run + rest, arrange: damagedRun },
  ]),
  { route: "GET /v1/runs/{suite}/{run}/files/{file}", status: 400, path: `${run}/files/lease.json` },
  {
    route: "GET /v1/runs/{suite}/{run}/files/{file}",
    status: 404,
    path: `${run}/files/run_spec.json?profile=corrected`,
    arrange: own,
  },

  ...bodied("POST /v1/releases", release, { ...release, suites: ["x".repeat(70_000)] }),
  { route: "POST /v1/releases", status: 422, body: release },
  {
    route: "POST /v1/releases",
    status: 422,
    body: { ...release, schema: `input:${sha256Hex("absent")}` },
    arrange: own,
  },
  {
    route: "POST /v1/releases",
    status: 409,
    body: release,
    arrange: async (api) => {
      await api.submit("my");
      await api.call("POST", "/v1/releases", { body: { ...release, profile: "helm" } });
    },
  },
  ...keyed("GET /v1/releases", undefined),
  wrongHost("GET /v1/releases"),
  { route: "GET /v1/releases", status: 400, path: "/v1/releases?limit=0" },
  ...keyed("GET /v1/releases/{name}", "/v1/releases/r1"),
  wrongHost("GET /v1/releases/{name}", "/v1/releases/r1"),
  { route: "GET /v1/releases/{name}", status: 400, path: "/v1/releases/-x" },
  { route: "GET /v1/releases/{name}", status: 404, path: "/v1/releases/r1" },
  ...keyed("POST /v1/releases/{name}/publish", "/v1/releases/r1/publish"),
  wrongHost("POST /v1/releases/{name}/publish", "/v1/releases/r1/publish"),
  { route: "POST /v1/releases/{name}/publish", status: 400, path: "/v1/releases/-x/publish" },
  { route: "POST /v1/releases/{name}/publish", status: 404, path: "/v1/releases/r1/publish" },
  { route: "POST /v1/releases/{name}/publish", status: 403, path: "/v1/releases/r1/publish", as: "reader" },
  {
    route: "POST /v1/releases/{name}/publish",
    status: 409,
    path: "/v1/releases/r1/publish",
    arrange: async (api) => {
      await api.submit("my");
      await api.call("POST", "/v1/releases", { body: release });
    },
  },

  ...bodied(
    "POST /v1/keys",
    { owner: "carl", name: "n", scopes: [] },
    { owner: "carl", name: "x".repeat(70_000), scopes: [] },
    { as: "root" },
  ),
  {
    route: "POST /v1/keys",
    status: 422,
    as: "root",
    body: { owner: "carl", name: "n", scopes: [], organisations: ["elsewhere"] },
  },
  {
    route: "POST /v1/keys",
    status: 422,
    as: "root",
    body: { owner: "carl", name: "n", scopes: [], expiresAt: "2024-12-31T00:00:00Z" },
  },
  ...keyed("GET /v1/keys", undefined),
  wrongHost("GET /v1/keys"),
  { route: "GET /v1/keys", status: 400, path: "/v1/keys?limit=0" },
  ...keyed("DELETE /v1/keys/{id}", `/v1/keys/${KEY}`),
  wrongHost("DELETE /v1/keys/{id}", `/v1/keys/${KEY}`),
  { route: "DELETE /v1/keys/{id}", status: 400, path: "/v1/keys/x" },
  { route: "DELETE /v1/keys/{id}", status: 404, path: `/v1/keys/${KEY}` },
  {
    route: "DELETE /v1/keys/{id}",
    status: 422,
    path: `/v1/keys/${KEY}`,
    as: "root",
    arrange: async ({ objects }) => void (await objects.put(keys.apiKey(KEY), "{")),
  },

  ...keyed("GET /v1/suites", undefined),
  wrongHost("GET /v1/suites"),
  { route: "GET /v1/suites", status: 400, path: "/v1/suites?limit=0" },
  ...keyed("GET /v1/suites/{suite}", "/v1/suites/my"),
  wrongHost("GET /v1/suites/{suite}", "/v1/suites/my"),
  { route: "GET /v1/suites/{suite}", status: 400, path: "/v1/suites/-x" },
  { route: "GET /v1/suites/{suite}", status: 404, path: "/v1/suites/my" },
  ...bodied(
    "PUT /v1/suites/{suite}",
    { visibility: "public" },
    { visibility: "x".repeat(70_000) },
    { path: "/v1/suites/my" },
  ),
  { route: "PUT /v1/suites/{suite}", status: 404, path: "/v1/suites/my", body: { visibility: "public" } },

  ...keyed("GET /v1/dead-letters", undefined),
  wrongHost("GET /v1/dead-letters"),
  ...keyed("POST /v1/dead-letters/redrive", undefined),
  wrongHost("POST /v1/dead-letters/redrive"),

  ...keyed("GET /v1/usage", undefined),
  wrongHost("GET /v1/usage"),
  { route: "GET /v1/usage", status: 400, path: "/v1/usage?month=2026-13" },
  { route: "GET /v1/usage", status: 403, path: "/v1/usage?owner=bob" },
  { route: "GET /v1/usage", status: 413, path: "/v1/usage?format=csv", arrange: longLedger },

  ...keyed("GET /v1/benchmarks", undefined),
  wrongHost("GET /v1/benchmarks"),
  ...keyed("GET /v1/models", undefined),
  wrongHost("GET /v1/models"),
  wrongHost("GET /v1/health"),
  {
    route: "GET /v1/health",
    status: 429,
    isAtEdge: true,
    headers: AT_EDGE,
    arrange: async (api) => {
      for (let i = 0; i < 120; i++) await api.call("GET", "/v1/health", { headers: AT_EDGE });
    },
  },
];

/** Every refusal and every call that would change something. Calls over a limit a minute are only in the log. */
const isRecorded = ({ route, status, isSlow }: Case): boolean =>
  isSlow !== true && (!route.startsWith("GET") || (status < 500 && status !== 429));

const OpenApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
});

describe("every 4xx and 503 is a problem body, documented, and in the audit trail if it is a refusal or a change", () => {
  it.each(CASES.map((one, i) => [`${one.route} ${one.status} (${i})`, one] as const))("%s", async (_, one) => {
    const quota = one.isSlow === true ? { ...QUOTA, requestsPerMinute: 1 } : QUOTA;
    const unbuilt = one.isUnbuilt === true ? { isIndexBuilt: async () => false } : {};
    const edge = one.isAtEdge === true ? { edgeKeys: ["edge"] } : {};
    const service = { organisations: [], quota };
    const api = fixture({ allowedOrigins: ["http://localhost"], service, ...unbuilt, ...edge });
    await one.arrange?.(api);
    const [method = "", path = ""] = one.route.split(" ");
    const answer = await api.call(method, one.path ?? path, one);
    expect(answer.status).toBe(one.status);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({
      type: expect.stringMatching(/^urn:medhelm:problem:/),
      title: expect.any(String),
      status: one.status,
      detail: expect.stringMatching(/.{10}/),
      instance: expect.stringMatching(/^\/v1\//),
    });
    expect(api.reported).toEqual([]);
    const trail = await collect(auditEntries(api.objects, { since: undefined, until: undefined }, expect.unreachable));
    const recorded = trail.filter(({ route, status }) => route === path && status === one.status);
    expect(recorded).toHaveLength(isRecorded(one) ? 1 : 0);
    const mayLackNames = !path.includes("{") || one.status === 400;
    expect(recorded.filter(({ named }) => !mayLackNames && Object.keys(named).length === 0)).toEqual([]);
  });

  it("the table above lists exactly the documented problems of each route", async () => {
    const { paths } = OpenApi.parse(await (await fixture().app.request("/openapi.json")).json());
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { responses }]) =>
        Object.keys(responses)
          .filter((status) => Number(status) >= 400)
          .map((status) => `${method.toUpperCase()} ${path} ${status}`),
      ),
    );
    const produced = new Set(CASES.map(({ route, status }) => `${route} ${status}`));
    expect([...produced].toSorted()).toEqual(documented.toSorted());
  });
});
