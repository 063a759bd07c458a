import { readdirSync } from "node:fs";
import { variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { fileReplies, ownReplies, sharedReplies } from "./files.ts";
import type { GroupReader } from "./group-reader.ts";
import { READERS } from "./readers.ts";
import type { Group, ReplyCase, ReplyCases } from "./reply-cases.ts";

const HELD_OUT = new URL("../../bench/replies/", import.meta.url);
const sets: readonly (readonly [string, ReplyCases])[] = [
  ["the project's own replies", ownReplies()],
  ...readdirSync(HELD_OUT)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, fileReplies(new URL(name, HELD_OUT).pathname)] as const),
  ["the reference replies", sharedReplies() ?? {}],
];

/** Nothing is left of such a reply, so that what is put around it is all that it says. */
const isEmpty = (reply: string): boolean => !/[\p{L}\p{N}]/u.test(reply.replace(/<think>[^]*<\/think>/u, ""));
/** An object in a quote, or in a field of its own, is the candidate's; one that is cut off has no mark behind it. */
const isForeign = (variant: string, reply: string): boolean =>
  variant.startsWith("> ") ||
  variant.startsWith('{"answer": ') ||
  (variant !== reply && reply.includes("{") && !reply.includes("}"));

/** A list that is cut off within an item has no words behind it. */
const isCutOff = (_: string, reply: string): boolean => /\n\d+: \p{L}+$/u.test(reply);

/** The variants of the replies of a group that the reader reads in another way than the reply alone. */
function changed<G extends Group>(
  cases: readonly ReplyCase<G>[],
  { corrected }: GroupReader<G>,
  other: string,
  isLeftOut: (variant: string, reply: string) => boolean = () => false,
): string[] {
  return cases
    .filter(({ reply }) => !isEmpty(reply))
    .flatMap(({ reply, context }) => {
      const read = (text: string) => JSON.stringify(corrected(text, context).value);
      const alone = read(reply);
      return variantsOf(reply, other).filter((variant) => !isLeftOut(variant, reply) && read(variant) !== alone);
    });
}

const timeout = 120_000;
const OTHER_VERDICT = '{"accuracy": {"score": 1}, "completeness": {"score": 1}, "clarity": {"score": 1}}';

test.each(sets)("thinking, markup and courtesy change no reading of a reply of %s", { timeout }, (_, cases) => {
  expect({
    medec: changed(cases.medec ?? [], READERS.medec, "7 He coughs.", isCutOff),
    sql: changed(cases.sql ?? [], READERS.sql, "SELECT x FROM y;"),
    icd: changed(cases.icd ?? [], READERS.icd, "K37"),
    refusals: changed(cases.refusals ?? [], READERS.refusals, "The dose is 5 mg, I believe."),
    judge: changed(cases.judge ?? [], READERS.judge, OTHER_VERDICT, isForeign),
    grader: changed(cases.grader ?? [], READERS.grader, '{"criteria_met": false}', isForeign),
  }).toEqual({ medec: [], sql: [], icd: [], refusals: [], judge: [], grader: [] });
});
