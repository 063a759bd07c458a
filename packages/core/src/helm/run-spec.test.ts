import { expect, test } from "vitest";
import { ObjectSpec } from "./run-spec.ts";

test("an argument that JSON reads as infinite is refused, because no file can keep it", () => {
  const read = ObjectSpec.safeParse(JSON.parse('{"class_name": "a", "args": {"scale": {"levels": [1, 1e999]}}}'));
  expect(read.error?.issues).toMatchObject([{ path: ["args", "scale"], message: "a number is too large for JSON" }]);
});

test("arguments may have any other value", () => {
  const args = { text: "1e999", list: [1, null, { deep: true }], empty: {} };
  expect(ObjectSpec.parse({ class_name: "a", args }).args).toEqual(args);
});
