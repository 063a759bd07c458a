import { CORRECT_TAG, type Instance, type Reference } from "@medhelm/core/helm/instance";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { didYouMean, type MetricConfig } from "./config.ts";
import type { Row, Table } from "../files/read-table.ts";
import type { Template } from "./template.ts";

const ANSWER = "correct_answer";
const WRONG = "incorrect_answers";
const Answers = z.array(z.string());

/** @throws UserError for a placeholder without a column, and for a missing column correct_answer */
export function requireColumns(
  template: Template,
  { label, columns }: Pick<Table, "label" | "columns">,
  metrics: readonly MetricConfig[],
): void {
  for (const { name, line, column } of template.fields)
    if (!columns.includes(name))
      throw new UserError(
        `${template.label}, line ${line}, column ${column}: {${name}} is not a column of ${label}${didYouMean(name, columns) || `; it has ${columns.join(", ")}`}`,
      );
  const onlyJudged = metrics.every((metric) => metric.name === "jury_score");
  if (!columns.includes(ANSWER) && !onlyJudged)
    throw new UserError(
      `${label}: there is no column "${ANSWER}"${didYouMean(
        ANSWER,
        columns.filter((name) => name !== WRONG),
      )}; only a benchmark with jury_score alone can do without`,
    );
}

/**
 * Makes the instance of a row, split test (helm/benchmark/scenarios/medhelm_configurable_scenario.py). The text is the filled
 * template. Columns that the template does not name are left out.
 * @param index the row's number, from 0, for the id
 * @throws UserError for incorrect_answers that are not a JSON list
 */
export function toInstance(template: Template, label: string, row: Row, index: number): Instance {
  return {
    input: { text: template.fill(row.cells) },
    references: references(label, row),
    split: "test",
    id: `id${index}`,
  };
}

function references(label: string, { line, cells }: Row): Reference[] {
  const answer = cells[ANSWER];
  const wrong = cells[WRONG];
  return [
    ...(answer === undefined ? [] : [{ output: { text: answer }, tags: [CORRECT_TAG] }]),
    ...(wrong === undefined ? [] : wrongAnswers(label, line, wrong).map((text) => ({ output: { text }, tags: [] }))),
  ];
}

function wrongAnswers(label: string, line: number, cell: string): string[] {
  try {
    return Answers.parse(JSON.parse(cell));
  } catch (cause) {
    throw new UserError(
      `${label}, line ${line}, column ${WRONG}: ${JSON.stringify(cell.slice(0, 60))} is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV`,
      { cause },
    );
  }
}
