import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type FuzzService, fuzzService } from "./fuzz-service.ts";

/** A text of ann that no other owner may read. */
const CANARY = "CANARY-of-ann";
const RUN = "pubmed_qa:model=simple_model1";
const FILE = "question,answer\n";
const INPUT = sha256Hex(FILE);

/** The answer that bob gets if he requests ann's data. Each route of the document must have a rule. */
interface Rule {
  /** expected status; a 2xx answer must not contain ann's names and text */
  readonly status: number;
  readonly path?: string;
  readonly body?: unknown;
  /** The route needs no key. */
  readonly isOpen?: boolean;
}

interface Anns {
  readonly submission: string;
  readonly key: string;
}
const run = `/v1/runs/anns/${encodeURIComponent(RUN)}`;
const entries = [{ description: "pubmed_qa:model=simple/model1" }];

const rules = ({ submission, key }: Anns): Readonly<Record<string, readonly Rule[]>> => ({
  "GET /v1/health": [{ status: 200, isOpen: true }],
  "GET /v1/benchmarks": [{ status: 200 }],
  "GET /v1/models": [{ status: 200 }],
  // the API asks him to send the bytes, as if no owner had them
  "POST /v1/inputs": [{ status: 201, body: { name: "x.csv", sha256: INPUT, lengthBytes: FILE.length } }],
  "GET /v1/submissions": [{ status: 200 }, { status: 200, path: "/v1/submissions?suite=anns" }],
  "POST /v1/submissions": [
    { status: 403, body: { suite: "anns", entries } },
    { status: 422, body: { suite: "bobs", entries, inputs: { "x.csv": INPUT } } },
    { status: 422, body: { suite: "bobs", entries: [{ description: `pubmed_qa:data_path=input:${INPUT}` }] } },
  ],
  "POST /v1/quotes": [
    { status: 403, body: { suite: "anns", entries } },
    { status: 422, body: { suite: "bobs", entries, inputs: { "x.csv": INPUT } } },
    { status: 422, body: { suite: "bobs", entries: [{ description: `pubmed_qa:data_path=input:${INPUT}` }] } },
  ],
  "GET /v1/submissions/{id}": [{ status: 404, path: `/v1/submissions/${submission}` }],
  "GET /v1/submissions/{id}/events": [{ status: 404, path: `/v1/submissions/${submission}/events` }],
  "POST /v1/submissions/{id}/cancel": [{ status: 404, path: `/v1/submissions/${submission}/cancel` }],
  "GET /v1/runs/{suite}/{run}": [{ status: 404, path: run }],
  "GET /v1/runs/{suite}/{run}/files/{file}": [
    { status: 404, path: `${run}/files/scenario_state.json` },
    { status: 404, path: `${run}/files/stats.json?profile=corrected` },
    { status: 404, path: `${run}/files/manifest.json` },
  ],
  "GET /v1/runs/{suite}/{run}/instances": [
    { status: 404, path: `${run}/instances` },
    { status: 404, path: `${run}/instances?page=0` },
  ],
  "GET /v1/suites": [{ status: 200 }],
  "GET /v1/suites/{suite}": [{ status: 404, path: "/v1/suites/anns" }],
  "PUT /v1/suites/{suite}": [{ status: 404, path: "/v1/suites/anns", body: { visibility: "public" } }],
  "GET /v1/releases": [{ status: 200 }],
  "POST /v1/releases": [
    { status: 422, body: { name: "bobs", suites: ["anns"] } },
    { status: 422, body: { name: "annsrelease", suites: ["anns"] } },
  ],
  "GET /v1/releases/{name}": [{ status: 404, path: "/v1/releases/annsrelease" }],
  "POST /v1/releases/{name}/publish": [{ status: 404, path: "/v1/releases/annsrelease/publish", body: {} }],
  "GET /v1/usage": [
    { status: 200 },
    { status: 200, path: `/v1/usage?submission=${submission}` },
    { status: 200, path: "/v1/usage?format=csv" },
    { status: 403, path: "/v1/usage?owner=ann" },
  ],
  "GET /v1/dead-letters": [{ status: 403 }],
  "POST /v1/dead-letters/redrive": [{ status: 403 }],
  "POST /v1/keys": [{ status: 403, body: { owner: "ann", name: "mine now", scopes: ["admin"] } }],
  "GET /v1/keys": [{ status: 200 }],
  "DELETE /v1/keys/{id}": [{ status: 404, path: `/v1/keys/${key}` }],
});

