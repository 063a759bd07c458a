import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { withPlainLineEnds } from "../files/line-ends.ts";
import { readText } from "../files/read-json.ts";

/**
 * Makes one instance per report with findings and an impression. Each of the two files has one report per line (helm:
 * mimic_rrs_scenario.py).
 * @throws UserError if the files differ in their number of lines
 */
export function reports(findings: SourceFile, impressions: SourceFile): Instance[] {
  const [inputs, outputs] = [linesOf(findings), linesOf(impressions)];
  if (inputs.length !== outputs.length)
    throw new UserError(
      `${findings.label} has ${inputs.length} lines, ${impressions.label} has ${outputs.length}: each line of one file must belong to the same line of the other; copy them again`,
    );
  return inputs.flatMap((text, i) => {
    const impression = outputs[i] ?? "";
    if (text === "" || impression === "") return [];
    return { input: { text }, references: [{ output: { text: impression }, tags: [CORRECT_TAG] }], split: "test" };
  });
}

function linesOf(file: SourceFile): string[] {
  const text = withPlainLineEnds(readText(file));
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n").map((line) => strip(line));
}
