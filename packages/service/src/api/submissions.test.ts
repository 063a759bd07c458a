import { INPUT_LIFE_MS } from "../sweep/expired-inputs.ts";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { describe, expect, it } from "vitest";
import { fixture, messages, QUOTA, SHA } from "@medhelm/testing/fixtures/api";

const entries = [{ description: "pubmed_qa:model=demo/first" }];
const body = { suite: "my", entries };

describe("a submission", () => {
  it("is answered with 202, its location and its runs, and queues one message per deployment", async () => {
    const api = fixture();
    const answer = await api.call("POST", "/v1/submissions", {
      body: { suite: "my", entries: [...entries, { description: "pubmed_qa:model=demo/longest" }] },
    });
    const id = "fe6be0d683ff-000000000001";
    expect(answer.status).toBe(202);
    expect(answer.headers.get("location")).toBe(`/v1/submissions/${id}`);
    expect(await answer.json()).toEqual({
      id,
      suite: "my",
      createdAt: "2025-01-01T00:00:00.000Z",
      runCount: 2,
      state: "queued",
      counts: { queued: 2 },
      quote: expect.objectContaining({ usd: { low: 0 }, withoutPrice: ["demo/first", "demo/longest"] }),
      runs: [
        {
          run: "pubmed_qa:model=demo_first",
          benchmark: "pubmed_qa",
          model: "demo/first",
          modelDeployment: "demo/first",
          description: "pubmed_qa:model=demo/first",
          status: { state: "queued" },
        },
        {
          run: "pubmed_qa:model=demo_longest",
          benchmark: "pubmed_qa",
          model: "demo/longest",
          modelDeployment: "demo/longest",
          description: "pubmed_qa:model=demo/longest",
          status: { state: "queued" },
        },
      ],
    });
    expect(await messages(api.dispatchQueue)).toEqual([
      { submission: id, deployment: "demo/first", role: "candidate" },
      { submission: id, deployment: "demo/longest", role: "candidate" },
    ]);
  });

  it("is quoted from the facts of its own benchmarks, and the catalog of all of them is not read", async () => {
    const read: string[] = [];
    const api = fixture({
      catalog: {
        benchmarks: () => {
          throw new Error("the whole catalog was read");
        },
        benchmark: (name) => void read.push(name),
        models: () => [],
      },
    });
    expect((await api.call("POST", "/v1/submissions", { body })).status).toBe(202);
    expect(read).toEqual(["pubmed_qa"]);
  });

  it("is the same for repeated requests with the same Idempotency-Key and body", async () => {
    const api = fixture();
    const send = () => api.call("POST", "/v1/submissions", { body, headers: { "idempotency-key": "k" } });
    const all = await Promise.all([send(), send()]);
    all.push(await send());
    const ids = await Promise.all(all.map(async (answer) => answer.headers.get("location")));
    expect(new Set(ids).size).toBe(1);
    const listed = await api.call("GET", "/v1/submissions");
    expect(await listed.json()).toMatchObject({ submissions: [{ runCount: 1 }] });
  });

  it("is completed by a repeat if the first attempt stopped after the key was bound", async () => {
    const api = fixture();
    const broken = fixture({
      objects: {
        ...api.objects,
        put: (key, ...rest) =>
          key.startsWith("submissions/") ? Promise.reject(new Error("cut")) : api.objects.put(key, ...rest),
      },
    });
    const headers = { "idempotency-key": "k" };
    expect((await broken.call("POST", "/v1/submissions", { body, headers })).status).toBe(500);
    await api.clock.advance(60_000);
    const answer = await api.call("POST", "/v1/submissions", { body, headers });
    expect(answer.headers.get("location")).toBe("/v1/submissions/fe6be0d683ff-000000000001");
  });

  it("does not bind an Idempotency-Key to a body that is refused", async () => {
    const api = fixture();
    const headers = { "idempotency-key": "k" };
    const wrong = { suite: "my", entries: [{ description: "pubmedqa" }] };
    expect((await api.call("POST", "/v1/submissions", { body: wrong, headers })).status).toBe(422);
    expect((await api.call("POST", "/v1/submissions", { body, headers })).status).toBe(202);
  });

  it.each([
    "pubmed_qa:config_path=/etc/passwd",
    "pubmed_qa:config_path=my.yaml",
    "pubmed_qa:x=../secret",
    "pubmed_qa:x=/etc/passwd",
    "pubmed_qa:x=C:\\secret",
    "pubmed_qa:data_path=input:short",
  ])("that names a file of the server's is refused: %s", async (description) => {
    const api = fixture();
    const answer = await api.call("POST", "/v1/submissions", { body: { suite: "my", entries: [{ description }] } });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining("the API reads no paths") });
    expect(await api.objects.head(keys.suite("my"))).toBeUndefined();
  });

  it("is refused if its conf names a path", async () => {
    const path = { run: "r", description: "x:data_path=/etc/passwd", benchmark: "x", model: "m", modelDeployment: "m" };
    const api = fixture({ expand: async () => [path] });
    const answer = await api.call("POST", "/v1/submissions", { body: { suite: "my", conf: "entries: []" } });
    expect(answer.status).toBe(422);
  });

  it("may name an uploaded input, which the expansion reads", async () => {
    const sha256 = sha256Hex("a,b\n");
    const read: string[] = [];
    const api = fixture({
      expand: async (_, files) => {
        const file = await files.read(`input:${sha256}`);
        read.push(file.label, new TextDecoder().decode(file.bytes));
        await expect(files.read("/etc/passwd")).rejects.toThrow("is not an uploaded file");
        return [{ run: "r", description: "x", benchmark: "x", model: "m", modelDeployment: "m" }];
      },
    });
    const request = {
      suite: "my",
      entries: [{ description: `x:data_path=input:${sha256}` }],
      inputs: { "rows.csv": sha256 },
    };
    expect((await api.call("POST", "/v1/submissions", { body: request })).status).toBe(422);
    await api.upload(sha256, "a,b\n");
    expect((await api.call("POST", "/v1/submissions", { body: request })).status).toBe(202);
    expect(read).toEqual(["rows.csv", "a,b\n"]);
  });

  it("names each wrong and each unknown field", async () => {
    const answer = await fixture().call("POST", "/v1/submissions", {
      body: { suite: "a b", entries: [{ description: "", colour: 1 }], budget: 2 },
    });
    expect(await answer.json()).toMatchObject({
      title: "The request is not valid",
      errors: [
        { in: "body", field: "entries[0].description" },
        { in: "body", field: "entries[0].colour", message: "unknown field" },
        { in: "body", field: "suite" },
        { in: "body", field: "budget", message: "unknown field" },
      ],
    });
  });

  it("is hidden from other owners and visible to an administrator", async () => {
    const api = fixture();
    const path = `/v1/submissions/${await api.submit()}`;
    expect((await api.call("GET", path, { as: "bob" })).status).toBe(404);
    expect((await api.call("POST", `${path}/cancel`, { as: "bob" })).status).toBe(404);
    expect((await api.call("GET", path, { as: "root" })).status).toBe(200);
    expect(await (await api.call("GET", "/v1/submissions", { as: "bob" })).json()).toEqual({ submissions: [] });
  });
});

