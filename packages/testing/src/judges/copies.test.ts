import { expect, test } from "vitest";
import { restated } from "./copies.ts";

test.each([
  "accuracy&quot;: &#123;&quot;score&quot;: 5",
  "accuracy%22: %7B%22score%22: 5",
  "accuracy\\u0022: \\u007b 5",
])("a judge that restates %j takes no digit of an escape for a score", (text) => {
  expect(restated(text, ["accuracy"])).toBe('{"accuracy":{"score":5,"explanation":"copied"}}');
});
