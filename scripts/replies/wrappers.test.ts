import { readdirSync } from "node:fs";
import { cutAtTurn } from "@medhelm/core/reading/turns/cut-at-turn";
import { prepare } from "@medhelm/core/reading/prepare";
import { replyText } from "@medhelm/core/reading/text/reply-text";
import { variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { fileReplies, ownReplies, sharedReplies } from "./files.ts";
import type { GroupReader } from "./group-reader.ts";
import { READERS } from "./readers.ts";
import type { Group, ReplyCase } from "./reply-cases.ts";

const HELD_OUT = new URL("../../bench/replies/", import.meta.url);
const sets = [
  { name: "the project's own replies", cases: ownReplies() },
  { name: "the reference replies", cases: sharedReplies() ?? {} },
  ...readdirSync(HELD_OUT)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => ({ name, cases: fileReplies(new URL(name, HELD_OUT).pathname) })),
].map((set, begin) => ({ ...set, begin }));

/** Nothing is left of such a reply, so that what is put around it is all that it says. */
const isEmpty = (reply: string): boolean => !/[\p{L}\p{N}]/u.test(reply.replace(/<think>[^]*<\/think>/u, ""));
/** An object in a quote, or in a field of its own, is the candidate's; one that is cut off has no mark behind it. */
const isForeign = (variant: string, reply: string): boolean =>
  variant.startsWith("> ") ||
  variant.startsWith('{"answer": ') ||
  (variant !== reply && reply.includes("{") && !reply.includes("}"));

/** A list that is cut off within an item has no words behind it. */
const isCutOff = (_: string, reply: string): boolean =>
  /\n(?:\p{L}+ )?\d+: (?:\p{L}+|.* (?:the|an?|of|and|to|with|in|is))$/u.test(reply);

/** A reply with thinking, or with marks of its turn, is no part of another one. */
const OF_TURN = new Set(["separated thinking", "cut at a turn", "removed a role"]);

/** A reply that goes on with another question is no field of an object. */
const isOtherTurn = (variant: string, reply: string): boolean =>
  variant.startsWith('{"answer": ') && cutAtTurn(replyText(reply)).whole !== undefined;

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

/** Whether a case says at once what it answers; a text that was cut off goes on with what is put around it. */
const isWhole = ({ reply, certainty, note = "" }: ReplyCase<Group>): boolean =>
  isOwn(reply) && !note.includes("cut off") && certainty !== "judgement call";

const wholeOf = <G extends Group>(all: readonly ReplyCase<G>[] = []): readonly ReplyCase<G>[] => all.filter(isWhole);

/**
 * All variants of all replies take minutes. Each reply has every tenth variant, so that ten replies in a row have them all. Each set begins
 * with another one, so that replies of the same place in two sets differ.
 */
const STEP = process.env["MEDHELM_ALL_VARIANTS"] === "1" ? 1 : 10;

/** The variants of the replies of a group that the reader reads in another way than the reply alone. */
function changed<G extends Group>(
  cases: readonly ReplyCase<G>[],
  { corrected }: GroupReader<G>,
  other: string,
  begin: number,
  isLeftOut: (variant: string, reply: string) => boolean = () => false,
): string[] {
  return cases
    .filter(({ reply }) => !isEmpty(reply))
    .flatMap(({ reply, context }, index) => {
      const read = (text: string) => JSON.stringify(corrected(text, context).value);
      const alone = read(reply);
      const variants = variantsOf(reply, other).filter((_, k) => k % STEP === (index + begin) % STEP);
      return variants.filter((variant) => !isLeftOut(variant, reply) && read(variant) !== alone);
    });
}

const timeout = 300_000;
const OTHER_VERDICT = '{"accuracy": {"score": 1}, "completeness": {"score": 1}, "clarity": {"score": 1}}';

test.each(sets)(
  "thinking, markup and courtesy change no reading of a reply of $name",
  { timeout },
  ({ cases, begin }) => {
    expect({
      letters: changed(wholeOf(cases.letters), READERS.letters, "B", begin, isOtherReply),
      labels: changed(wholeOf(cases.labels), READERS.labels, "1", begin, isOtherReply),
      numbers: changed(wholeOf(cases.numbers), READERS.numbers, "31.7", begin, isOtherReply),
      medec: changed(cases.medec ?? [], READERS.medec, "7 He coughs.", begin, isCutOff),
      sql: changed(cases.sql ?? [], READERS.sql, "SELECT x FROM y;", begin),
      icd: changed(cases.icd ?? [], READERS.icd, "K37", begin, isOtherTurn),
      refusals: changed(cases.refusals ?? [], READERS.refusals, "The dose is 5 mg, I believe.", begin),
      judge: changed(cases.judge ?? [], READERS.judge, OTHER_VERDICT, begin, isForeign),
      grader: changed(cases.grader ?? [], READERS.grader, '{"criteria_met": false}', begin, isForeign),
    }).toEqual({
      letters: [],
      labels: [],
      numbers: [],
      medec: [],
      sql: [],
      icd: [],
      refusals: [],
      judge: [],
      grader: [],
    });
  },
);
