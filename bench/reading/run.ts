import { readDate, readWeeksAndDays } from "@medhelm/core/reading/dates/read-date";
import { readNumber } from "@medhelm/core/reading/numbers/read-number";
import { ownReplies, sharedReplies } from "../../scripts/replies/files.ts";
import type { GroupReader } from "../../scripts/replies/group-reader.ts";
import { READERS } from "../../scripts/replies/readers.ts";
import type { Group, ReplyCase } from "../../scripts/replies/reply-cases.ts";

/** CPU milliseconds of this process. */
function cpuOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least CPU time of a few rounds: other processes only make one slower. */
const leastOf = (act: (round: number) => void): number =>
  Math.min(...[1, 2, 3].map((round) => cpuOf(() => act(round))));

function perReply<G extends Group>(group: G, reader: GroupReader<G>, all: readonly ReplyCase<G>[] = []): string {
  const ms = leastOf((round) => {
    // a reader recalls the readings of short replies
    for (const { reply, context } of all) reader.corrected(reply + "\n".repeat(round), context);
  });
  return `${group.padEnd(10)} ${String(all.length).padStart(5)} replies  ${(ms / Math.max(1, all.length)).toFixed(2)} ms each`;
}

const clearance = {
  question: "What is the patient's creatinine clearance in mL/min?",
  isScore: false,
  isPercentage: false,
};
const PARTS = ["1", "1 ", "1,", "1.", "1 or ", "(1", "1 + ", "= 1 ", "a", "\n", "CrCl is 1. ", "wait 1 "];
const MORE_PARTS = ["1/2/2020 ", "1 week ", "ten ", "(", "creatinine clearance "];
const SIZES = [12_000, 48_000];
/** Four times the length takes four times as long, and sixteen times with a quadratic rule. */
const MOST = 8;
/** Shorter times are mostly noise. */
const FLOOR = 20;

function growth(part: string): number {
  const [short = 0, long = 0] = SIZES.map((size) => {
    const reply = part.repeat(Math.ceil(size / part.length));
    return leastOf(() => {
      readNumber(reply, clearance);
      readDate(reply, "What is the due date?");
      readWeeksAndDays(reply, "What is the gestational age?");
    });
  });
  return Math.max(long, FLOOR) / Math.max(short, FLOOR);
}

const cases = sharedReplies() ?? ownReplies();
const lines = [
  perReply("letters", READERS.letters, cases.letters),
  perReply("labels", READERS.labels, cases.labels),
  perReply("numbers", READERS.numbers, cases.numbers),
  perReply("medec", READERS.medec, cases.medec),
  perReply("sql", READERS.sql, cases.sql),
  perReply("icd", READERS.icd, cases.icd),
  perReply("judge", READERS.judge, cases.judge),
  perReply("grader", READERS.grader, cases.grader),
  perReply("refusals", READERS.refusals, cases.refusals),
];
for (const line of lines) console.log(line);
for (const part of [...PARTS, ...MORE_PARTS]) {
  const ratio = growth(part);
  console.log(`${JSON.stringify(part).padEnd(26)} ${ratio.toFixed(1)} times the CPU time at 4 times the length`);
  if (ratio > MOST) process.exitCode = 1;
}
