import { expect, it } from "vitest";
import { fixture } from "@medhelm/testing/fixtures/api";

const KEY = "k".repeat(48);

it.each([
  [{}, 403],
  [{ "x-medhelm-edge-key": "k".repeat(47) }, 403],
  [{ "x-medhelm-edge-key": KEY }, 200],
])("a service behind CloudFront answers only requests with its key: %j", async (headers, status) => {
  const api = fixture({ edgeKeys: [KEY] });
  expect((await api.call("GET", "/v1/health", { as: null, headers })).status).toBe(status);
});

it.each([KEY, "n".repeat(48)])(
  "during a change of the key the service accepts the old one and the new one: %s",
  async (key) => {
    const api = fixture({ edgeKeys: ["n".repeat(48), KEY] });
    const headers = { "x-medhelm-edge-key": key };
    expect((await api.call("GET", "/v1/health", { as: null, headers })).status).toBe(200);
  },
);

it("the refusal of a request around CloudFront does not name the key", async () => {
  const api = fixture({ edgeKeys: [KEY] });
  expect(await (await api.call("GET", "/v1/submissions", { as: null })).json()).toMatchObject({
    type: "urn:medhelm:problem:wrong-host",
    detail: "This service answers only at its public address.",
  });
});

it("an address may send 120 requests a minute without an API key; others and requests with a key are not limited", async () => {
  let address = "192.0.2.1";
  const api = fixture({ edgeKeys: [KEY], clientAddress: () => address });
  const headers = { "x-medhelm-edge-key": KEY };
  const open = (path: string) => api.call("GET", path, { as: null, headers });
  for (let i = 0; i < 60; i++) {
    expect((await open("/v1/health")).status).toBe(200);
    expect((await open("/nothing")).status).toBe(404);
  }
  const refused = await open("/v1/health");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await api.call("GET", "/v1/models", { as: "ann", headers })).status).toBe(200);
  address = "192.0.2.2";
  expect((await open("/v1/health")).status).toBe(200);
});
