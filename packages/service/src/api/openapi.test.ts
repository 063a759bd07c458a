import { expect, it } from "vitest";
import { fixture } from "@medhelm/testing/fixtures/api";

// After a wanted change: npx vitest run packages/service/src/api/openapi.test.ts --update
it("the API's document is the one in docs/openapi.json", async () => {
  const document: unknown = await (await fixture().call("GET", "/openapi.json", { as: null })).json();
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("../../../../docs/openapi.json");
});
