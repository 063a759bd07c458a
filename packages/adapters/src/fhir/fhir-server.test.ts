import { randomUUID } from "node:crypto";
import { FHIR_BASE, type FhirServer } from "@medhelm/core/agents/fhir-server";
import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { fhirServer } from "./fhir-server.ts";
import { stableBundle } from "./stable-bundle.ts";

/** A server of the test at /v1 that answers every request with this status and value. */
async function serverThat(status: number, value: (base: string) => unknown, headers: Record<string, string> = {}) {
  const asked: string[] = [];
  const { baseUrl, close } = await serve((request, _, response) => {
    asked.push(request.url ?? "");
    json(response, status, value(baseUrl), headers);
  });
  onTestFinished(close);
  return { server: fhirServer(baseUrl), asked };
}

test("the address of the server reads as the benchmark's address, so that requests do not depend on it", async () => {
  const { server, asked } = await serverThat(200, (base) => ({ fullUrl: `${base}/Patient/S1` }));
  expect(await server.read("Patient?name=a%20b")).toEqual({
    status: 200,
    text: '{"fullUrl":"http://localhost:8080/fhir/Patient/S1"}',
  });
  expect(asked).toEqual(["/v1/Patient?name=a%20b"]);
});

test("two searches of the same records read the same, without the search's own id and time", async () => {
  const search = { resourceType: "Bundle", type: "searchset", total: 1, entry: [{ resource: { id: "S1" } }] };
  const { server } = await serverThat(200, () => ({ ...search, id: randomUUID(), meta: { lastUpdated: "2026" } }));
  const [first, second] = [await server.read("Patient"), await server.read("Patient")];
  expect(second).toEqual(first);
  expect(JSON.parse(first.text)).toEqual({ ...search, meta: {} });
});

/** A server that sends searches in pages of one record, as HAPI does: each search has a random id, by which its next pages are asked. */
async function pagedServer(elsewhere?: string) {
  const asked: string[] = [];
  const { baseUrl, close } = await serve((request, _, response) => {
    const { search, searchParams } = new URL(request.url ?? "", "http://x");
    asked.push(search);
    const at = Number(searchParams.get("_getpagesoffset") ?? 0);
    const id = searchParams.get("_getpages") ?? randomUUID();
    const page = (offset: number) => `${elsewhere ?? baseUrl}?_getpages=${id}&_getpagesoffset=${offset}`;
    const link = [
      { relation: "self", url: at === 0 ? `${baseUrl}/Patient${search}` : page(at) },
      ...(at < 2 ? [{ relation: "next", url: page(at + 1) }] : []),
      ...(at > 0 ? [{ relation: "previous", url: page(at - 1) }] : []),
      { relation: "last", url: page(2) },
    ];
    const entry = [{ resource: { id: `S${at + 1}` } }];
    json(response, 200, { resourceType: "Bundle", type: "searchset", id, link, entry });
  });
  onTestFinished(close);
  return { server: fhirServer(baseUrl), asked };
}

const Page = z.object({
  link: z.array(z.object({ relation: z.string(), url: z.string() })),
  entry: z.array(z.object({ resource: z.object({ id: z.string() }) })),
});

/** The record of a page, and its links below the base by name. */
async function readPage(server: FhirServer, query: string) {
  const { link, entry } = Page.parse(JSON.parse((await server.read(query)).text));
  const links = link.map(({ relation, url }) => [relation, url.replace(FHIR_BASE, "")] as const);
  return { record: entry[0]?.resource.id, ...Object.fromEntries(links) };
}

test("the links between the pages of a list are the same for each search", async () => {
  const { server } = await pagedServer();
  expect(await readPage(server, "Patient?name=a")).toEqual({
    record: "S1",
    self: "Patient?name=a",
    next: "Patient?name=a&_medhelm_page=2",
    last: "Patient?name=a&_medhelm_page=last",
  });
  expect(await readPage(server, "Patient?name=a&_medhelm_page=2")).toEqual({
    record: "S2",
    self: "Patient?name=a&_medhelm_page=2",
    next: "Patient?name=a&_medhelm_page=3",
    last: "Patient?name=a&_medhelm_page=3",
    previous: "Patient?name=a",
  });
});

