import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { newKey } from "@medhelm/service/api/access/api-key";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { beforeAll, expect, test } from "vitest";
import { stackModels } from "../settings/stack-models.ts";
import { StackSettings } from "../settings/stack-settings.ts";
import { openQueues } from "../stack-queues.ts";
import { stackApi } from "./stack-api.ts";

const TOKEN = "token-of-the-stack";
const BASE = "http://127.0.0.1:8787";
const PUBLIC = "runs/my/.generations/public/quiz/1-0123456789abcdef0123456789abcdef/derived-0123456789ab/pages/1.json";
const HELD = PUBLIC.replace("public", "held");

const log = (): void => undefined;

/** Doors of `medhelm up` that are no route of the API, which roles.test.ts has. */
let doors: (method: string, path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
const headersOf: Record<string, Readonly<Record<string, string>>> = { "no key": {} };
const CALLERS = ["no key", "revoked", "reader", "submitter", "stranger", "admin", "token", "cookie"];

beforeAll(async () => {
  const clock = fakeClock();
  const objects = memoryStore({ clock, presign: { base: BASE, secret: "s" } });
  const outputPath = mkdtempSync(join(tmpdir(), "medhelm-doors-"));
  for (const folder of [".medhelm", "site/r/shown/_astro", "site/r/hidden"])
    mkdirSync(join(outputPath, folder), { recursive: true });
  writeFileSync(join(outputPath, ".medhelm/api-token"), TOKEN);
  writeFileSync(join(outputPath, "site/r/shown/index.html"), "a page");
  writeFileSync(join(outputPath, "site/r/hidden/published.json"), "{}");
  await objects.put(PUBLIC, "public text");
  await objects.put(HELD, "held text");
  const settings = StackSettings.parse({ outputPath, promptsDir: outputPath });
  const api = await stackApi({
    settings,
    env: {},
    models: await stackModels(settings, {}, log),
    objects,
    index: sqliteIndex(":memory:", { clock }),
    queues: openQueues(outputPath),
    clock,
    releases: { ...fixture(), objects },
    address: { local: BASE, shown: BASE, allowedOrigins: [BASE] },
    isBehindProxy: false,
    hasPools: false,
    token: TOKEN,
    secret: "s",
    log,
    disk: { report: () => false },
  });
  for (const [name, owner, scopes] of [
    ["revoked", "radiology", ["submit", "release"]],
    ["reader", "radiology", []],
    ["submitter", "radiology", ["submit", "release"]],
    ["stranger", "cardiology", ["submit", "release"]],
    ["admin", "operations", ["admin"]],
  ] as const) {
    const { key, sha256, record } = newKey({ owner, name, scopes: [...scopes], organisations: [] }, clock);
    await putJson(objects, keys.apiKey(sha256), { ...record, ...(name === "revoked" && { revokedAt: "2025-01-01" }) });
    headersOf[name] = { authorization: `Bearer ${key}` };
  }
  headersOf["token"] = { authorization: `Bearer ${TOKEN}` };
  headersOf["cookie"] = { cookie: `medhelm-live=${new URL(api.live.url).searchParams.get("key")}` };
  doors = async (method, path, headers = {}) => api.fetch(new Request(`${BASE}${path}`, { method, headers }));
});

const ALL = (status: number): number[] => CALLERS.map(() => status);
const ADMIN = [401, 401, 403, 403, 403, 200, 200, 401];
const OWNER = (status: number): number[] => [401, 401, 401, 401, 401, 401, 401, status];

/** The statuses are in the order of CALLERS. */
const DOORS: readonly (readonly [method: string, path: string, statuses: readonly number[]])[] = [
  ["GET", "/r/shown/", ALL(200)],
  ["HEAD", "/r/shown/", ALL(200)],
  ["GET", `/${PUBLIC}`, ALL(200)],
  ["GET", `/${HELD}`, ALL(404)],
  ["GET", `/${PUBLIC.replace("pages/1", "stats")}`, ALL(404)],
  ["GET", `/${HELD.replace("held", "public/..%2fheld")}`, ALL(404)],
  ["GET", `/${HELD.replace("held", "%68eld")}`, ALL(404)],
  ["GET", "/openapi.json", ALL(200)],
  ["GET", "/v1/health", ALL(200)],
  ["GET", "/metrics", ADMIN],
  ["HEAD", "/%6detrics", ADMIN],
  ["GET", "/live/state.json", OWNER(200)],
  ["HEAD", "/%6cive/./state.json", OWNER(200)],
  ["POST", "/live/cancel/none", OWNER(404)],
  ["GET", "/live/r/none/data/a/1.json", OWNER(404)],
  ["DELETE", "/live/state.json", OWNER(405)],
  ["GET", "/r/hidden/published.json", ALL(404)],
  ["GET", "/r/hidden", ALL(404)],
];

test.each(DOORS)("%s %s answers its callers with %j", async (method, path, statuses) => {
  const answers = await Promise.all(CALLERS.map((caller) => doors(method, path, headersOf[caller])));
  expect(answers.map(({ status }) => status)).toEqual(statuses);
});

/** Paths that another reader of addresses might take for an open one, or for a file. */
test.each([
  "//metrics",
  "/metrics;x",
  "/metrics%00",
  "/live%2fstate.json",
  "/live;x/state.json",
  "//live/state.json",
  "//v1/submissions",
  "/v1%2fsubmissions",
  "/r/..%2f..%2f.medhelm%2fapi-token",
  "/r/%252e%252e/%252e%252e/.medhelm/api-token",
  "/r/..%5c..%5c.medhelm%5capi-token",
  "/r/shown/..;/..;/..;/.medhelm/api-token",
  "/r/shown/..%2f..%2f..%2f.medhelm%2fapi-token",
  "/r/%2e%2e/%2e%2e/.medhelm/api-token",
  "/r/shown/%00",
  "/r/shown/index.html%00.css",
  "/r/shown/_astro/",
  "/runs/%ff",
  "/runs/..%2f.medhelm%2fapi-token",
  "/.medhelm/api-token",
])("there is nothing for an administrator at %s", async (path) => {
  const answer = await doors("GET", path, headersOf["admin"]);
  expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining(TOKEN)]);
});

test.each(["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])(
  "%s changes no page, for an administrator",
  async (method) => {
    for (const path of ["/", "/releases.json", "/r/shown/", `/${PUBLIC}`, "/docs/", "/openapi.json", "/metrics"]) {
      const { status, headers } = await doors(method, path, headersOf["admin"]);
      expect([path, status, headers.get("allow")]).toEqual([path, 405, "GET, HEAD"]);
    }
  },
);