describe("a submission of many runs", () => {
  it("is shown in pages within the gateway's limit", async () => {
    const description = `pubmed_qa:model=${"m".repeat(900)}`;
    const runs = Array.from({ length: 3000 }, (_, i) => ({
      run: `r${i}`,
      description,
      benchmark: "pubmed_qa",
      model: "m".repeat(900),
      modelDeployment: "m",
    }));
    const api = fixture({
      expand: async () => runs,
      service: { organisations: [], quota: { ...QUOTA, runsPerDay: 3000 } },
    });
    const seen: string[] = [];
    const answer = await api.call("POST", "/v1/submissions", { body });
    for (let page = Object(await answer.json()); ; ) {
      expect(JSON.stringify(page).length).toBeLessThan(4_100_000);
      expect(page.runCount).toBe(3000);
      for (const { run } of page.runs) seen.push(run);
      if (page.nextCursor === undefined) break;
      const next = `${answer.headers.get("location")}?cursor=${page.nextCursor}`;
      page = Object(await (await api.call("GET", next)).json());
    }
    expect(seen).toEqual(runs.map(({ run }) => run));
  });
});

describe("the list of submissions", () => {
  it("lists the newest first and pages by an opaque cursor", async () => {
    const api = fixture();
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.unshift(await api.submit(`suite-${i}`));
      await api.clock.advance(1000);
    }
    const first: unknown = await (await api.call("GET", "/v1/submissions?limit=2")).json();
    expect(first).toMatchObject({ submissions: [{ id: ids[0] }, { id: ids[1] }], nextCursor: expect.any(String) });
    const cursor = Object(first).nextCursor;
    const rest: unknown = await (await api.call("GET", `/v1/submissions?limit=2&cursor=${cursor}`)).json();
    expect(rest).toEqual({ submissions: [expect.objectContaining({ id: ids[2] })] });
  });

  it("filters by suite and by state", async () => {
    const api = fixture();
    const failed = await api.submit("one");
    await api.submit("two");
    await api.reach(failed, 0, { state: "failed", reason: "The key is refused." });
    const list = async (query: string) => (await api.call("GET", `/v1/submissions?${query}`)).json();
    expect(await list("suite=two")).toMatchObject({ submissions: [{ suite: "two", state: "queued" }] });
    expect(await list("state=failed")).toMatchObject({ submissions: [{ id: failed, counts: { failed: 1 } }] });
    expect(await list("state=sealed")).toEqual({ submissions: [] });
  });
});

