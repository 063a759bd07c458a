import { readDate, readWeeksAndDays } from "@medhelm/core/reading/dates/read-date";
import { readNumber } from "@medhelm/core/reading/numbers/read-number";
import { type CaseReader, caseReader } from "../../scripts/replies/case-reader.ts";
import { ownReplies, sharedReplies } from "../../scripts/replies/files.ts";
import { type Group, GROUPS } from "../../scripts/replies/reply-cases.ts";

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

function perReply(group: Group, { replies, read }: CaseReader): string {
  const ms = leastOf((round) => {
    // a reader recalls the readings of short replies
    for (const [at, reply] of replies.entries()) read(reply + "\n".repeat(round), at);
  });
  const count = replies.length;
  return `${group.padEnd(10)} ${String(count).padStart(5)} replies  ${(ms / Math.max(1, count)).toFixed(2)} ms each`;
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

/** Prints the CPU time of each reader, and its growth with the length of a reply. @returns whether no time grows too fast */
export function measureReaders(): boolean {
  const cases = sharedReplies() ?? ownReplies();
  for (const group of GROUPS) if (group !== "fence") console.log(perReply(group, caseReader(group, cases[group])));
  const ratios = [...PARTS, ...MORE_PARTS].map((part) => {
    const ratio = growth(part);
    console.log(`${JSON.stringify(part).padEnd(26)} ${ratio.toFixed(1)} times the CPU time at 4 times the length`);
    return ratio;
  });
  return ratios.every((ratio) => ratio <= MOST);
}
