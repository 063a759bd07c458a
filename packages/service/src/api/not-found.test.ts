import { fixture } from "@medhelm/testing/fixtures/api";
import { expect, test } from "vitest";

test.each([
  ["GET", "/v1/submissions/a1", "There is no submission a1; medhelm submissions list shows those of your owner."],
  [
    "POST",
    "/v1/submissions/a1/cancel",
    "There is no submission a1; medhelm submissions list shows those of your owner.",
  ],
  [
    "DELETE",
    `/v1/keys/${"0".repeat(16)}`,
    `There is no key ${"0".repeat(16)}; medhelm keys list shows those of your owner.`,
  ],
  [
    "GET",
    "/v1/releases/r1",
    'There is no release "r1"; medhelm releases list shows yours and those that are published.',
  ],
  [
    "POST",
    "/v1/releases/r1/publish",
    'There is no release "r1"; medhelm releases list shows yours and those that are published.',
  ],
  ["GET", "/v1/suites/s", 'There is no suite "s"; medhelm submissions list shows those of your owner.'],
])("%s %s of something unknown names the command that lists what there is", async (method, path, detail) => {
  expect(await (await fixture().call(method, path, {})).json()).toMatchObject({ status: 404, detail });
});