let service: FuzzService;
let anns: Anns;
beforeAll(async () => {
  service = await fuzzService();
  const { objects, apiKeys, call } = service;
  const { ann } = apiKeys;
  const submitted = await call("POST", "/v1/submissions", ann, { suite: "anns", entries });
  await call("POST", "/v1/releases", ann, { name: "annsrelease", suites: ["anns"] });
  await objects.put(keys.input("ann", INPUT), FILE);
  for (const file of ["scenario_state.json", "corrected/stats.json", "pages/index.json", "pages/0.json"])
    await putJson(objects, keys.runFile("anns", RUN, file), { text: CANARY });
  const key = z
    .object({ keys: z.tuple([z.object({ id: z.string() })]) })
    .parse(await (await call("GET", "/v1/keys", ann)).json()).keys[0].id;
  anns = { submission: submitted.headers.get("location")?.split("/").at(-1) ?? "", key };
}, 60_000);
afterAll(() => service.close());

const OpenApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.array(z.unknown()).optional() }))),
});
const documentedRoutes = async () => {
  const { paths } = OpenApi.parse(await (await service.call("GET", "/openapi.json")).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      isOpen: security === undefined,
    })),
  );
};

/** Every request of the rules, with its route. */
const requests = () =>
  Object.entries(rules(anns)).flatMap(([route, list]) =>
    list.map((rule) => {
      const [method = "", path = ""] = route.split(" ");
      return { route, method, ...rule, path: rule.path ?? path };
    }),
  );

/** The same requests for names that do not exist. */
const withoutNames = (text: string): string =>
  [anns.submission, anns.key, "annsrelease", "anns"].reduce(
    (rest, name) => rest.replaceAll(name, "0".repeat(name.length)),
    text,
  );

describe("no owner can reach another owner's data", () => {
  it("exactly the routes of the document have a rule", async () => {
    const routes = (await documentedRoutes()).map(({ route }) => route);
    expect(Object.keys(rules(anns)).toSorted()).toEqual(routes.toSorted());
  });

  it("ann can read all of her data", async () => {
    const { call, apiKeys } = service;
    const own = requests().filter(({ method, status }) => method === "GET" && status === 404);
    expect(own.length).toBeGreaterThan(8);
    for (const { path } of own.filter((one) => !one.path.endsWith("/manifest.json")))
      expect([path, (await call("GET", path, apiKeys.ann)).status]).toEqual([path, 200]);
    for (const path of ["submissions", "suites", "releases", "keys"])
      expect(await (await call("GET", `/v1/${path}`, apiKeys.ann)).text()).toMatch(/anns|"ann"/);
  });

  it("bob gets no data of ann and cannot learn that it exists", async () => {
    for (const { route, method, path, body, status } of requests()) {
      const answer = await service.call(method, path, service.apiKeys.bob, body);
      const text = await answer.text();
      expect([route, path, answer.status, text]).toEqual([route, path, status, text]);
      expect(text).not.toContain(CANARY);
      const named = ["anns", anns.submission, anns.key].filter((name) => status < 300 && text.includes(name));
      expect([route, named]).toEqual([route, []]);
      const ofNothing = await service.call(method, withoutNames(path), service.apiKeys.bob, body);
      const isTold = status === 404 && withoutNames(text) !== (await ofNothing.text());
      expect([route, isTold]).toEqual([route, false]);
    }
  });

  it("a client without a key reaches only the open routes", async () => {
    const open = new Set((await documentedRoutes()).filter(({ isOpen }) => isOpen).map(({ route }) => route));
    for (const { route, method, path, body, isOpen, status } of requests()) {
      expect([route, open.has(route)]).toEqual([route, isOpen === true]);
      const answer = await service.call(method, path, undefined, body);
      expect([route, answer.status]).toEqual([route, isOpen === true ? status : 401]);
      expect(await answer.text()).not.toContain(CANARY);
    }
  });

  it("ann's data are unchanged after all these requests", async () => {
    const { call, apiKeys, objects } = service;
    expect(await (await call("GET", "/v1/suites/anns", apiKeys.ann)).json()).toEqual({
      suite: "anns",
      visibility: "private",
      owner: "ann",
    });
    expect(await objects.head(keys.submissionCancel(anns.submission))).toBeUndefined();
    expect(await (await call("GET", "/v1/keys", apiKeys.ann)).json()).toMatchObject({ keys: [{ state: "valid" }] });
    expect((await objects.get(keys.input("ann", INPUT)))?.sizeBytes).toBe(FILE.length);
    expect(service.faults).toEqual([]);
  });
});
