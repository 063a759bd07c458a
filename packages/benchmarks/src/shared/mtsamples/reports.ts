import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import { UserError } from "@medhelm/core/user-error";
import type { LocalFiles } from "../local-data.ts";
import { withPlainLineEnds } from "../../files/line-ends.ts";
import { readText } from "../../files/read-json.ts";

/** The sections that a question may request. The first one that a report has counts. */
const SECTIONS = ["PLAN:", "SUMMARY:", "FINDINGS:"] as const;
type Section = (typeof SECTIONS)[number];

/** HELM: GitHub lists at most this many names of a folder (its "contents" address); HELM never reads the others. */
const MOST_NAMES = 1000;

/**
 * Makes one instance per transcribed report with a section of SECTIONS. It has the text before the sections of `cut`, and the first line of the
 * requested section (helm: mtsamples_replicate_scenario.py, mtsamples_procedures_scenario.py).
 * @throws UserError if the folder has no report, or a report is not UTF-8 text
 */
export async function reports(files: LocalFiles, cut: readonly Section[]): Promise<Instance[]> {
  const listed = (await files.list()).filter((name) => !name.includes("/")).slice(0, MOST_NAMES);
  // HELM: a "#" in a name ends the address of the request, so HELM loses such reports
  const names = listed.filter((name) => name.endsWith(".txt") && !name.includes("#"));
  const instances: Instance[] = [];
  for (const name of names) {
    const file = await files.read(name);
    instances.push(...toInstance(strip(withPlainLineEnds(readText(file))), cut));
  }
  if (instances.length === 0)
    throw new UserError(
      `no .txt report with a line ${SECTIONS.join(", ")} is in the folder: this is not the one that the benchmark expects`,
    );
  return instances;
}

function toInstance(text: string, cut: readonly Section[]): Instance[] {
  // HELM: skips a report whose heading is only in lower case ("Plan:")
  if (SECTIONS.some((section) => text.toUpperCase().includes(section) && !text.includes(section))) return [];
  const reference = SECTIONS.map((section) => firstLineOf(text, section)).find((line) => line !== "");
  if (reference === undefined) return [];
  const input = cut.reduce((rest, section) => (rest.includes(section) ? strip(before(rest, section)) : rest), text);
  return [
    { input: { text: input }, references: [{ output: { text: reference }, tags: [CORRECT_TAG] }], split: "test" },
  ];
}

const before = (text: string, section: Section): string => text.split(section, 1)[0] ?? "";

/** HELM: returns the text up to the line end or to the next heading of the same name, or "". */
const firstLineOf = (text: string, section: Section): string => strip(text.split(section)[1]?.split("\n", 1)[0] ?? "");
