import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readCodes } from "./read-codes.ts";

test.each([
  '{"codes": "E11.9, I10\\n\\nUser: next note\\nAssistant: J18.9"}',
  '{"answer": "E11.9, I10\\nHuman: and this one?\\nAssistant: J18.9"}',
])("the codes behind the heading of another turn within a field are no answer: %j", (reply) => {
  expect(valueOf(readCodes(reply))).toEqual(["E119", "I10"]);
});

test.each(["", "### Final Answer\n\n", "```\n", "**Answer:** "])(
  "the example of the form after %j is no answer",
  (lead) => {
    expect(valueOf(readCodes(`${lead}Example: ["A00.0", "B99.9"]\n\nOutput: ["L03.115"]`))).toEqual(["L03115"]);
  },
);
