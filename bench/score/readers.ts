import { ownReplies } from "../../scripts/replies/files.ts";
import type { GroupReader } from "../../scripts/replies/group-reader.ts";
import { READERS } from "../../scripts/replies/readers.ts";
import { type Group, GROUPS, type ReplyCase } from "../../scripts/replies/reply-cases.ts";
import { type MeasuredMetric, measureMetric } from "./measured-metric.ts";

const readers: { readonly [G in Group]: GroupReader<G> } = READERS;
const cases = ownReplies();

/** The readers of replies of profile `corrected`, such as those of letters, of MedCalc's numbers and of ICD codes. */
export const measureReaders = (instances: number): MeasuredMetric[] =>
  // the cases of fences try whole prompts of judges, which is not a metric's work
  GROUPS.filter((group) => group !== "fence").map((group) => measureReader(group, cases[group] ?? [], instances));

function measureReader<G extends Group>(group: G, replies: readonly ReplyCase<G>[], instances: number) {
  return measureMetric(`reader of ${group}`, instances, (i) => {
    const one = replies[i % replies.length];
    if (one !== undefined) readers[group].corrected(one.reply + ending(i), one.context);
  });
}

/** White space that no other reply has: a reader recalls the readings of short replies. */
const ending = (i: number): string => i.toString(2).replaceAll("0", " ").replaceAll("1", "\n");
