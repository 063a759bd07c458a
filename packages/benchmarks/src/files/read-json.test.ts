import { expect, test } from "vitest";
import { readText } from "./read-json.ts";

test("a text that is longer than V8's longest is refused with the limit", () => {
  const bytes = new Uint8Array(536_870_889);
  expect(() => readText({ label: "notes.jsonl", bytes, sha256: "" })).toThrow(
    "notes.jsonl: it has 536870889 bytes, and at most 536870888 can be read as one text; split it",
  );
});
