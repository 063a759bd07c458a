import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import { strip } from "@medhelm/core/metrics/python-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { readJson, readText } from "../files/read-json.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const Question = z.object({
  question: z.string().optional(),
  query: z.string().optional(),
  value: z.record(z.string(), z.unknown()).nullable().default({}),
  is_impossible: z.boolean().default(false),
  // HELM's instances do not contain them: the template, and the template with the question's values
  q_tag: z.string().optional(),
  template: z.string().optional(),
});

/**
 * Makes the instances of one of EHRSQL's JSON files and skips entries without a question or query (helm: ehr_sql_scenario.py).
 */
export const questions = (file: SourceFile, schema: string, split: "train" | "test"): LoadedInstance[] =>
  readJson(file, z.array(Question)).flatMap(({ question, query, value, is_impossible, q_tag: tag, template }) =>
    question === undefined || query === undefined
      ? []
      : [
          {
            // HELM: a line continuation in the source leaves its indentation before "Question:"
            input: { text: `-- Database Schema:\n${schema}\n\n--${" ".repeat(21)}Question:\n${question}\n\n` },
            references: [{ output: { text: query }, tags: [CORRECT_TAG] }],
            split,
            ...inCluster(tag ?? template),
            extra_data: { db_path: "eicu.sqlite", value: value ?? {}, is_impossible },
          },
        ],
  );

/**
 * Returns the CREATE TABLE statements of a schema file with trimmed lines and an empty line between statements.
 * @throws UserError if there is no statement, or the last one has no end
 */
export function tables(file: SourceFile): string {
  const statements: string[] = [];
  let current: string[] | undefined;
  for (const raw of readText(file).split(/\r\n?|\n/)) {
    const line = strip(raw);
    if (line.startsWith("CREATE TABLE")) current = [line];
    else current?.push(line);
    if (current !== undefined && current.length > 1 && line.endsWith(";")) {
      statements.push(current.join("\n"));
      current = undefined;
    }
  }
  if (statements.length === 0 || current !== undefined)
    throw new UserError(
      `${file.label}: ${current === undefined ? "there is no CREATE TABLE in it" : `the statement "${current[0]}" does not end`}; fetch the file again`,
    );
  return statements.join("\n\n");
}
