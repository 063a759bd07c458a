import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readColumns } from "../files/read-columns.ts";
import { readJsonLines } from "../files/read-json-lines.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const Note = z.object({
  input: z.string().nullable(),
  target: z.string().nullable(),
  /** as PhysioNet writes it, e.g. "10000032-DS-21" */
  note_id: z.string().nullish(),
});

/** The patient's number before the kind and number of the note. */
const PATIENT = /^(\d+)-DS-\d+$/;

/**
 * Makes one instance per note with a text and a course (helm: mimic_bhc_scenario.py). The file has one JSON object per line, as
 * HELM's has, or is PhysioNet's CSV file. Spaces count as text.
 */
export const notes = (file: SourceFile): LoadedInstance[] =>
  rows(file).flatMap(({ input, target, note_id: note }) =>
    input === null || input === "" || target === null || target === ""
      ? []
      : {
          input: { text: input },
          references: [{ output: { text: target }, tags: [CORRECT_TAG] }],
          split: "test",
          ...inCluster(PATIENT.exec(note ?? "")?.[1]),
        },
  );

const rows = (file: SourceFile): z.infer<typeof Note>[] =>
  file.label.endsWith(".csv")
    ? readColumns(file, ["input", "target"], ",", ["note_id"]).map(({ cell }) => ({
        input: cell("input"),
        target: cell("target"),
        note_id: cell("note_id"),
      }))
    : readJsonLines(file, Note);
