import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readColumns } from "@medhelm/benchmarks/files/read-columns";
import { capCosts } from "@medhelm/core/money/cap-costs";
import { fileOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { shared } from "../shared.ts";

const price = (inputUsdPerMillion: number, outputUsdPerMillion: number) => ({
  inputUsdPerMillion,
  outputUsdPerMillion,
});

/** The prices that reproduce the paper's table; its repository has no price list (../shared/reference/paper-analysis.md). */
const PRICES = new Map([
  ["claude_3_5_sonnet_20241022", price(3, 15)],
  ["claude_3_7_sonnet_20250219", price(3, 15)],
  ["deepseek_r1", price(1.35, 5.4)],
  ["gemini_1.5_pro_001", price(1.25, 5)],
  ["gemini_2.0_flash_001", price(0.15, 0.6)],
  ["gpt_4o_2024_05_13", price(2.5, 10)],
  ["gpt_4o_mini_2024_07_18", price(0.15, 0.6)],
  ["llama_3.3_70b_instruct", price(0.71, 0.71)],
  ["o3_mini_2025_01_31", price(1.2, 4.84)],
]);
const JUDGES = [price(2.5, 10), price(0.71, 0.71), price(3, 15)];

const COLUMNS = [
  "Model",
  "Benchmark",
  "Question Type",
  "Test Instances",
  "Total Input Tokens",
  "Total Output Tokens",
  "Total Judge Input Tokens",
  "Total Judge Output Tokens",
  "Cost Input Tokens",
  "Cost Output Tokens",
  "Cost Jury Input Tokens",
  "Cost Jury Output Tokens",
  "Cost Input Output Tokens",
] as const;

function paperRows() {
  const text = readFileSync(join(shared ?? "", "paper/costs.csv"), "utf8").replace(/^\uFEFF/, "");
  return readColumns(fileOf("costs.csv", text), COLUMNS).map(({ cell }) => {
    const number = (column: (typeof COLUMNS)[number]) => Number(cell(column).replaceAll(",", "").trim());
    return { cell, number };
  });
}

test.skipIf(shared === undefined)("the costs of the paper's 333 rows are the paper's, to the cent", () => {
  const rows = paperRows();
  expect(rows).toHaveLength(333);
  const differing = rows.flatMap(({ cell, number }) => {
    const run = {
      instances: number("Test Instances"),
      inputTokens: number("Total Input Tokens"),
      outputTokens: number("Total Output Tokens"),
      isJudged: cell("Question Type") === "Open",
    };
    const costs = capCosts(run, PRICES.get(cell("Model")) ?? price(0, 0), JUDGES);
    const theirs = {
      judgeInputTokens: number("Total Judge Input Tokens"),
      judgeOutputTokens: number("Total Judge Output Tokens"),
      inputUsd: number("Cost Input Tokens"),
      outputUsd: number("Cost Output Tokens"),
      judgeInputUsd: number("Cost Jury Input Tokens"),
      judgeOutputUsd: number("Cost Jury Output Tokens"),
      totalUsd: number("Cost Input Output Tokens"),
    };
    return JSON.stringify(costs) === JSON.stringify(theirs) ? [] : [{ row: cell("Benchmark"), costs, theirs }];
  });
  expect(differing).toEqual([]);
});