test("a page is found again by another process, which searches again and follows the server's links", async () => {
  const { server, asked } = await pagedServer();
  expect(await readPage(server, "Patient?_format=json&_medhelm_page=3&_format=json")).toMatchObject({ record: "S3" });
  expect(await readPage(server, "Patient?_medhelm_page=last")).toMatchObject({ record: "S3" });
  expect(asked.map((search) => search.replace(/=[0-9a-f-]{36}/, "=ID"))).toEqual([
    "?_format=json",
    "?_getpages=ID&_getpagesoffset=1",
    "?_getpages=ID&_getpagesoffset=2",
    "",
    "?_getpages=ID&_getpagesoffset=1",
    "?_getpages=ID&_getpagesoffset=2",
  ]);
});

test("a page that the list has not is refused as the server would refuse it", async () => {
  const { server } = await pagedServer();
  expect(await server.read("Patient?_medhelm_page=4")).toEqual({ status: 404, text: "the list has 3 pages" });
  expect(await server.read("Patient?_medhelm_page=0")).toEqual({ status: 400, text: "_medhelm_page=0 is no page" });
});

test("a next page at another server is not asked", async () => {
  const { server, asked } = await pagedServer("http://169.254.169.254/fhir");
  await expect(server.read("Patient?_medhelm_page=2")).rejects.toThrow(
    /^the FHIR server at .*\/v1\/ sends the next page of Patient at another address, http:\/\/169\.254\.169\.254\/fhir\?_get.*; give --fhir-server /,
  );
  expect(asked).toEqual([""]);
});

test("a list whose pages never end is refused", async () => {
  const { server } = await serverThat(200, (base) => ({
    resourceType: "Bundle",
    type: "searchset",
    link: [{ relation: "next", url: `${base}/Patient` }],
  }));
  await expect(server.read("Patient?_medhelm_page=last")).rejects.toThrow(/has more than 500 pages of Patient/);
});

test("the address of the server without a path is hidden too", async () => {
  const { server } = await serverThat(200, (base) => ({ url: base, other: `${base}?x=1`, not: `${base}2/x` }));
  const { text } = await server.read("metadata");
  expect(text).toMatch(
    /^\{"url":"http:\/\/localhost:8080\/fhir","other":"http:\/\/localhost:8080\/fhir\?x=1","not":"http:\/\/127/,
  );
});

test.each([
  ['{"resourceType":"Bundle","id":"x.1","type":"searchset","total":1.50}'],
  ['{"resourceType":"Bundle","type":"searchset","total":1.50,"id":"x.1"}'],
])("the decimals of a number stay in %s", (text) => {
  expect(stableBundle(text)).toBe('{"resourceType":"Bundle","type":"searchset","total":1.50}');
});

test("a record keeps its own id and time", async () => {
  const record = { resourceType: "Patient", id: "S1", meta: { lastUpdated: "2026" } };
  const { server } = await serverThat(200, () => record);
  expect(JSON.parse((await server.read("Patient/S1")).text)).toEqual(record);
});

test("a request that the server refuses is a reply for the model", async () => {
  const { server } = await serverThat(400, () => ({ issue: "no such code" }));
  expect(await server.read("Observation?code=?")).toEqual({ status: 400, text: '{"issue":"no such code"}' });
});

test("a server that fails is not a result of the model", async () => {
  const { server } = await serverThat(503, () => "busy");
  await expect(server.read("Patient")).rejects.toThrow(/^the FHIR server at .*\/v1\/ answered HTTP 503 to Patient; /);
});

test("a redirect is not followed", async () => {
  const { server } = await serverThat(302, () => "", { location: "http://127.0.0.1:9/elsewhere" });
  await expect(server.read("Patient")).rejects.toThrow(/does not answer Patient/);
});

test("a server that is not there is named", async () => {
  await expect(fhirServer("http://127.0.0.1:1/fhir").read("Patient")).rejects.toThrow(
    /^the FHIR server at http:\/\/127\.0\.0\.1:1\/fhir\/ does not answer Patient /,
  );
});
