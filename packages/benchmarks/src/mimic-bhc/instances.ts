import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readColumns } from "../files/read-columns.ts";
import { readJsonLines } from "../files/read-json-lines.ts";

const Note = z.object({ input: z.string().nullable(), target: z.string().nullable() });

/**
 * Makes one instance per note with a text and a course (helm: mimic_bhc_scenario.py). The file has one JSON object per line, as
 * HELM's has, or is PhysioNet's CSV file. Spaces count as text.
 */
export const notes = (file: SourceFile): Instance[] =>
  rows(file).flatMap(({ input, target }) =>
    input === null || input === "" || target === null || target === ""
      ? []
      : { input: { text: input }, references: [{ output: { text: target }, tags: [CORRECT_TAG] }], split: "test" },
  );

const rows = (file: SourceFile): z.infer<typeof Note>[] =>
  file.label.endsWith(".csv")
    ? readColumns(file, ["input", "target"]).map(({ cell }) => ({ input: cell("input"), target: cell("target") }))
    : readJsonLines(file, Note);
