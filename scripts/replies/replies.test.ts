import { expect, test } from "vitest";
import { fileReplies, ownReplies, sharedReplies } from "./files.ts";
import { READERS } from "./readers.ts";
import type { ReplyCases } from "./reply-cases.ts";
import { scoreReplies } from "./score-replies.ts";

const missesOf = (cases: ReplyCases) =>
  scoreReplies(cases, READERS).flatMap(({ group, misses, differences }) =>
    misses.length > 0 ? [{ group, misses, differences }] : [],
  );

/** A slow machine needs seconds for all replies. */
const timeout = 180_000;

test("the readers of profile corrected read the project's own replies as an expert does", { timeout }, () => {
  expect(missesOf(ownReplies())).toEqual([]);
});

test.skipIf(sharedReplies() === undefined)(
  "the readers of profile corrected read the reference replies as an expert does",
  { timeout },
  () => {
    expect(missesOf(sharedReplies() ?? {})).toEqual([]);
  },
);

test("an absent file of replies is refused in one sentence", () => {
  expect(() => fileReplies("/no/replies.json")).toThrow(
    "/no/replies.json is not there; give the path of a file of replies",
  );
});

test("a folder of replies is refused in one sentence", () => {
  expect(() => fileReplies(import.meta.dirname)).toThrow(
    `${import.meta.dirname} is a folder; give the path of one file of replies in it`,
  );
});
