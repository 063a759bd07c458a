import { fixture } from "@medhelm/testing/fixtures/api";
import { expect, test } from "vitest";

const HALF = "a\ud800b";
const description = "pubmed_qa:model=demo/first";
const entries = [{ description }];

test.each([
  ["/v1/submissions", { suite: "my", entries: [{ description: HALF }] }, "entries[0].description"],
  ["/v1/submissions", { suite: "my", entries: [{ description, groups: ["g", HALF] }] }, "entries[0].groups[1]"],
  ["/v1/submissions", { suite: "my", entries, inputs: { [HALF]: "0".repeat(64) } }, "inputs.a\ufffdb"],
  ["/v1/submissions", { suite: "my", entries, modelsToRun: [HALF] }, "modelsToRun[0]"],
  ["/v1/submissions", { suite: "my", conf: HALF }, "conf"],
  ["/v1/releases", { name: HALF, suites: ["my"] }, "name"],
])("half a surrogate pair in a body of %s is refused with its field (%#)", async (path, body, field) => {
  const api = fixture();
  const answer = await api.call("POST", path, { body });
  expect([answer.status, Object(await answer.json()).detail]).toEqual([
    400,
    `body: ${field} is not valid Unicode: it has half of a surrogate pair (\\ud800 to \\udfff); send both halves`,
  ]);
  expect(api.reported).toEqual([]);
});

test("a character of two surrogates is accepted as an escape", async () => {
  const body = `{"suite":"my","entries":[{"description":"${description}","groups":["\\ud83d\\ude00"]}]}`;
  expect((await fixture().call("POST", "/v1/submissions", { body })).status).toBe(202);
});
