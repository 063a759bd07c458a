import { keys } from "@medhelm/core/store/object-keys";
import { putReleaseRecord } from "@medhelm/testing/fixtures/release";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { contentId } from "../release/request-id.ts";
import { describe, expect, it } from "vitest";
import { fixture, messages, SHA } from "@medhelm/testing/fixtures/api";

const body = { name: "r1", suites: ["my"] };

describe("a release", () => {
  it("is stored and queued, and the same request is the same release", async () => {
    const api = fixture();
    await api.submit();
    const answer = await api.call("POST", "/v1/releases", { body });
    const expected = {
      name: "r1",
      suites: ["my"],
      profile: "corrected",
      publish: false,
      createdAt: "2025-01-01T00:00:00.000Z",
      status: { state: "queued" },
    };
    expect(answer.status).toBe(202);
    expect(answer.headers.get("location")).toBe("/v1/releases/r1");
    expect(await answer.json()).toEqual(expected);
    expect(await messages(api.releaseQueue)).toEqual([{ release: "r1" }]);
    await api.clock.advance(1000);
    expect(await (await api.call("POST", "/v1/releases", { body })).json()).toEqual(expected);
    expect(await (await api.call("GET", "/v1/releases")).json()).toEqual({ releases: [expected] });
  });

  it("may be requested again after a failure, changed or not, and is queued again", async () => {
    const api = fixture();
    await api.submit();
    await api.call("POST", "/v1/releases", { body });
    const fail = () => api.write(keys.releaseFailed("r1"), { formatVersion: 1, reason: "No run is sealed." });
    await fail();
    const again = await api.call("POST", "/v1/releases", { body });
    expect(await again.json()).toMatchObject({ profile: "corrected", status: { state: "queued" } });
    const mended = { ...body, profile: "helm" };
    expect((await api.call("POST", "/v1/releases", { body: mended })).status).toBe(409);
    await fail();
    const changed = await api.call("POST", "/v1/releases", { body: mended });
    expect(changed.status).toBe(202);
    expect(await changed.json()).toMatchObject({ profile: "helm", status: { state: "queued" } });
    expect(await (await api.call("GET", "/v1/releases/r1")).json()).toMatchObject({ profile: "helm" });
  });

  it("may be requested again after a failure of its site, but not changed, because its files are built", async () => {
    const api = fixture();
    await api.submit();
    await api.call("POST", "/v1/releases", { body });
    await putReleaseRecord(api.objects, "r1");
    await api.write(keys.releaseFailed("r1"), { formatVersion: 1, reason: "The site of r1 could not be built." });
    expect((await api.call("POST", "/v1/releases", { body: { ...body, profile: "helm" } })).status).toBe(409);
    const again = await api.call("POST", "/v1/releases", { body });
    expect(await again.json()).toMatchObject({ profile: "corrected", status: { state: "built" } });
  });

  it("of an unused suite is refused at once, even for an administrator", async () => {
    const api = fixture();
    const refused = await api.call("POST", "/v1/releases", { body, as: "root" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: 'suites: there is no suite "my"; submit runs to it first' });
    await api.write(keys.runFile("my", "pubmed_qa:model=m", "run_spec.json"), {});
    expect((await api.call("POST", "/v1/releases", { body, as: "root" })).status).toBe(202);
  });

  it("may name an uploaded schema", async () => {
    const api = fixture();
    await api.submit();
    await api.upload(SHA);
    const answer = await api.call("POST", "/v1/releases", { body: { ...body, schema: `input:${SHA}` } });
    expect(answer.status).toBe(202);
  });

  it("cannot be made of another owner's private suite", async () => {
    const api = fixture();
    await api.submit();
    expect((await api.call("POST", "/v1/releases", { body, as: "bob" })).status).toBe(422);
  });

  it("of another owner's public suite includes only its public runs", async () => {
    const api = fixture();
    await api.submit();
    await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } });
    const stored = async (name: string): Promise<unknown> => {
      const found = await api.objects.get(keys.releaseRequest(name));
      return JSON.parse(new TextDecoder().decode(found?.body));
    };
    expect((await api.call("POST", "/v1/releases", { body, as: "bob" })).status).toBe(202);
    expect(await stored("r1")).toMatchObject({ owner: "bob", publicOnly: ["my"] });
    for (const as of ["ann", "root"]) {
      await api.call("POST", "/v1/releases", { body: { ...body, name: as }, as });
      expect(await stored(as)).not.toHaveProperty("publicOnly");
    }
  });

  it("does not overwrite a release that the command line created", async () => {
    const api = fixture();
    await api.submit();
    await api.write(keys.releaseFile("r1", "leaderboard.json"), {});
    expect((await api.call("POST", "/v1/releases", { body })).status).toBe(409);
  });

  it("shows queued, failed with the reason, built, published, and says when to ask again for one that changes", async () => {
    const api = fixture();
    await api.submit();
    await api.call("POST", "/v1/releases", { body });
    const shown = async () => {
      const reply = await api.call("GET", "/v1/releases/r1");
      return [Object(await reply.json()).status, reply.headers.get("retry-after")];
    };
    expect(await shown()).toEqual([{ state: "queued" }, "1"]);
    await api.write(keys.releaseFailed("r1"), { formatVersion: 1, reason: "No run is sealed." });
    expect(await shown()).toEqual([{ state: "failed", reason: "No run is sealed." }, null]);
    await api.objects.delete(keys.releaseFailed("r1"));
    await putReleaseRecord(api.objects, "r1");
    expect(await shown()).toEqual([{ state: "built" }, "1"]);
    await api.write(keys.sitePublished("r1"), "");
    expect(await shown()).toEqual([{ state: "published" }, null]);
  });

  it("is visible to other owners only if it will be published", async () => {
    const api = fixture();
    await api.submit();
    await api.call("POST", "/v1/releases", { body });
    await api.call("POST", "/v1/releases", { body: { ...body, name: "r2", publish: true } });
    const names = async (query: string, as: string) => (await api.call("GET", `/v1/releases${query}`, { as })).json();
    expect(await names("", "bob")).toMatchObject({ releases: [{ name: "r2" }] });
    expect((await api.call("GET", "/v1/releases/r1", { as: "bob" })).status).toBe(404);
    const first: unknown = await names("?limit=1", "ann");
    expect(first).toMatchObject({ releases: [{ name: "r1" }] });
    expect(await names(`?cursor=${Object(first).nextCursor}`, "ann")).toMatchObject({ releases: [{ name: "r2" }] });
  });

  it("is published later: every owner sees it, its files stay, and its site is queued", async () => {
    const api = fixture();
    await api.submit();
    await api.call("POST", "/v1/releases", { body });
    const publish = (as = "ann") => api.call("POST", "/v1/releases/r1/publish", { as });
    expect((await publish("bob")).status).toBe(404);
    expect((await publish()).status).toBe(409);
    const stored = StoredRelease.parse(
      JSON.parse(new TextDecoder().decode((await api.objects.get(keys.releaseRequest("r1")))?.body)),
    );
    await putReleaseRecord(api.objects, "r1", contentId(stored));
    await api.write(keys.sitePublished("r1"), { formatVersion: 1, published: false });
    await messages(api.releaseQueue);
    const answer = await publish();
    expect([answer.status, await answer.json()]).toMatchObject([202, { publish: true, status: { state: "built" } }]);
    expect(await messages(api.releaseQueue)).toEqual([{ release: "r1" }]);
    expect((await api.call("GET", "/v1/releases/r1", { as: "bob" })).status).toBe(200);
    expect((await publish("bob")).status).toBe(403);
    await api.write(keys.sitePublished("r1"), { formatVersion: 1, published: true });
    expect(await (await publish()).json()).toMatchObject({ publish: true, status: { state: "published" } });
  });
});
