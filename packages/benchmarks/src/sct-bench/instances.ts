import { CORRECT_TAG } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { type ColumnRow, readColumns } from "../files/read-columns.ts";
import { testCase } from "./guideline.ts";
import { RATINGS } from "./rating.ts";
import { ABOVE_CASE } from "./wording.ts";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";

const TEXTS = ["sct_stem", "question", "additional_info"] as const;
/** The number of experts of the panel who gave each rating. */
const WEIGHTS = ["-2", "-1", "0", "1", "2"] as const;
type Row = ColumnRow<(typeof TEXTS)[number] | (typeof WEIGHTS)[number] | "question_id">;

/**
 * Makes one instance per row of sct_cleaned_full.csv with its three texts. The reference is the panel's most frequent rating,
 * the lowest of equally frequent ones (sct_bench_scenario.py of MedHELM's newer library).
 */
export function cases(file: SourceFile, guideline: string): LoadedInstance[] {
  const before = `${guideline}${ABOVE_CASE}`;
  return readColumns(asUtf8(file), ["question_id", ...TEXTS, ...WEIGHTS])
    .filter(({ cell }) => TEXTS.every((name) => cell(name) !== ""))
    .map((row) => {
      const weights = panelOf(file, row);
      const best = RATINGS[weights.indexOf(Math.max(...weights))] ?? "";
      return {
        input: { text: before + testCase(row.cell("sct_stem"), row.cell("question"), row.cell("additional_info")) },
        references: [{ output: { text: best }, tags: [CORRECT_TAG] }],
        split: "test",
        id: row.cell("question_id"),
        ...inCluster(row.cell("sct_stem")),
        extra_data: { expert_distribution: weights },
      };
    });
}

function panelOf(file: SourceFile, { line, cell }: Row): number[] {
  return WEIGHTS.map((name) => {
    const weight = cell(name).trim() === "" ? Number.NaN : Number(cell(name));
    if (Number.isFinite(weight)) return weight;
    throw new UserError(
      `${file.label}, line ${line}: the column "${name}" has "${cell(name)}", but a number is expected`,
    );
  });
}

/** Skips bytes that are not UTF-8, as the source's own reader does. */
function asUtf8(file: SourceFile): SourceFile {
  const text = new TextDecoder().decode(file.bytes);
  return text.includes("\uFFFD") ? { ...file, bytes: new TextEncoder().encode(text.replaceAll("\uFFFD", "")) } : file;
}
