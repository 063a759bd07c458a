import { setImmediate } from "node:timers/promises";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { countedObjects } from "@medhelm/testing/stores/counted-store";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { describe, expect, it } from "vitest";
import { isApiKey, type KeyGrant, newKey } from "./access/api-key.ts";
import { listKey } from "../index/api-keys.ts";
import { markBuilt } from "../index/built.ts";
import { anyAuthenticator } from "./access/any-authenticator.ts";
import { fixture, QUOTA } from "@medhelm/testing/fixtures/api";
import { keyAuthenticator } from "./access/key-authenticator.ts";

const GRANT: KeyGrant = { owner: "carl", name: "CI", scopes: ["submit"], organisations: ["hospital"] };

async function stored(grant: Partial<KeyGrant> = {}) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  let reads = 0;
  const counted: ObjectStore = {
    ...objects,
    get: (key) => {
      reads += 1;
      return objects.get(key);
    },
  };
  const { key, sha256, record } = newKey({ ...GRANT, ...grant }, clock);
  await putJson(objects, keys.apiKey(sha256), record);
  const authenticate = keyAuthenticator(counted, clock);
  const ask = (text = key) => authenticate(new Headers({ authorization: `Bearer ${text}` }));
  const revoke = () => putJson(objects, keys.apiKey(sha256), { ...record, revokedAt: "2025-01-01T00:00:00.000Z" });
  return { clock, objects, key, sha256, record, ask, revoke, reads: () => reads };
}

describe("an API key", () => {
  it("has 256 random bits, a recognisable prefix and a checksum", () => {
    const all = Array.from({ length: 100 }, () => newKey(GRANT, fakeClock()).key);
    expect(new Set(all).size).toBe(100);
    for (const key of all) {
      expect(key).toMatch(/^medhelm_[0-9A-Za-z]{49}$/);
      expect(isApiKey(key)).toBe(true);
      expect(isApiKey(`${key.slice(0, 12)}${key[12] === "a" ? "b" : "a"}${key.slice(13)}`)).toBe(false);
      expect(isApiKey(key.slice(0, -1))).toBe(false);
    }
  });

  it("authenticates its owner with its own scopes, organisations and quota", async () => {
    const quota = { ...QUOTA, runsPerDay: 3 };
    const { ask, record } = await stored({ quota });
    expect(await ask()).toEqual({
      owner: "carl",
      scopes: new Set(["submit"]),
      organisations: new Set(["hospital"]),
      keyId: record.id,
      quota,
    });
  });

  it("is not stored: the store has only its sha256", async () => {
    const { objects, key, sha256 } = await stored();
    const place = `keys/${sha256}.json`;
    expect(await keysIn(objects)).toEqual([place]);
    expect(new TextDecoder().decode((await objects.get(place))?.body)).not.toContain(key.slice(8, 30));
    expect(sha256).toBe(sha256Hex(key));
  });

  it("causes no store request if it is mistyped", async () => {
    const { ask, key, reads } = await stored();
    expect(await ask(key.replace(/.$/, (last) => (last === "a" ? "b" : "a")))).toBeUndefined();
    expect(await ask("medhelm_")).toBeUndefined();
    expect(reads()).toBe(0);
  });

  it("is read once in 30 seconds and stops working within a minute of its revocation", async () => {
    const { ask, clock, revoke, reads } = await stored();
    await ask();
    await revoke();
    await clock.advance(29_000);
    expect(await ask()).toBeDefined();
    expect(reads()).toBe(1);
    await clock.advance(1000);
    expect(await ask()).toBeUndefined();
  });

  it("works immediately after its creation", async () => {
    const { ask, objects, clock } = await stored();
    const { key, sha256, record } = newKey(GRANT, clock);
    expect(await ask(key)).toBeUndefined();
    await putJson(objects, keys.apiKey(sha256), record);
    expect(await ask(key)).toMatchObject({ owner: "carl" });
  });

  it("stops working when it expires, cached or not", async () => {
    const { ask, clock } = await stored({ expiresAt: "2025-01-01T00:00:10Z" });
    await clock.advance(9_999);
    expect(await ask()).toBeDefined();
    await clock.advance(1);
    expect(await ask()).toBeUndefined();
  });

  it("is one of several credentials, which the API checks in turn", async () => {
    const { clock, objects } = await stored();
    const both = anyAuthenticator(keyAuthenticator(objects, clock), async (headers) =>
      headers.get("authorization") === "Bearer e.e.e"
        ? { owner: "dora", scopes: new Set(), organisations: new Set(), keyId: "github:d/d@main" }
        : undefined,
    );
    expect(await both(new Headers({ authorization: "Bearer e.e.e" }))).toMatchObject({ owner: "dora" });
    expect(await both(new Headers({ authorization: "Bearer x" }))).toBeUndefined();
  });
});

