import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { describe, expect, it } from "vitest";
import { newKey } from "../access/api-key.ts";
import { AuditEntry } from "./audit-entry.ts";
import { type Fixture, fixture, manifest, QUOTA, RUN, SHA } from "@medhelm/testing/fixtures/api";

async function log({ objects }: Pick<Fixture, "objects">): Promise<AuditEntry[]> {
  const found: AuditEntry[] = [];
  for await (const { key } of objects.list(keys.audit("2025-01-01"))) {
    const entry = await getJson(objects, key, AuditEntry);
    if (entry !== undefined) found.push(entry);
  }
  return found;
}
const path = `/v1/runs/my/${encodeURIComponent(RUN)}`;
const common = { formatVersion: 1, time: "2025-01-01T00:00:00.000Z" };
const ann = { ...common, owner: "ann", keyId: "key of ann" };

describe("the audit log", () => {
  it("records every call that changes something, with caller, names and status", async () => {
    const api = fixture();
    const id = await api.submit();
    await api.call("POST", `/v1/submissions/${id}/cancel`, { as: "bob" });
    await api.call("POST", "/v1/inputs", { body: { name: "rows.csv", sha256: SHA, lengthBytes: 3 } });
    await api.call("POST", "/v1/releases", { body: { name: "r1", suites: ["my"] } });
    await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } });
    await api.call("DELETE", "/v1/keys/0000000000000000", { as: "root" });
    await api.call("POST", "/v1/submissions", { body: { suite: "my", entries: [] } });
    const entries = await log(api);
    expect(entries).toHaveLength(7);
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...ann, method: "POST", route: "/v1/submissions", named: { suite: "my", submission: id }, status: 202 },
        {
          ...common,
          owner: "bob",
          keyId: "key of bob",
          method: "POST",
          route: "/v1/submissions/{id}/cancel",
          named: { submission: id },
          status: 404,
        },
        { ...ann, method: "POST", route: "/v1/inputs", named: { input: SHA }, status: 201 },
        { ...ann, method: "POST", route: "/v1/releases", named: { release: "r1", suite: "my" }, status: 202 },
        { ...ann, method: "PUT", route: "/v1/suites/{suite}", named: { suite: "my" }, status: 200 },
        {
          ...common,
          owner: "root",
          keyId: "key of root",
          method: "DELETE",
          route: "/v1/keys/{id}",
          named: { key: "0000000000000000" },
          status: 404,
        },
        { ...ann, method: "POST", route: "/v1/submissions", named: { suite: "my" }, status: 400 },
      ]),
    );
  });

  it("records every read of non-public text and no other read", async () => {
    const api = fixture();
    await api.submit();
    const before = (await log(api)).length;
    await api.write(keys.runFile("my", RUN, "stats.json"), []);
    await api.write(keys.runFile("my", RUN, "pages/index.json"), { formatVersion: 1, instances: 0, pages: [] });
    await api.write(keys.manifest("my", RUN), manifest("public"));
    await api.call("GET", `${path}/files/stats.json`);
    await api.call("GET", `${path}/instances`);
    await api.call("GET", path);
    await api.call("GET", "/v1/submissions");
    expect((await log(api)).length).toBe(before);

    await api.write(keys.manifest("my", RUN), manifest("gated"));
    await api.call("GET", `${path}/files/stats.json`);
    await api.call("GET", `${path}/instances?page=7`);
    const reads = (await log(api)).filter(({ method }) => method === "GET");
    expect(reads).toHaveLength(2);
    expect(reads).toEqual(
      expect.arrayContaining([
        {
          ...ann,
          method: "GET",
          route: "/v1/runs/{suite}/{run}/files/{file}",
          named: { suite: "my", run: RUN, file: "stats.json" },
          status: 200,
        },
        {
          ...ann,
          method: "GET",
          route: "/v1/runs/{suite}/{run}/instances",
          named: { suite: "my", run: RUN, file: "pages/7.json" },
          status: 404,
        },
      ]),
    );
  });

  it("contains no key, body or prompt", async () => {
    const api = fixture();
    const conf = 'entries: [{description: "CANARY-conf"}]';
    await api.call("POST", "/v1/submissions", {
      body: { suite: "my", conf },
      headers: { "idempotency-key": "CANARY" },
    });
    await api.call("POST", "/v1/submissions?x=CANARY", { body: "CANARY-body" });
    await api.call("POST", "/v1/releases", { body: { name: "CANARY body", suites: [] } });
    await api.call("POST", "/v1/keys", { as: "root", body: { owner: "carl", name: "CANARY-name", scopes: [] } });
    const texts = (await log(api)).map((entry) => JSON.stringify(entry));
    expect(texts).toHaveLength(4);
    expect(texts.join("\n")).not.toMatch(/CANARY|medhelm_|Bearer/);
  });

  it("blocks reads of non-public text if it cannot be written, and reverts no change", async () => {
    const objects = memoryStore({ presign: { base: "http://127.0.0.1:8787", secret: "s" } });
    const api = fixture({
      objects: {
        ...objects,
        put: (key, ...rest) =>
          key.startsWith("audit/") ? Promise.reject(new Error("full")) : objects.put(key, ...rest),
      },
    });
    const answer = await api.call("POST", "/v1/submissions", {
      body: { suite: "my", entries: [{ description: "pubmed_qa:model=demo/first" }] },
    });
    expect(answer.status).toBe(202);
    expect(api.reported).toEqual([new Error("full")]);
    await objects.put(keys.manifest("my", RUN), JSON.stringify(manifest("gated")));
    await objects.put(keys.runFile("my", RUN, "stats.json"), "[]");
    const read = await api.call("GET", `${path}/files/stats.json`);
    expect(read.status).toBe(500);
    expect(read.headers.get("content-type")).toBe("application/problem+json");
  });

  it("names what a refused caller tried to read or change", async () => {
    const api = fixture();
    const id = await api.submit();
    await api.write(keys.runFile("my", RUN, "stats.json"), []);
    const before = (await log(api)).length;
    await api.call("GET", `/v1/submissions/${id}`, { as: "bob" });
    await api.call("GET", `${path}/files/stats.json`, { as: "bob" });
    await api.call("GET", `${path}/instances?page=7`, { as: "bob" });
    await api.call("GET", "/v1/releases/r1", { as: "bob" });
    await api.call("GET", "/v1/usage?owner=ann", { as: "bob" });
    await api.call("POST", "/v1/submissions", { as: "reader", body: { suite: "my", entries: [] } });
    await api.call("POST", "/v1/releases", { as: "bob", body: { name: "r2", suites: ["my", "other"] } });
    await api.call("POST", "/v1/keys", { as: "bob", body: { owner: "ann", name: "n", scopes: ["admin"] } });
    const refused = (await log(api)).slice(before).map(({ owner, method, route, named, ofOwner, status }) => ({
      of: `${owner} ${method} ${route} ${status}`,
      ...named,
      ...(ofOwner === undefined ? {} : { ofOwner }),
    }));
    const run = { suite: "my", run: RUN };
    expect(refused).toHaveLength(8);
    expect(refused).toEqual(
      expect.arrayContaining([
        { of: "bob GET /v1/submissions/{id} 404", submission: id },
        { of: "bob GET /v1/runs/{suite}/{run}/files/{file} 404", ...run, file: "stats.json" },
        { of: "bob GET /v1/runs/{suite}/{run}/instances 404", ...run, file: "pages/7.json" },
        { of: "bob GET /v1/releases/{name} 404", release: "r1" },
        { of: "bob GET /v1/usage 403", ofOwner: "ann" },
        { of: "ann POST /v1/submissions 403", suite: "my" },
        { of: "bob POST /v1/releases 422", release: "r2", suite: "my other" },
        { of: "bob POST /v1/keys 403", ofOwner: "ann" },
      ]),
    );
  });

  it("records 60 callers without a valid key a minute, with the address and the id of the key", async () => {
    const { key, record } = newKey({ owner: "ann", name: "n", scopes: [], organisations: [] }, { nowMs: () => 0 });
    let host = 0;
    const api = fixture({ clientAddress: () => `192.0.2.${host}` });
    await api.call("GET", `${path}/files/stats.json`, { as: key });
    for (let i = 0; i < 100; i++) {
      host = i % 8;
      await api.call("POST", "/v1/submissions", { as: null, body: {} });
    }
    const entries = await log(api);
    expect(entries).toHaveLength(60);
    expect(entries.filter(({ keyId }) => keyId !== "none")).toEqual([
      {
        ...common,
        owner: "(no valid key)",
        keyId: record.id,
        address: "192.0.2.0",
        method: "GET",
        route: "/v1/runs/{suite}/{run}/files/{file}",
        named: { suite: "my", run: RUN, file: "stats.json" },
        status: 401,
      },
    ]);
  });

  it("records calls that are refused before their key is read, and calls with a wrong method", async () => {
    const api = fixture({
      isEmbedded: true,
      allowedOrigins: ["http://localhost"],
      clientAddress: () => "192.0.2.7",
      acceptUpload: async () => new Response(null, { status: 403 }),
    });
    await api.call("GET", `${path}/files/stats.json`, { headers: { host: "attacker.example" } });
    await api.call("POST", "/v1/keys", { as: null, headers: { origin: "https://attacker.example" } });
    await api.call("PUT", "/v1/uploads/inputs/ann/x", { as: null });
    await api.call("DELETE", path, { as: "bob" });
    await api.call("GET", `${path}/instances?page=x`);
    await api.call("POST", "/reference", { as: null });
    await api.call("GET", "/favicon.ico", { as: null });
    const refused = await log(api);
    const address = "192.0.2.7";
    const stranger = { ...common, owner: "(no valid key)", keyId: "none", address, named: {} };
    const run = { suite: "my", run: RUN };
    expect(refused).toHaveLength(6);
    expect(refused).toEqual(
      expect.arrayContaining([
        {
          ...ann,
          address,
          method: "GET",
          route: "/v1/runs/{suite}/{run}/files/{file}",
          named: { ...run, file: "stats.json" },
          status: 403,
        },
        { ...stranger, method: "POST", route: "/v1/keys", status: 403 },
        { ...stranger, method: "PUT", route: "/v1/uploads/*", status: 403 },
        {
          ...common,
          owner: "bob",
          keyId: "key of bob",
          method: "DELETE",
          route: "/v1/runs/{suite}/{run}",
          named: run,
          status: 405,
        },
        { ...ann, method: "GET", route: "/v1/runs/{suite}/{run}/instances", named: run, status: 400 },
        { ...stranger, method: "POST", route: "/reference", status: 405 },
      ]),
    );
  });

  it("leaves calls over a limit a minute to the log", async () => {
    const api = fixture({ service: { organisations: [], quota: { ...QUOTA, requestsPerMinute: 1 } } });
    await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } });
    expect((await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } })).status).toBe(429);
    expect(await log(api)).toHaveLength(1);
  });
});
