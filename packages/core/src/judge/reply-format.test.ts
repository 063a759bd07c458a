import { expect, test } from "vitest";
import { replyFormat } from "./reply-format.ts";

test("the schema requires exactly the criteria, each with a score and an explanation", () => {
  const criterion = {
    type: "object",
    properties: { score: { type: "number" }, explanation: { type: "string" } },
    required: ["score", "explanation"],
    additionalProperties: false,
  };
  expect(replyFormat({ accuracy: ["score", "explanation"], score: ["score", "explanation"] }).json_schema).toEqual({
    name: "verdict",
    strict: true,
    schema: {
      type: "object",
      properties: { accuracy: criterion, score: criterion },
      required: ["accuracy", "score"],
      additionalProperties: false,
    },
  });
});