/** The API with real keys in addition to the fixture's callers. */
function service() {
  const clock = fakeClock();
  const objects = memoryStore({ clock, presign: { base: "http://127.0.0.1:8787", secret: "s" } });
  const api = fixture({ clock, objects });
  const withKeys = fixture({ clock, objects, authenticate: keyAuthenticator(objects, clock) });
  const create = async (body: unknown): Promise<{ key: string; record: { id: string } }> =>
    Object(await (await api.call("POST", "/v1/keys", { as: "root", body })).json());
  return { api, withKeys, clock, objects, index: api.index, create };
}

describe("over the API", () => {
  it("an administrator creates a key, which is shown once and works", async () => {
    const { api, withKeys, create } = service();
    const { key, record } = await create({ owner: "carl", name: "CI", scopes: ["submit"] });
    expect(record).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      owner: "carl",
      name: "CI",
      scopes: ["submit"],
      organisations: [],
      createdAt: "2025-01-01T00:00:00.000Z",
      state: "valid",
    });
    const listed = await (await withKeys.call("GET", "/v1/keys", { as: key })).text();
    expect(JSON.parse(listed)).toEqual({ keys: [record] });
    expect(listed).not.toContain(key);
    expect(await (await api.call("GET", "/v1/keys", { as: "ann" })).json()).toEqual({ keys: [] });
    expect(await (await api.call("GET", "/v1/keys", { as: "root" })).json()).toEqual({ keys: [record] });
  });

  it("a damaged record leaves the other keys in the list, and is named to administrators", async () => {
    const { api, objects, create } = service();
    const [whole, damaged] = [
      await create({ owner: "carl", name: "CI", scopes: [] }),
      await create({ owner: "carl", name: "other", scopes: [] }),
    ];
    for await (const { key } of objects.list(keys.apiKeys()))
      if (key.includes(damaged.record.id)) await objects.put(key, "{");
    const listed = await (await api.call("GET", "/v1/keys", { as: "root" })).json();
    const reason = expect.stringMatching(
      /^keys\/[0-9a-f]{64}\.json: not valid JSON .*; restore it from a copy, or delete it and create another key/,
    );
    expect(listed).toEqual({ keys: [whole.record], damaged: [{ id: damaged.record.id, reason }] });
    expect(await (await api.call("GET", "/v1/keys", { as: "ann" })).json()).toEqual({ keys: [] });
    const refused = await api.call("DELETE", `/v1/keys/${damaged.record.id}`, { as: "root" });
    expect([refused.status, await refused.json()]).toEqual([422, expect.objectContaining({ detail: reason })]);
    expect((await api.call("DELETE", `/v1/keys/${damaged.record.id}`, { as: "ann" })).status).toBe(404);
  });

  it("a page of an owner's list reads that owner's keys only, however many others there are", async () => {
    const { objects, index, create } = service();
    for (let n = 0; n < 40; n++) await create({ owner: "carl", name: "CI", scopes: [] });
    const { record } = await create({ owner: "ann", name: "CI", scopes: [] });
    await markBuilt(index);
    const counted = countedObjects(objects);
    const listed = await fixture({ objects: counted, index }).call("GET", "/v1/keys?limit=1", { as: "ann" });
    expect([await listed.json(), counted.requests]).toEqual([{ keys: [record] }, 1]);
  });

  it("a key whose request was killed before it was stored has no line in the list", async () => {
    const { api, index } = service();
    await markBuilt(index);
    await listKey(index, "ann", "a".repeat(64));
    expect(await (await api.call("GET", "/v1/keys", { as: "ann" })).json()).toEqual({ keys: [] });
  });

  it("the list of an index that lacks the keys reads those of other owners concurrently, also for a page of one line", async () => {
    const { objects, create } = service();
    for (let n = 0; n < 40; n++) await create({ owner: "carl", name: "CI", scopes: [] });
    let [open, most] = [0, 0];
    const get: ObjectStore["get"] = async (key) => {
      most = Math.max(most, ++open);
      await setImmediate();
      open--;
      return objects.get(key);
    };
    const listed = await fixture({ objects: { ...objects, get } }).call("GET", "/v1/keys?limit=1", { as: "ann" });
    expect([await listed.json(), most]).toEqual([{ keys: [] }, 32]);
  });

  it("other callers cannot create a key, even for themselves", async () => {
    const { api } = service();
    const body = { owner: "ann", name: "n", scopes: [] };
    expect((await api.call("POST", "/v1/keys", { body })).status).toBe(403);
  });

  it("no owner may have the name public, which marks shared answers", async () => {
    const { api } = service();
    const body = { owner: "public", name: "n", scopes: [] };
    expect((await api.call("POST", "/v1/keys", { as: "root", body })).status).toBe(400);
  });

  it("an owner can revoke only its own keys, permanently", async () => {
    const { api, withKeys, clock, create } = service();
    const { key, record } = await create({ owner: "ann", name: "CI", scopes: ["submit"] });
    const path = `/v1/keys/${record.id}`;
    expect((await withKeys.call("GET", "/v1/submissions", { as: key })).status).toBe(200);
    expect((await api.call("DELETE", path, { as: "bob" })).status).toBe(404);
    const revoked = await api.call("DELETE", path, { as: "ann" });
    expect(await revoked.json()).toEqual({ ...record, state: "revoked", revokedAt: "2025-01-01T00:00:00.000Z" });
    await clock.advance(60_000);
    const again = await api.call("DELETE", path, { as: "root" });
    expect(await again.json()).toMatchObject({ revokedAt: "2025-01-01T00:00:00.000Z" });
    expect((await withKeys.call("GET", "/v1/submissions", { as: key })).status).toBe(401);
  });

  it("the list is paged and skips other owners' keys", async () => {
    const { api, create } = service();
    const ids: string[] = [];
    for (const owner of ["ann", "bob", "ann", "bob", "ann"]) {
      const { record } = await create({ owner, name: "n", scopes: [] });
      if (owner === "ann") ids.push(record.id);
    }
    const seen: string[] = [];
    let query = "?limit=1";
    for (let page = 0; page < 10; page++) {
      const answer = Object(await (await api.call("GET", `/v1/keys${query}`)).json());
      for (const { id } of answer.keys) seen.push(id);
      if (answer.nextCursor === undefined) break;
      query = `?limit=1&cursor=${answer.nextCursor}`;
    }
    expect(seen).toEqual(ids.toSorted());
  });

  it("a key without scopes, which reads for its owner, can revoke no other key", async () => {
    const { api, withKeys, create } = service();
    const { record } = await create({ owner: "ann", name: "CI", scopes: ["submit"] });
    const reader = await create({ owner: "ann", name: "a reader", scopes: [] });
    const refused = await withKeys.call("DELETE", `/v1/keys/${record.id}`, { as: reader.key });
    expect(await refused.json()).toMatchObject({
      status: 403,
      detail: "A key of the role reader can revoke only itself; ask an administrator.",
    });
    const submitted = await withKeys.call("POST", "/v1/submissions", { as: reader.key, body: {} });
    expect(await submitted.json()).toMatchObject({
      status: 403,
      detail: 'This API key lacks the scope "submit"; ask an administrator for a key of the role submitter.',
    });
    const own = await withKeys.call("DELETE", `/v1/keys/${reader.record.id}`, { as: reader.key });
    expect(await own.json()).toMatchObject({ name: "a reader", state: "revoked" });
    expect(await (await api.call("GET", "/v1/keys")).json()).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ name: "CI", state: "valid" })]),
    });
  });

  it("a key of an embedded stack names any organisation", async () => {
    const embedded = fixture({ isEmbedded: true });
    const body = { owner: "carl", name: "CI", scopes: [], organisations: ["physionet"] };
    expect((await embedded.call("POST", "/v1/keys", { as: "root", body })).status).toBe(201);
  });
});
