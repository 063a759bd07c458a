import { randomUUID } from "node:crypto";
import { json, serve } from "@medhelm/testing/fault-server";
import { expect, onTestFinished, test } from "vitest";
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
