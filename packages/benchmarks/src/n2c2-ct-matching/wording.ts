import type { WordingPart } from "../define.ts";
import { alike } from "../shared/read-wording.ts";
import { CRITERIA, type Criterion } from "./criteria.ts";

/** The text below each heading. `{COUNT}` is the number of notes, `{DATE}` the current date. */
export type Part = "task" | "criterion" | "notes" | "date" | "question";

export const RULER = "-".repeat(100);

/** HELM's headings and rulers (n2c2_ct_matching_scenario.py): a text literal with the indentation of its source. */
const LAYOUT = new RegExp(
  [
    "^\n    # Task\n    (?<task>.*?)",
    "    # Inclusion Criterion\n    (?<criterion>.*?)",
    "    # Patient Clinical Notes\n    (?<notes>.*?)",
    `    ${RULER}\n\n.*\n\n    ${RULER}`,
    "    # Current Date\n    (?<date>.*?)",
    "    # Question\n    (?<question>[^\n]*)\n    $",
  ].join("\n\n"),
  "s",
);

export const wording: WordingPart<{ readonly subject: Criterion }, Part> = {
  own: ({ subject }) => ({
    task: "Decide from a patient's notes whether the patient meets a criterion of a clinical trial.",
    criterion: `Name: "${subject}".\n    Meaning: "${CRITERIA[subject]}".`,
    notes: `There are {COUNT} notes. Each begins with its number and the date on which it was written; a line of asterisks stands between two.`,
    date: "Today is {DATE}",
    question: `Is the criterion "${subject}" met?`,
  }),
  read: (texts) =>
    alike(texts, (text) => {
      const { task, criterion, notes, date, question } = LAYOUT.exec(text)?.groups ?? {};
      if (task === undefined || criterion === undefined || notes === undefined) return undefined;
      if (date === undefined || question === undefined) return undefined;
      return {
        task,
        criterion,
        notes: notes.replace(/\d+/, "{COUNT}"),
        date: date.replace(/\d{4}-\d{2}-\d{2}|None$/u, "{DATE}"),
        question,
      };
    }),
};
