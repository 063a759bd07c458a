import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { variantsOf } from "@medhelm/testing/reply-markup";
import { prepare } from "@medhelm/core/reading/prepare";
import { fileReplies, ownReplies, sharedReplies } from "./files.ts";
import type { GroupReader } from "./group-reader.ts";
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

/** Another answer than most replies have. */
const OTHERS = { letters: "B", labels: "1", numbers: "31.7" } as const;
/** A reply with thinking, or with marks of its turn, is no part of another one. */
const OF_TURN = new Set(["separated thinking", "cut at a turn", "removed a role"]);

/** Whether the reply has words of its own alone, in whole sentences. */
function isOwn(reply: string): boolean {
  const own = prepare(reply, { answers: new Set() });
  return (
    own.kind === "prepared" &&
    /[\p{L}\p{N}]/u.test(own.text.text) &&
    !own.steps.some(({ step }) => OF_TURN.has(step)) &&
    !/(?:[=:,(/]|(?<!\p{L})(?:is|the|of|next|add)|\d \/ \d\S*)\s*$/iu.test(reply)
  );
}

/**
 * A quote of a number is a bound, and a bullet before it a minus. A row of a table, an item of a list and an object are no part of a line.
 * "Answer: C. difficile" names the option C.
 */
const isOtherReply = (variant: string, reply: string): boolean =>
  (/^>|^- \d/.test(variant) && !reply.includes("\n")) || /^[|{]|^- |^C\. difficile$/.test(reply);

/** The variants of replies that are not read as the reply itself. */
function changesOf<G extends keyof typeof OTHERS>(group: G, cases: ReplyCases[G], reader: GroupReader<G>): string[] {
  return (cases ?? []).flatMap(({ reply, context, certainty, note = "" }) => {
    if (!isOwn(reply) || note.includes("cut off") || certainty === "judgement call") return [];
    const read = (text: string) => JSON.stringify(reader.corrected(text, context).value);
    const value = read(reply);
    return variantsOf(reply, OTHERS[group]).filter((one) => read(one) !== value && !isOtherReply(one, reply));
  });
}

/** The sets that were written after the readers. */
const HELD_OUT = fileURLToPath(new URL("../../bench/replies/", import.meta.url));
const heldOut = Object.fromEntries(
  readdirSync(HELD_OUT)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, fileReplies(HELD_OUT + name)]),
);
const CORPORA = { own: ownReplies(), shared: sharedReplies(), ...heldOut };
test.each(Object.entries(CORPORA))(
  "thinking, markup, headings and courtesy change no reading of letters, labels and numbers: %s",
  { timeout },
  (_, cases = {}) => {
    expect([
      ...changesOf("letters", cases.letters, READERS.letters),
      ...changesOf("labels", cases.labels, READERS.labels),
      ...changesOf("numbers", cases.numbers, READERS.numbers),
    ]).toEqual([]);
  },
);
