import { putJudged } from "@medhelm/testing/fixtures/judged";
import { verifyPresigned } from "@medhelm/adapters/objects/presigned-url";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { describe, expect, it } from "vitest";
import { markDone } from "../submissions/submission-run-state.ts";
import { type Fixture, fixture, manifest, RUN } from "@medhelm/testing/fixtures/api";

const path = `/v1/runs/my/${encodeURIComponent(RUN)}`;

async function seal(api: Fixture, access: "public" | "gated" = "public"): Promise<void> {
  const id = await api.submit();
  await api.write(keys.manifest("my", RUN), manifest(access));
  await markDone(api.objects, id, RUN);
  await api.write(keys.runFile("my", RUN, "stats.json"), [{ n: 1 }]);
  await api.write(keys.runFile("my", RUN, "corrected/stats.json"), [{ n: 2 }]);
  await api.write(keys.runFile("my", RUN, "pages/index.json"), { formatVersion: 1, instances: 0, pages: [] });
  await api.write(keys.runFile("my", RUN, "pages/1.json"), { formatVersion: 1, page: 1, instances: [] });
}
const publish = (api: Fixture) => api.write(keys.suite("my"), { formatVersion: 1, owner: "ann", visibility: "public" });

describe("a run", () => {
  it("that waits is shown as queued", async () => {
    const api = fixture();
    await api.submit();
    expect(await (await api.call("GET", path)).json()).toEqual({ suite: "my", run: RUN, status: { state: "queued" } });
  });

  it.each([256, 900])(
    "with a name of %i characters is refused, because no folder can have that name",
    async (length) => {
      const api = fixture();
      expect((await api.call("GET", `/v1/runs/my/${"a".repeat(length)}`)).status).toBe(400);
      expect(api.reported).toEqual([]);
    },
  );

  it("with a short name of more than 255 bytes is refused", async () => {
    const answer = await fixture().call("GET", `/v1/runs/my/${encodeURIComponent("é".repeat(128))}`);
    expect([answer.status, Object(await answer.json()).detail]).toEqual([
      400,
      "path: run: it has 256 bytes (128 characters), and a file name has at most 255 bytes; shorten the benchmark's name",
    ]);
  });

  it("shows its progress, and its manifest when sealed", async () => {
    const api = fixture();
    await api.reach(await api.submit(), 0, { state: "running", done: 1, total: 2 });
    expect(await (await api.call("GET", path)).json()).toMatchObject({
      status: { state: "running", done: 1, total: 2 },
    });
    await seal(api);
    expect(await (await api.call("GET", path)).json()).toMatchObject({
      status: { state: "sealed", contentSha256: "c0ffee" },
      manifest: { benchmark: "pubmed_qa" },
    });
  });

  it.each(["", "{", '{"formatVersion":2}'])(
    "with the manifest %j is refused with its reason, and does not exist for others",
    async (body) => {
      const api = fixture();
      await seal(api);
      await publish(api);
      await api.objects.put(keys.manifest("my", RUN), body);
      for (const rest of ["", "/files/stats.json", "/instances"]) {
        expect(Object(await (await api.call("GET", `${path}${rest}`)).json())).toMatchObject({
          status: 422,
          detail: `The stored object ${keys.manifest("my", RUN)} is damaged. Ask the operator to delete it, and submit the run again: answers are kept.`,
        });
        expect((await api.call("GET", `${path}${rest}`, { as: "bob" })).status).toBe(404);
      }
      expect(api.reported).toEqual([]);
    },
  );

  it("says that a file which its manifest lists is missing", async () => {
    const api = fixture();
    await api.submit();
    await api.write(keys.manifest("my", RUN), { ...manifest("public"), files: { "scores.json": "0" } });
    const answer = await api.call("GET", `${path}/files/scores.json`);
    expect([answer.status, Object(await answer.json()).detail]).toEqual([
      404,
      "The scores.json of this sealed run is missing in the store. Submit the run again.",
    ]);
  });

  it.each(["/files/scores.json", "/instances?page=1"])(
    "does not serve %s with other bytes than its manifest says, and names the repair",
    async (rest) => {
      const api = fixture();
      await seal(api);
      await publish(api);
      const files = { "scores.json": sha256Hex('{"rows":[]}'), "pages/1.json": sha256Hex('{"page":1}') };
      await api.write(keys.manifest("my", RUN), { ...manifest("public"), files });
      await api.write(keys.runFile("my", RUN, "scores.json"), { rows: [1] });
      const answer = await api.call("GET", `${path}${rest}`, { as: "bob" });
      expect([answer.status, Object(await answer.json()).detail]).toEqual([
        500,
        "This file of a sealed run differs from the run's manifest. The operator of this service must call medhelm repair; the log names the file.",
      ]);
      await api.write(keys.runFile("my", RUN, "scores.json"), { rows: [] });
      await api.write(keys.runFile("my", RUN, "pages/1.json"), { page: 1 });
      expect((await api.call("GET", `${path}${rest}`, { as: "bob" })).status).toBe(200);
    },
  );

  it("serves its stored files of both profiles, and answers 304 to a matching ETag", async () => {
    const api = fixture();
    await seal(api);
    const stats = await api.call("GET", `${path}/files/stats.json`);
    expect(stats.headers.get("content-type")).toBe("application/json");
    expect(await stats.text()).toBe('[{"n":1}]');
    expect(await (await api.call("GET", `${path}/files/stats.json?profile=corrected`)).text()).toBe('[{"n":2}]');
    const headers = { "if-none-match": stats.headers.get("etag") ?? "" };
    expect((await api.call("GET", `${path}/files/stats.json`, { headers })).status).toBe(304);
  });

  it("serves its instances by page, and the index without a page", async () => {
    const api = fixture();
    await seal(api);
    expect(await (await api.call("GET", `${path}/instances?page=1`)).json()).toMatchObject({ page: 1 });
    expect(await (await api.call("GET", `${path}/instances`)).json()).toMatchObject({ pages: [] });
    expect((await api.call("GET", `${path}/instances?page=2`)).status).toBe(404);
  });

  it("redirects to a presigned address behind a gateway, valid for a minute", async () => {
    const api = fixture({ presignsResults: true });
    await seal(api);
    for (const [rest, key] of [
      ["/files/stats.json", "stats.json"],
      ["/files/stats.json?profile=corrected", "corrected/stats.json"],
      ["/instances?page=1", "pages/1.json"],
      ["/instances", "pages/index.json"],
    ]) {
      const answer = await api.call("GET", `${path}${rest}`);
      const url = answer.headers.get("location") ?? "";
      expect(answer.status).toBe(303);
      expect(await answer.json()).toMatchObject({ url, expiresInS: 60 });
      expect(verifyPresigned(url, "s", api.clock.nowMs() + 59_000)).toEqual({
        outcome: "valid",
        method: "GET",
        key: keys.runFile("my", RUN, key ?? ""),
      });
      expect(verifyPresigned(url, "s", api.clock.nowMs() + 61_000)).toMatchObject({ outcome: "refused" });
      const headers = { "if-none-match": answer.headers.get("etag") ?? "" };
      expect((await api.call("GET", `${path}${rest}`, { headers })).status).toBe(304);
    }
    expect((await api.call("GET", `${path}/files/stats.json`, { as: "bob" })).status).toBe(404);
    expect((await api.call("GET", `${path}/files/scores.json`)).status).toBe(404);
  });

  it.each(["", "/files/stats.json", "/instances"])(
    "of a private suite is not there for another owner (%s)",
    async (rest) => {
      const api = fixture();
      await seal(api);
      expect((await api.call("GET", path + rest, { as: "bob" })).status).toBe(404);
      expect((await api.call("GET", path + rest, { as: "root" })).status).toBe(200);
    },
  );

  it("of a public suite is visible to all if its benchmark is public", async () => {
    const open = fixture();
    await seal(open);
    await publish(open);
    expect((await open.call("GET", `${path}/instances`, { as: "bob" })).status).toBe(200);
    const gated = fixture();
    await seal(gated, "gated");
    await publish(gated);
    expect((await gated.call("GET", `${path}/instances`, { as: "bob" })).status).toBe(404);
  });

  it("of a public suite is visible only to its owner until its text is declared public", async () => {
    const api = fixture();
    await api.submit();
    await publish(api);
    await putJudged(api.objects, "my", RUN);
    const read = async (as: string) => (await api.call("GET", `${path}/files/scenario_state.json`, { as })).status;
    expect([await read("ann"), await read("bob")]).toEqual([200, 404]);
  });

  it.each([
    "/v1/runs/my/..%2f..%2fowners/files/stats.json",
    "/v1/runs/my/%2e%2e/files/stats.json",
    `${path}/files/..%2flease.json`,
    `${path}/files/lease.json`,
    "/v1/runs/..%2f/x/files/stats.json",
    "/v1/runs/my/x%00/files/stats.json",
    "/v1/runs/my/x%5cy/files/stats.json",
  ])("never leads out of its folder: %s", async (escape) => {
    const api = fixture();
    await seal(api);
    expect([400, 404]).toContain((await api.call("GET", escape, { as: "root" })).status);
    expect(api.reported).toEqual([]);
  });
});
