import { type CaseReader, caseReader } from "../../scripts/replies/case-reader.ts";
import { ownReplies } from "../../scripts/replies/files.ts";
import { type Group, GROUPS } from "../../scripts/replies/reply-cases.ts";
import { type MeasuredMetric, measureMetric } from "./measured-metric.ts";

const cases = ownReplies();

/** The readers of replies of profile `corrected`, such as those of letters, of MedCalc's numbers and of ICD codes. */
export const measureReaders = (instances: number): MeasuredMetric[] =>
  // the cases of fences try whole prompts of judges, which is not a metric's work
  GROUPS.filter((group) => group !== "fence").map((group) =>
    measureReader(group, caseReader(group, cases[group]), instances),
  );

function measureReader(group: Group, { replies, read }: CaseReader, instances: number): MeasuredMetric {
  return measureMetric(`reader of ${group}`, instances, (i) => {
    const at = i % replies.length;
    read((replies[at] ?? "") + ending(i), at);
  });
}

/** White space that no other reply has: a reader recalls the readings of short replies. */
const ending = (i: number): string => i.toString(2).replaceAll("0", " ").replaceAll("1", "\n");
