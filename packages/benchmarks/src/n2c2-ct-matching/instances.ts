import type { Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { choices } from "../shared/multiple-choice.ts";
import type { Wording } from "../define.ts";
import { filledIn } from "../shared/read-wording.ts";
import type { Criterion } from "./criteria.ts";
import { type Note, readPatient } from "./patient.ts";
import { type Part, RULER } from "./wording.ts";

/** helm: the date of the last note with a date. corrected: the latest date. */
export type DateRule = "helm" | "corrected";

/**
 * Makes the instance that asks whether a patient meets one criterion (helm: n2c2_ct_matching_scenario.py).
 * @throws UserError that names the file, and a criterion without a tag
 */
export function toInstance(
  file: SourceFile,
  criterion: Criterion,
  { rule, words }: { readonly rule: DateRule; readonly words: Wording<Part> },
): Instance {
  const { notes, met } = readPatient(file);
  const isMet = met.get(criterion);
  if (isMet === undefined)
    throw new UserError(
      `${file.label}: there is no tag ${criterion} below TAGS; this is not a file of n2c2 2018 track 1`,
    );
  return {
    input: { text: question(notes, rule, words) },
    references: choices(["yes", "no"], (place) => (place === 0) === isMet),
    split: "test",
  };
}

/** HELM: a text literal with the indentation of its source. Undefined gives an empty line. */
function question(notes: readonly Note[], rule: DateRule, words: Wording<Part>): string {
  const all = notes
    .map(({ text, date }, i) => `## Note #${i + 1}\nDate: ${date ?? ""}\n${text}`)
    .join(`\n${"*".repeat(50)}\n\n`);
  return [
    undefined,
    "# Task",
    words.task,
    undefined,
    "# Inclusion Criterion",
    words.criterion,
    undefined,
    "# Patient Clinical Notes",
    filledIn(words.notes, "COUNT", String(notes.length)),
    undefined,
    RULER,
    undefined,
    all,
    undefined,
    RULER,
    undefined,
    "# Current Date",
    filledIn(words.date, "DATE", currentDate(notes, rule) ?? "None"),
    undefined,
    "# Question",
    words.question,
    "",
  ]
    .map((line) => (line === undefined ? "" : `    ${line}`))
    .join("\n");
}

function currentDate(notes: readonly Note[], rule: DateRule): string | undefined {
  const dates = notes.flatMap(({ date }) => date ?? []);
  return rule === "helm" ? dates.at(-1) : dates.toSorted().at(-1);
}
