import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { issueText } from "@medhelm/core/text/issue-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { pythonListRepr } from "../shared/python-repr.ts";
import { readParquet } from "../files/read-parquet.ts";

const Row = z.object({
  Question: z.string(),
  Knowledge: z.array(z.string()),
  "Ground Truth": z.string(),
  "Hallucinated Answer": z.string(),
});
type Row = z.infer<typeof Row>;

/**
 * Makes two instances per row of pqa_labeled (Parquet): the right answer, then the invented one (helm: medhallu_scenario.py).
 */
export async function judgments(file: SourceFile): Promise<Instance[]> {
  const rows = z.array(Row).safeParse(await readParquet(file, Object.keys(Row.shape)));
  if (rows.success)
    return rows.data.flatMap((row) => [
      toInstance(row, row["Ground Truth"], "0"),
      toInstance(row, row["Hallucinated Answer"], "1"),
    ]);
  const [issue] = rows.error.issues;
  const [place, ...column] = issue?.path ?? [];
  throw new UserError(`${file.label}, row ${Number(place) + 1}: ${column.join(".")}: ${issueText(issue)}`);
}

function toInstance({ Knowledge, Question }: Row, answer: string, label: string): Instance {
  return {
    input: { text: `World Knowledge: ${pythonListRepr(Knowledge)}\n\nQuestion: ${Question}\n\nAnswer: ${answer}\n` },
    references: [{ output: { text: label }, tags: [CORRECT_TAG] }],
    split: "test",
  };
}
