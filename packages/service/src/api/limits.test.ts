import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { ConflictError } from "@medhelm/adapters/objects/conflict-retry";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { describe, expect, it } from "vitest";
import { type Fixture, fixture, messages, QUOTA } from "@medhelm/testing/fixtures/api";
import { releaseRuns, reserveRuns } from "../index/quota.ts";
import { tokenBuckets } from "./guards/token-buckets.ts";

const body = (suite: string, models = 1) => ({
  suite,
  entries: Array.from({ length: models }, (_, i) => ({ description: `pubmed_qa:model=demo/m${i}` })),
});

const limited = (quota: Partial<typeof QUOTA>, ports: Parameters<typeof fixture>[0] = {}): Fixture =>
  fixture({ service: { organisations: [], quota: { ...QUOTA, ...quota } }, ...ports });

const isOverQuota = { kind: "over-quota" };

describe("a day's runs", () => {
  it("are not reset by a machine whose clock is behind at midnight: it counts on the day before", async () => {
    const index = sqliteIndex(":memory:");
    const at = (time: string) => ({ index, clock: { nowMs: () => Date.parse(time) } });
    const [before, after] = [at("2026-11-30T23:59:59.900Z"), at("2026-12-01T00:00:00.100Z")];
    await reserveRuns(after, "ann", "first", 6, 10);
    await reserveRuns(before, "ann", "second", 6, 10);
    await expect(reserveRuns(after, "ann", "third", 6, 10)).rejects.toMatchObject(isOverQuota);
    await expect(reserveRuns(before, "ann", "fourth", 6, 10)).rejects.toMatchObject(isOverQuota);
  });
});

describe("requests a minute", () => {
  it("are limited per key, refill evenly, and Retry-After states the wait", async () => {
    const api = limited({ requestsPerMinute: 6 });
    const ask = () => api.call("GET", "/v1/models");
    for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(await refused.json()).toMatchObject({ type: "urn:medhelm:problem:rate-limited" });
    await api.clock.advance(9_999);
    expect((await ask()).headers.get("retry-after")).toBe("1");
    await api.clock.advance(1);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await api.clock.advance(3_600_000);
    expect((await Promise.all(Array.from({ length: 7 }, ask))).map(({ status }) => status)).toEqual([
      200, 200, 200, 200, 200, 200, 429,
    ]);
  });

  it("of one key do not reduce those of another", async () => {
    const api = limited({ requestsPerMinute: 1 });
    expect((await api.call("GET", "/v1/models", { as: "ann" })).status).toBe(200);
    expect((await api.call("GET", "/v1/models", { as: "bob" })).status).toBe(200);
    expect((await api.call("GET", "/v1/models", { as: "ann" })).status).toBe(429);
  });

  it("without a valid key are limited to 30 per address; a valid key from that address is not limited", async () => {
    const clientAddress = (): string => address;
    let address = "192.0.2.1";
    const api = fixture({ clientAddress });
    const fail = () => api.call("GET", "/v1/models", { as: "nobody" });
    for (let i = 0; i < 30; i++) expect((await fail()).status).toBe(401);
    const refused = await fail();
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect((await api.call("GET", "/v1/models", { as: "ann" })).status).toBe(200);
    address = "192.0.2.2";
    expect((await fail()).status).toBe(401);
  });

  it("with a valid key are not limited in an embedded stack", async () => {
    const api = fixture({ isEmbedded: true });
    for (let i = 0; i < 1100; i++) expect((await api.call("GET", "/v1/models")).status).toBe(200);
  });

  it("are kept for 10,000 names; the least recently used name is dropped", () => {
    const buckets = tokenBuckets(fakeClock());
    expect(buckets.take("first", 1)).toBeUndefined();
    expect(buckets.take("first", 1)).toBe(60);
    for (let i = 0; i < 10_000; i++) buckets.take(`n${i}`, 1);
    expect(buckets.take("first", 1)).toBeUndefined();
  });
});

describe("too many writers of one counter", () => {
  it("are asked to send the submission again", async () => {
    const index = sqliteIndex(":memory:");
    index.write = () => Promise.reject(new ConflictError("busy"));
    const answer = await fixture({ index }).call("POST", "/v1/submissions", { body: body("a") });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
  });
});

