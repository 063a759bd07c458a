import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, manifest, RUN, SHA } from "@medhelm/testing/fixtures/api";
import { putReleaseRecord } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { z } from "zod";
import { type KeyGrant, newKey } from "./access/api-key.ts";
import { keyAuthenticator } from "./access/key-authenticator.ts";

const CALLERS = ["no key", "revoked", "reader", "submitter", "stranger", "admin"] as const;

/** Radiology's keys, a submitter of another owner, and an administrator of a third. */
const GRANTS: Readonly<Record<string, Pick<KeyGrant, "owner" | "scopes">>> = {
  revoked: { owner: "radiology", scopes: ["submit", "release"] },
  reader: { owner: "radiology", scopes: [] },
  submitter: { owner: "radiology", scopes: ["submit", "release"] },
  stranger: { owner: "cardiology", scopes: ["submit", "release"] },
  admin: { owner: "operations", scopes: ["admin"] },
};

const run = `/v1/runs/my/${encodeURIComponent(RUN)}`;
const entries = [{ description: "pubmed_qa:model=demo/first" }];
const WITH_KEY = [401, 401, 200, 200, 200, 200];
const OF_OWNER = [401, 401, 200, 200, 404, 200];

interface Row {
  readonly route: string;
  /** For each caller, in the order of CALLERS. */
  readonly statuses: readonly number[];
  /** {id} is the submission, and {key} is another key of radiology. Absent: the path of the route. */
  readonly path?: string;
  readonly body?: unknown;
}

/** All objects that a path or a body names are radiology's. */
const ROUTES: readonly Row[] = [
  { route: "GET /v1/health", statuses: [200, 200, 200, 200, 200, 200] },
  { route: "GET /v1/benchmarks", statuses: WITH_KEY },
  { route: "GET /v1/models", statuses: WITH_KEY },
  {
    route: "POST /v1/inputs",
    statuses: [401, 401, 403, 201, 201, 201],
    body: { name: "a.csv", sha256: SHA, lengthBytes: 3 },
  },
  { route: "POST /v1/quotes", statuses: [401, 401, 403, 200, 403, 403], body: { suite: "my", entries } },
  { route: "POST /v1/submissions", statuses: [401, 401, 403, 202, 403, 403], body: { suite: "my", entries } },
  { route: "GET /v1/submissions", statuses: WITH_KEY },
  { route: "GET /v1/submissions/{id}", statuses: OF_OWNER },
  { route: "GET /v1/submissions/{id}/events", statuses: OF_OWNER },
  { route: "POST /v1/submissions/{id}/cancel", statuses: [401, 401, 403, 202, 404, 202] },
  { route: "GET /v1/runs/{suite}/{run}", statuses: OF_OWNER, path: run },
  { route: "GET /v1/runs/{suite}/{run}/files/{file}", statuses: OF_OWNER, path: `${run}/files/stats.json` },
  { route: "GET /v1/runs/{suite}/{run}/instances", statuses: OF_OWNER, path: `${run}/instances` },
  { route: "GET /v1/suites", statuses: WITH_KEY },
  { route: "GET /v1/suites/{suite}", statuses: OF_OWNER, path: "/v1/suites/my" },
  {
    route: "PUT /v1/suites/{suite}",
    statuses: [401, 401, 403, 200, 404, 200],
    path: "/v1/suites/my",
    body: { visibility: "public" },
  },
  { route: "GET /v1/releases", statuses: WITH_KEY },
  { route: "POST /v1/releases", statuses: [401, 401, 403, 202, 422, 202], body: { name: "r2", suites: ["my"] } },
  { route: "GET /v1/releases/{name}", statuses: OF_OWNER, path: "/v1/releases/r1" },
  {
    route: "POST /v1/releases/{name}/publish",
    statuses: [401, 401, 403, 202, 404, 202],
    path: "/v1/releases/r1/publish",
    body: {},
  },
  { route: "GET /v1/usage", statuses: WITH_KEY },
  { route: "GET /v1/usage", statuses: [401, 401, 200, 200, 403, 200], path: "/v1/usage?owner=radiology" },
  { route: "GET /v1/dead-letters", statuses: [401, 401, 403, 403, 403, 200] },
  { route: "POST /v1/dead-letters/redrive", statuses: [401, 401, 403, 403, 403, 200] },
  {
    route: "POST /v1/keys",
    statuses: [401, 401, 403, 403, 403, 201],
    body: { owner: "radiology", name: "n", scopes: [] },
  },
  { route: "GET /v1/keys", statuses: WITH_KEY },
  { route: "DELETE /v1/keys/{id}", statuses: [401, 401, 403, 200, 404, 200], path: "/v1/keys/{key}" },
];

/** A service with a sealed run, a submission and a release of radiology, and a key of each role. */
async function service() {
  const clock = fakeClock();
  const objects = memoryStore({ clock, presign: { base: "http://127.0.0.1:8787", secret: "s" } });
  const api = fixture({ clock, objects, authenticate: keyAuthenticator(objects, clock) });
  const secrets = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const [name, grant] of Object.entries({ ...GRANTS, other: GRANTS["submitter"] })) {
    if (grant === undefined) continue;
    const { key, sha256, record } = newKey({ ...grant, name, organisations: [] }, clock);
    const revoked = name === "revoked" ? { revokedAt: "2025-01-01T00:00:00.000Z" } : {};
    await putJson(objects, keys.apiKey(sha256), { ...record, ...revoked });
    secrets.set(name, key);
    ids.set(name, record.id);
  }
  const as = secrets.get("submitter") ?? "";
  const submitted = await api.call("POST", "/v1/submissions", { as, body: { suite: "my", entries } });
  await putJson(objects, keys.manifest("my", RUN), manifest());
  for (const file of ["stats.json", "pages/index.json", "pages/0.json"])
    await putJson(objects, keys.runFile("my", RUN, file), {});
  await api.call("POST", "/v1/releases", { as, body: { name: "r1", suites: ["my"] } });
  await putReleaseRecord(objects, "r1");
  await putJson(objects, keys.sitePublished("r1"), { formatVersion: 1, published: false });
  const submission = submitted.headers.get("location")?.split("/").at(-1) ?? "";
  const call = (method: string, path: string, caller: string, body: unknown) =>
    api.call(method, path.replace("{id}", submission).replace("{key}", ids.get("other") ?? ""), {
      as: secrets.get(caller) ?? null,
      ...(body === undefined ? {} : { body }),
    });
  return { app: api.app, call, reported: api.reported };
}

test.each(ROUTES)("$route answers its callers with $statuses", async ({ route, statuses, path: given, body }) => {
  const [method = "", path = ""] = route.split(" ");
  const answered: number[] = [];
  for (const caller of CALLERS) {
    const { call, reported } = await service();
    const answer = await call(method, given ?? path, caller, body);
    answered.push(answer.status);
    await answer.body?.cancel();
    expect(reported).toEqual([]);
  }
  expect(answered).toEqual(statuses);
});

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

test("the table has every route of the document", async () => {
  const { paths } = OpenApi.parse(await (await fixture().app.request("/openapi.json")).json());
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...new Set(ROUTES.map(({ route }) => route))].toSorted()).toEqual(documented.toSorted());
});
