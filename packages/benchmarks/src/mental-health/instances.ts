import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { readColumns } from "../files/read-columns.ts";
import { asPandasPrints } from "../files/pandas-missing.ts";
import { BELOW_CONVERSATION } from "./wording.ts";

const COLUMNS = ["context", "gold_counselor_response", "topic", "dialogue_type"] as const;

/**
 * Makes one instance per row of processed_dialogues.csv. Cells are as pandas reads them (helm: mental_health_scenario.py).
 * @throws UserError that names a line without a counsellor's response
 */
export function turns(file: SourceFile, request: string): Instance[] {
  const rows = readColumns(file, COLUMNS);
  const printed = (column: (typeof COLUMNS)[number]) => asPandasPrints(rows.map(({ cell }) => cell(column)));
  const [contexts, topics, types] = [printed("context"), printed("topic"), printed("dialogue_type")];
  return rows.map(({ line, cell }, i) => {
    const response = cell("gold_counselor_response");
    if (response === "")
      throw new UserError(`${file.label}, line ${line}, column gold_counselor_response: it is empty`);
    return {
      input: {
        text: `\nQuestion: Topic: ${topics[i]}\nType: ${types[i]}\n\nPrevious conversation:\n${contexts[i]}${BELOW_CONVERSATION}${request}`,
      },
      references: [{ output: { text: response }, tags: [CORRECT_TAG] }],
      split: "test",
    };
  });
}
