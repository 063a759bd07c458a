import { workbookOf } from "@medhelm/testing/fixtures/benchmarks/workbook";
import { sample } from "./sample.ts";

export const args = { condition: "chronic_pain" };
export const files = { "clear/chronic_pain.xlsx": workbookOf(sample) };
