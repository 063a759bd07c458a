import { expect, it } from "vitest";
import { fixture } from "@medhelm/testing/fixtures/api";

const KEY = "k".repeat(48);

it.each([
  [{}, 403],
  [{ "x-medhelm-edge-key": "k".repeat(47) }, 403],
  [{ "x-medhelm-edge-key": KEY }, 200],
])("a service behind CloudFront answers only requests with its key: %j", async (headers, status) => {
  const api = fixture({ edgeKey: KEY });
  expect((await api.call("GET", "/v1/health", { as: null, headers })).status).toBe(status);
});

it("the refusal of a request around CloudFront does not name the key", async () => {
  const api = fixture({ edgeKey: KEY });
  expect(await (await api.call("GET", "/v1/submissions", { as: null })).json()).toMatchObject({
    type: "urn:medhelm:problem:wrong-host",
    detail: "This service answers only at its public address.",
  });
});
