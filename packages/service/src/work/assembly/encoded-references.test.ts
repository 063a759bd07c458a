import type { Encoder } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { encodedReferences } from "./encoded-references.ts";

/** Records the texts of each call. A text's states take 4 bytes. */
function recordingEncoder() {
  const calls: (readonly string[])[] = [];
  const encoder: Encoder = {
    identity: { model: "m", revision: "r", layer: 5, sha256: "a", tokenizerSha256: "t" },
    hiddenStates: async (texts) => {
      calls.push(texts);
      return texts.map((text) => ({ ids: [1], counts: [true], width: 1, rows: new Float32Array([text.length]) }));
    },
  };
  return { calls, encoder };
}

test("a reference is encoded once for all runs of an encoder, and alone", async () => {
  const { calls, encoder } = recordingEncoder();
  for (const text of ["one", "three", "one"]) await encodedReferences(encoder)(text);
  expect((await encodedReferences(encoder)("three")).rows).toEqual(new Float32Array([5]));
  expect(calls).toEqual([["one"], ["three"]]);
});

test("the reference that was not used for the longest time leaves when there is no room", async () => {
  const { calls, encoder } = recordingEncoder();
  const encode = encodedReferences(encoder, 8);
  for (const text of ["a", "b", "a", "c", "a", "b"]) await encode(text);
  expect(calls).toEqual([["a"], ["b"], ["c"], ["b"]]);
});

test("a reference that is larger than the room is encoded each time, and the room stays free for others", async () => {
  const { calls, encoder } = recordingEncoder();
  const encode = encodedReferences(encoder, 2);
  for (const text of ["a", "a"]) await encode(text);
  expect(calls).toEqual([["a"], ["a"]]);
});
