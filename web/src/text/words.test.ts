import { expect, it } from "vitest";
import { wordingText } from "./words.ts";

it("a prompt version names the origin of the wording, with a shortened hash", () => {
  const hash = "0123456789ab".padEnd(64, "c");
  expect(["own 1", `helm ${hash}`, `custom ${hash}`, "unknown"].map(wordingText)).toEqual([
    "own (this software's words, not HELM's), version 1",
    "HELM, SHA-256 0123456789ab…",
    "custom, SHA-256 0123456789ab…",
    "unknown",
  ]);
});
