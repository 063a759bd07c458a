import { type SmallLeaderboard, smallLeaderboard } from "@medhelm/testing/fixtures/small-leaderboard";
import { expect, it } from "vitest";
import { siteOf } from "../release/site.ts";
import { judgesSentence } from "./methods.ts";

const smallSite = (small: SmallLeaderboard) => siteOf(smallLeaderboard(small), "/");

it("the methods name the judges of the release, and which of them are rules", () => {
  const judge = { name: "gpt", model: "m/gpt", standIn: false };
  const stand = { name: "lexical", model: "builtin/lexical", standIn: true };
  const site = (judges: (typeof judge)[]) =>
    smallSite({ benchmarks: { quiz: {} }, scores: { a: [1] }, run: () => ({ judges }) });
  expect(judgesSentence(site([]))).toBe("No judge is recorded in this release.");
  expect(judgesSentence(site([judge]))).toBe("The judges of this release: gpt.");
  expect(judgesSentence(site([judge, stand]))).toBe(
    "The judges of this release: gpt and lexical. Not a language model, but a built-in rule: lexical.",
  );
});
