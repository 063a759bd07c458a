import { parseJson } from "@medhelm/core/text/parse-json";
import { CORRECT_TAG, type Instance, type Reference } from "@medhelm/core/helm/instance";
import type { MediaObject } from "@medhelm/core/helm/media";
import type { OnProblem } from "@medhelm/core/run/benchmark";
import { isEmptyText } from "@medhelm/core/text/is-empty-text";
import { shownNames } from "@medhelm/core/text/shown-names";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { didYouMean, type MetricConfig } from "./config.ts";
import { orProblem } from "../files/open-table.ts";
import type { Row, Table } from "../files/read-table.ts";
import type { Template } from "./template.ts";

const ANSWER = "correct_answer";
const WRONG = "incorrect_answers";
const ID = "id";
const Answers = z.array(z.string());

/** @throws UserError for a placeholder without a column, a template without placeholders, and for a missing column correct_answer */
export function requireColumns(
  template: Template,
  { label, columns }: Pick<Table, "label" | "columns">,
  metrics: readonly MetricConfig[],
): void {
  for (const { name, line, column } of template.fields)
    if (!columns.includes(name))
      throw new UserError(
        `${template.label}, line ${line}, column ${column}: {${name}} is not a column of ${label}${didYouMean(name, columns) || `; it has ${shownNames(columns)}`}`,
      );
  if (template.fields.length === 0)
    throw new UserError(
      `${template.label}: it names no column, so every row would ask the same question; write a column of ${label} in braces, e.g. {${columns.find((name) => name !== ANSWER && name !== WRONG && name !== ID) ?? columns[0] ?? "question"}}`,
    );
  const onlyJudged = isOnlyJudged(metrics);
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
 * @param parts the parts of a prompt with images
 * @throws UserError for incorrect_answers that are not a JSON list
 */
export function toInstance(
  template: Template,
  label: string,
  row: Row,
  index: number,
  parts?: readonly MediaObject[],
): Instance {
  return {
    input: {
      text: template.fill(row.cells),
      ...(parts === undefined ? {} : { multimedia_content: { media_objects: [...parts] } }),
    },
    references: references(label, row),
    split: "test",
    id: `id${index}`,
  };
}

export const isOnlyJudged = (metrics: readonly MetricConfig[]): boolean =>
  metrics.every((metric) => metric.name === "jury_score");

/**
 * Passes the rows through.
 * @throws UserError for an id that an earlier row has, and for an empty answer that a metric needs
 */
export async function* checkedRows(
  label: string,
  rows: AsyncIterable<Row>,
  { needsAnswer, onProblem }: { readonly needsAnswer: boolean; readonly onProblem?: OnProblem | undefined },
): AsyncGenerator<Row> {
  const lines = new Map<string, number>();
  const check = ({ line, cells }: Row): void => {
    const id = cells[ID]?.trim() ?? "";
    const earlier = lines.get(id);
    if (earlier !== undefined)
      throw new UserError(
        `${label}, line ${line}, column ${ID}: ${JSON.stringify(id.slice(0, 60))} is the id of line ${earlier} too; give each row its own id, or rename the column if it names something else`,
      );
    if (id !== "") lines.set(id, line);
    const answer = cells[ANSWER];
    if (needsAnswer && answer !== undefined && isEmptyText(answer))
      throw new UserError(
        `${label}, line ${line}, column ${ANSWER}: the cell is empty; write the right answer, or remove the row`,
      );
  };
  for await (const row of rows) {
    orProblem(() => check(row), onProblem);
    yield row;
  }
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
    return Answers.parse(parseJson(cell));
  } catch (cause) {
    throw new UserError(
      `${label}, line ${line}, column ${WRONG}: ${JSON.stringify(cell.slice(0, 60))} is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV`,
      { cause },
    );
  }
}