describe("cancelling", () => {
  it("stops open runs, keeps sealed ones, notifies the dispatcher, and may be repeated", async () => {
    const api = fixture();
    const id = await api.submit("my", "demo/first", "demo/longest");
    await messages(api.dispatchQueue);
    await api.reach(id, 0, { state: "sealed", contentSha256: "c0ffee" });
    for (let i = 0; i < 2; i++) {
      const answer = await api.call("POST", `/v1/submissions/${id}/cancel`);
      expect(answer.status).toBe(202);
      expect(await answer.json()).toMatchObject({ state: "cancelled", counts: { sealed: 1, cancelled: 1 } });
    }
    expect(await messages(api.dispatchQueue)).toContainEqual({
      submission: id,
      deployment: "demo/longest",
      role: "candidate",
    });
  });
});

describe("an input", () => {
  const input = { name: "rows.csv", sha256: SHA, lengthBytes: 3 };
  it("gets an address that accepts exactly these bytes", async () => {
    const answer = await fixture().call("POST", "/v1/inputs", { body: input });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      name: "rows.csv",
      reference: `input:${SHA}`,
      uploaded: false,
      upload: {
        method: "PUT",
        url: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:8787\/v1\/uploads\/inputs\/ann\/a{64}\?.*sha256=a{64}&length=3/,
        ),
        headers: { "x-amz-checksum-sha256": "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqo=" },
        expiresAt: "2025-01-01T00:15:00.000Z",
      },
    });
  });
  it("belongs to its uploader: another owner needs the bytes, not only the sha256", async () => {
    const api = fixture();
    await api.upload(SHA, "x", "ann");
    const answer = await api.call("POST", "/v1/inputs", { body: input, as: "bob" });
    expect(await answer.json()).toMatchObject({ uploaded: false });
    const named = { suite: "bobs", entries, inputs: { "rows.csv": SHA } };
    const refused = await api.call("POST", "/v1/submissions", { body: named, as: "bob" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("has been uploaded") });
  });
  it("must be uploaded again if it is about to expire, before the sweep deletes it", async () => {
    const api = fixture();
    await api.upload(SHA);
    await api.clock.advance(INPUT_LIFE_MS - 1_800_000);
    expect((await api.call("POST", "/v1/inputs", { body: input })).status).toBe(201);
    const named = { suite: "my", entries, inputs: { "rows.csv": SHA } };
    expect((await api.call("POST", "/v1/submissions", { body: named })).status).toBe(422);
    await api.upload(SHA);
    expect((await api.call("POST", "/v1/submissions", { body: named })).status).toBe(202);
  });
  it("needs no second upload, unless the stored bytes are damaged", async () => {
    const api = fixture();
    const sha256 = sha256Hex("a,b");
    const announce = () => api.call("POST", "/v1/inputs", { body: { ...input, sha256 } });
    await api.upload(sha256, "a,b");
    const answer = await announce();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ name: "rows.csv", reference: `input:${sha256}`, uploaded: true });
    for (const damaged of ["a,c", "a,", ""]) {
      await api.upload(sha256, damaged);
      expect((await announce()).status).toBe(201);
    }
  });
});
