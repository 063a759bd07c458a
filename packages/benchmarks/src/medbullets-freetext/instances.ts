import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { readColumns } from "../files/read-columns.ts";

/** Makes one instance per row of medbullets_op5.csv with a question and an answer, without the options. */
export const cases = (file: SourceFile): Instance[] =>
  readColumns(file, ["question", "answer"])
    .filter(({ cell }) => cell("question") !== "" && cell("answer") !== "")
    .map(({ cell }) => ({
      input: { text: cell("question") },
      references: [{ output: { text: cell("answer") }, tags: [CORRECT_TAG] }],
      split: "test",
    }));
