import { describe, expect, it } from "vitest";
import { z } from "zod";
import { CARD, fixture } from "@medhelm/testing/fixtures/api";

describe("the service", () => {
  it("answers health, the document and the reference page without a key", async () => {
    const api = fixture();
    expect(await (await api.call("GET", "/v1/health", { as: null })).json()).toEqual({ status: "ok" });
    expect((await api.call("GET", "/openapi.json", { as: null })).status).toBe(200);
    expect((await api.call("GET", "/reference", { as: null })).status).toBe(200);
  });

  it("lists benchmarks and models", async () => {
    const api = fixture();
    expect(await (await api.call("GET", "/v1/benchmarks")).json()).toEqual({ benchmarks: [CARD] });
    expect(await (await api.call("GET", "/v1/models")).json()).toEqual({
      models: [{ name: "demo/first", displayName: "First option", deployments: ["demo/first"] }],
    });
  });

  it("documents only fields that may be absent as optional", async () => {
    const document = z
      .object({
        components: z.object({ schemas: z.record(z.string(), z.object({ required: z.array(z.string()).optional() })) }),
      })
      .parse(await (await fixture().call("GET", "/openapi.json")).json());
    const required = (name: string) => document.components.schemas[name]?.required;
    expect(required("Suite")).toEqual(["suite", "visibility"]);
    expect(required("KeyGrant")).toEqual(["owner", "name", "scopes"]);
    expect(required("Manifest")).toContain("access");
    expect(required("Manifest")).not.toContain("cluster");
    expect((await fixture().call("POST", "/v1/keys", { as: "root", body: { name: "n", scopes: [] } })).status).toBe(
      400,
    );
  });

  it("has a reference page that names every route and loads no other file", async () => {
    const page = await (await fixture().call("GET", "/reference", { as: null })).text();
    expect(page).toContain("<code>POST /v1/submissions</code>");
    expect(page).toContain("<code>GET /v1/submissions/{id}/events</code>");
    expect(page).toContain('id="schema-Problem"');
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:\/\/(?!127)/);
    expect(page).not.toContain("undefined");
  });

  it("answers 404 with a problem body for an unknown path, and 405 with Allow for a wrong method", async () => {
    const api = fixture();
    const nothing = await api.call("GET", "/nothing");
    expect(nothing.status).toBe(404);
    expect(await nothing.json()).toMatchObject({ type: "urn:medhelm:problem:not-found", instance: "/nothing" });
    const wrong = await api.call("DELETE", "/v1/submissions");
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")?.split(", ").toSorted()).toEqual(["GET", "HEAD", "POST"]);
    expect(wrong.headers.get("content-type")).toBe("application/problem+json");
  });

  it("reports the stack of a bug and keeps it out of the body", async () => {
    const bug = new Error("secret path /srv");
    const api = fixture({ expand: () => Promise.reject(bug) });
    const answer = await api.call("POST", "/v1/submissions", {
      body: { suite: "my", entries: [{ description: "pubmed_qa" }] },
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("secret");
    expect(api.reported).toEqual([bug]);
  });

  it("says that its disk is full, and reports it", async () => {
    const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
    const api = fixture({ expand: () => Promise.reject(full) });
    const answer = await api.call("POST", "/v1/submissions", {
      body: { suite: "my", entries: [{ description: "pubmed_qa" }] },
    });
    const { status, headers } = answer;
    expect([status, headers.get("Retry-After"), Object(await answer.json()).detail, api.reported]).toEqual([
      507,
      "60",
      "The disk of this service takes no more data; ask its operator to free space, and send the request again later.",
      [full],
    ]);
  });

  it("reports a damaged stored file as its own fault, not the writer's", async () => {
    const api = fixture();
    await api.objects.put("suites/my.json", "{");
    const body = { suite: "my", entries: [{ description: "pubmed_qa:model=demo/first" }] };
    expect((await api.call("POST", "/v1/submissions", { body })).status).toBe(500);
    expect(api.reported).toHaveLength(1);
  });

  it("reports a damaged stored file as its own fault, not the reader's", async () => {
    const api = fixture();
    await api.objects.put("submissions/0/request.json", "{");
    expect((await api.call("GET", "/v1/submissions/0")).status).toBe(500);
    expect(api.reported).toHaveLength(1);
  });

  it("counts a body of unknown length while it reads", async () => {
    const api = fixture();
    const body = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
    const request = new Request("http://localhost/v1/inputs", {
      method: "POST",
      headers: { authorization: "Bearer ann", "content-type": "application/json" },
      body,
      duplex: "half",
    });
    expect((await api.app.request(request)).status).toBe(413);
  });

  it.each([
    [{ host: "127.0.0.1:8787" }, 200],
    [{ host: "127.0.0.1:8787", origin: "http://127.0.0.1:8787" }, 200],
    [{ host: "evil.example" }, 403],
    [{ host: "127.0.0.1:9999" }, 403],
    [{ host: "127.0.0.1:8787", origin: "https://evil.example" }, 403],
    [{ host: "127.0.0.1:8787", origin: "null" }, 403],
    [{ host: "127.0.0.1:8787", origin: "http://127.0.0.1:8788" }, 403],
    [{ host: "127.0.0.1:8787.evil.example" }, 403],
    [{ host: "127.0.0.1:8787", "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }, 200],
    [{ host: "127.0.0.1:8787", "sec-fetch-site": "none", "sec-fetch-mode": "navigate" }, 200],
    [{ host: "127.0.0.1:8787", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" }, 200],
    [{ host: "127.0.0.1:8787", "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }, 403],
    [{ host: "127.0.0.1:8787", "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }, 403],
  ])("with allowed hosts answers only to them and their pages: %j %i", async (headers, status) => {
    const api = fixture({ allowedOrigins: ["http://127.0.0.1:8787"] });
    expect((await api.call("GET", "http://127.0.0.1:8787/v1/health", { headers })).status).toBe(status);
    expect((await api.call("GET", "http://127.0.0.1:8787/reference", { headers })).status).toBe(status);
  });

  it("refuses a request whose first line names another host than its Host", async () => {
    const api = fixture({ allowedOrigins: ["http://127.0.0.1:8787"] });
    const headers = { host: "127.0.0.1:8787" };
    const answer = await api.call("GET", "http://evil.example/v1/health", { headers });
    expect([answer.status, Object(await answer.json()).detail]).toEqual([
      403,
      'This service does not answer to the host "evil.example".',
    ]);
  });

  it("passes uploads to the embedded store, whose address is the credential", async () => {
    const seen: string[] = [];
    const acceptUpload = async (request: Request) => {
      seen.push(new URL(request.url).pathname, await request.text());
      return new Response(null, { status: 204 });
    };
    const put = { as: null, body: "bytes" };
    expect((await fixture({ acceptUpload }).call("PUT", "/v1/uploads/inputs/a?x=1", put)).status).toBe(204);
    expect(seen).toEqual(["/v1/uploads/inputs/a", "bytes"]);
    expect((await fixture().call("PUT", "/v1/uploads/inputs/a?x=1", put)).status).toBe(404);
  });
});
