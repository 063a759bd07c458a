import { keys } from "@medhelm/core/store/object-keys";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { describe, expect, it } from "vitest";
import { fixture, manifest, RUN } from "@medhelm/testing/fixtures/api";

const licensed = { suite: "my", entries: [{ description: "ehrshot" }] };
const licensedRun = (organisation: string) => ({
  run: `r-${organisation}`,
  description: "ehrshot",
  benchmark: "ehrshot",
  model: "m",
  modelDeployment: "m",
  organisation,
});

const shown = { suite: "my", visibility: "private", owner: "ann" };

describe("a suite", () => {
  it("belongs to its first writer and is visible to others when public", async () => {
    const api = fixture();
    await api.submit();
    const show = async (as: string) => (await api.call("GET", "/v1/suites/my", { as })).json();
    expect(await show("ann")).toEqual(shown);
    expect(await show("bob")).toMatchObject({ status: 404 });
    const changed = await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } });
    expect(await changed.json()).toEqual({ ...shown, visibility: "public" });
    expect(await show("bob")).toEqual({ suite: "my", visibility: "public" });
    expect(await show("root")).toEqual({ ...shown, visibility: "public" });
  });

  it("can be changed only by its owner and an administrator", async () => {
    const api = fixture();
    await api.submit();
    const put = async (as: string, visibility: string) =>
      (await api.call("PUT", "/v1/suites/my", { as, body: { visibility } })).status;
    expect(await put("bob", "public")).toBe(404);
    expect(await put("root", "public")).toBe(200);
    expect(await put("bob", "private")).toBe(403);
    expect(await put("reader", "private")).toBe(403);
    expect(await (await api.call("GET", "/v1/suites/my")).json()).toEqual({ ...shown, visibility: "public" });
  });

  it("shows its public runs to others only while it is public", async () => {
    const api = fixture();
    await api.submit();
    await api.write(keys.manifest("my", RUN), manifest());
    const read = async () => (await api.call("GET", `/v1/runs/my/${encodeURIComponent(RUN)}`, { as: "bob" })).status;
    expect(await read()).toBe(404);
    await api.call("PUT", "/v1/suites/my", { body: { visibility: "public" } });
    expect(await read()).toBe(200);
    await api.call("PUT", "/v1/suites/my", { body: { visibility: "private" } });
    expect(await read()).toBe(404);
  });

  it("keeps its owner when two callers change its visibility at once", async () => {
    const api = fixture();
    await api.submit();
    const all = await Promise.all(
      ["public", "private", "public"].map((visibility) => api.call("PUT", "/v1/suites/my", { body: { visibility } })),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await (await api.call("GET", "/v1/suites/my")).json()).toMatchObject({ owner: "ann" });
  });

  it("that the command line wrote to can be claimed only by an administrator", async () => {
    const api = fixture();
    await api.write(keys.runFile("clinic", "r", "scenario_state.json"), { text: "Patient J." });
    await api.write(keys.identity("begun", "r"), {});
    const claim = async (suite: string, as = "ann") =>
      (await api.call("POST", "/v1/submissions", { as, body: { suite, entries: [{ description: "pubmed_qa" }] } }))
        .status;
    expect([await claim("clinic"), await claim("begun"), await claim("mine")]).toEqual([403, 403, 202]);
    const read = await api.call("GET", "/v1/runs/clinic/r/files/scenario_state.json");
    expect(read.status).toBe(404);
    expect(await claim("clinic", "root")).toBe(202);
    expect(await claim("clinic")).toBe(403);
  });

  it("is in its owner's paged list and in no other list", async () => {
    const api = fixture();
    for (const suite of ["c", "a", "b"]) await api.submit(suite);
    await api.call("POST", "/v1/submissions", {
      as: "bob",
      body: { suite: "bobs", entries: [{ description: "pubmed_qa:model=demo/first" }] },
    });
    const seen: string[] = [];
    let query = "?limit=2";
    for (let page = 0; page < 5; page++) {
      const answer = Object(await (await api.call("GET", `/v1/suites${query}`)).json());
      for (const { suite } of answer.suites) seen.push(suite);
      if (answer.nextCursor === undefined) break;
      query = `?limit=2&cursor=${answer.nextCursor}`;
    }
    expect(seen).toEqual(["a", "b", "c"]);
    expect(await (await api.call("GET", "/v1/suites", { as: "bob" })).json()).toEqual({
      suites: [{ suite: "bobs", visibility: "private", owner: "bob" }],
    });
  });
});

describe("licensed data", () => {
  it("is readable for callers of its organisation, which the stored submission names", async () => {
    const api = fixture({ expand: async () => [licensedRun("hospital")] });
    const answer = await api.call("POST", "/v1/submissions", { body: licensed });
    expect(answer.status).toBe(202);
    const id = answer.headers.get("location")?.split("/").at(-1) ?? "";
    const stored = await api.objects.get(keys.submission(id));
    expect(JSON.parse(new TextDecoder().decode(stored?.body))).toMatchObject({ organisations: ["hospital"] });
  });

  it.each([
    ["bob", [licensedRun("hospital")]],
    ["ann", [licensedRun("hospital"), licensedRun("university")]],
    ["root", [licensedRun("hospital")]],
  ])("is refused to %s, of another organisation, before anything is stored", async (as, runs) => {
    const api = fixture({ expand: async () => runs });
    const answer = await api.call("POST", "/v1/submissions", { as, body: licensed });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringMatching(
        /^The run "r-\w+" reads data that \w+ licenses, and this API key is not of that organisation\.$/,
      ),
    });
    expect((await keysIn(api.objects)).filter((key) => !key.startsWith("audit/"))).toEqual([]);
  });
});

describe("the name of another owner's private suite", () => {
  it("is refused like a reserved name, by a sentence that reveals no owner", async () => {
    const api = fixture();
    await api.submit("anns");
    await api.write(keys.runFile("reserved", "r", "stats.json"), []);
    const refusal = async (suite: string): Promise<unknown> => {
      const body = { suite, entries: [{ description: "pubmed_qa" }] };
      const { status, detail } = Object(await (await api.call("POST", "/v1/submissions", { as: "bob", body })).json());
      return [status, detail];
    };
    expect(await refusal("anns")).toEqual([403, 'This API key cannot use the suite name "anns"; choose another name.']);
    expect(await refusal("reserved")).toEqual([
      403,
      'This API key cannot use the suite name "reserved"; choose another name.',
    ]);
  });

  it("does not appear in the reason of a release that finds no run", async () => {
    const api = fixture();
    await api.submit("anns");
    const body = { name: "r1", suites: ["unknown"] };
    const answer = await api.call("POST", "/v1/releases", { as: "bob", body });
    expect(Object(await answer.json()).detail).toBe('suites: there is no suite "unknown"; submit runs to it first');
  });
});