describe("runs a day", () => {
  it("are counted by submission; a submission beyond the limit stores and queues nothing", async () => {
    const api = limited({ runsPerDay: 3 });
    expect((await api.call("POST", "/v1/submissions", { body: body("a", 2) })).status).toBe(202);
    await messages(api.dispatchQueue);
    const refused = await api.call("POST", "/v1/submissions", { body: body("b", 2) });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("86400");
    expect(await refused.json()).toMatchObject({
      type: "urn:medhelm:problem:over-quota",
      detail: "2 of today's 3 runs are taken, and this submission has 2; the day ends at 00:00 UTC.",
    });
    expect(await api.objects.head(keys.suite("b"))).toBeUndefined();
    expect(await messages(api.dispatchQueue)).toEqual([]);
    expect((await api.call("POST", "/v1/submissions", { body: body("c", 1) })).status).toBe(202);
    expect((await api.call("POST", "/v1/submissions", { body: body("a", 3), as: "bob" })).status).toBe(403);
    expect((await api.call("POST", "/v1/submissions", { body: body("bobs", 3), as: "bob" })).status).toBe(202);
  });

  it("reset at midnight UTC", async () => {
    const api = limited({ runsPerDay: 1 });
    expect((await api.call("POST", "/v1/submissions", { body: body("a") })).status).toBe(202);
    await api.clock.advance(86_399_000);
    const late = await api.call("POST", "/v1/submissions", { body: body("b") });
    expect([late.status, late.headers.get("retry-after")]).toEqual([429, "1"]);
    await api.clock.advance(1000);
    expect((await api.call("POST", "/v1/submissions", { body: body("b") })).status).toBe(202);
  });

  it("are exact when submissions race", async () => {
    const api = limited({ runsPerDay: 7 });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => api.call("POST", "/v1/submissions", { body: body(`s${i}`) })),
    );
    expect(all.filter(({ status }) => status === 202)).toHaveLength(7);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(13);
  });

  it("count a repeated Idempotency-Key once, even after an interruption or in a race", async () => {
    const clock = fakeClock();
    const objects = memoryStore({ clock });
    let cuts = 5; // all tries to store the request
    const cutOnce: ObjectStore = {
      ...objects,
      put: (key, ...rest) =>
        key.startsWith("submissions/") && cuts-- > 0 ? Promise.reject(new Error("cut")) : objects.put(key, ...rest),
    };
    const api = limited({ runsPerDay: 3 }, { clock, objects: cutOnce });
    const send = () => api.call("POST", "/v1/submissions", { body: body("a", 2), headers: { "idempotency-key": "k" } });
    expect((await send()).status).toBe(500);
    expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([202, 202, 202]);
    const refused = await api.call("POST", "/v1/submissions", { body: body("b", 2) });
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("2 of today's 3 runs are taken") });
  });

  it("are freed if no submission results: a key bound to another body, a suite claimed by another owner", async () => {
    const api = limited({ runsPerDay: 2 });
    const headers = { "idempotency-key": "k" };
    // both read before either binds the key
    const both = await Promise.all(
      ["a", "b"].map((suite) => api.call("POST", "/v1/submissions", { body: body(suite), headers })),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([202, 409]));
    expect((await api.call("POST", "/v1/submissions", { body: body("c") })).status).toBe(202);
    expect((await api.call("POST", "/v1/submissions", { body: body("d") })).status).toBe(429);
  });

  it("are reserved after dollars, which are refused before anything is stored", async () => {
    const api = limited(
      {},
      { prices: { find: () => ({ client: { kind: "builtin", baseline: "x" } }), gpuClasses: [] } },
    );
    const refused = await api.call("POST", "/v1/submissions", { body: { ...body("a", 2), budgetUsd: 100.01 } });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(await refused.json()).toMatchObject({
      detail: "This may cost up to $100.01 (its budgetUsd), and $100 of the month's $100 are left.",
    });
    expect(await api.index.query("owner/ann/quota", { limit: 1 })).toEqual({ items: [] });
    expect(await api.objects.head(keys.suite("a"))).toBeUndefined();
  });

  it("are not reserved for a budget below a millionth of a dollar, which could pay nothing", async () => {
    const api = limited({});
    const refused = await api.call("POST", "/v1/submissions", { body: { ...body("a"), budgetUsd: 1e-7 } });
    expect(await refused.json()).toMatchObject({ status: 400, detail: "body: budgetUsd: must be at least 0.000001" });
  });

  it("count a repeated reservation once and free it once", async () => {
    const clock = fakeClock();
    const index = sqliteIndex(":memory:", { clock });
    const ports = { clock, index };
    for (let i = 0; i < 3; i++) await reserveRuns(ports, "ann", "r1", 2, 4);
    await reserveRuns(ports, "ann", "r2", 2, 4);
    await expect(reserveRuns(ports, "ann", "r3", 1, 4)).rejects.toThrow("4 of today's 4 runs are taken");
    for (let i = 0; i < 2; i++) await releaseRuns(index, "ann", "2025-01-01", "r1");
    await reserveRuns(ports, "ann", "r3", 2, 4);
    await expect(reserveRuns(ports, "ann", "r4", 1, 4)).rejects.toThrow("4 of today's 4 runs are taken");
  });
});
