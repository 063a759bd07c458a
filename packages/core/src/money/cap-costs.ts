import type { Price } from "../models/deployment.ts";
import { tokensMicroUsd, toUsd } from "./micro-usd.ts";

/** The judges' tokens for each instance in the paper's accounting. */
const JUDGE_OUTPUT_TOKENS = 4_096;
const MICRO_USD_A_CENT = 10_000;

export interface CappedRun {
  readonly instances: number;
  readonly inputTokens: number;
  /** the most tokens that the candidate may write (max_tokens of all requests), not those that it wrote */
  readonly outputTokens: number;
  readonly isJudged: boolean;
}

/** Dollars, each rounded to cents; the total is rounded once. */
export interface CapCosts {
  readonly judgeInputTokens: number;
  readonly judgeOutputTokens: number;
  readonly inputUsd: number;
  readonly outputUsd: number;
  readonly judgeInputUsd: number;
  readonly judgeOutputUsd: number;
  readonly totalUsd: number;
}

/**
 * The costs of a run as the MedHELM paper counts them (Bedi et al. 2025), by the cap of output tokens. For each instance a judge reads the
 * candidate's input and the capped output, without the rubric, and writes 4,096 tokens. It is an upper bound for answers and a lower
 * one for the judges' input. Use it only next to the paper's table: manifest.json has the tokens that providers counted.
 */
export function capCosts(run: CappedRun, candidate: Price, judges: readonly Price[]): CapCosts {
  const { instances, inputTokens, outputTokens, isJudged } = run;
  const jury = {
    inputUsdPerMillion: judges.reduce((sum, one) => sum + one.inputUsdPerMillion, 0),
    outputUsdPerMillion: judges.reduce((sum, one) => sum + one.outputUsdPerMillion, 0),
  };
  const judgeInputTokens = isJudged ? inputTokens + outputTokens : 0;
  const judgeOutputTokens = isJudged ? instances * JUDGE_OUTPUT_TOKENS : 0;
  const parts = [
    tokensMicroUsd(candidate, { promptTokens: inputTokens }),
    tokensMicroUsd(candidate, { completionTokens: outputTokens }),
    tokensMicroUsd(jury, { promptTokens: judgeInputTokens }),
    tokensMicroUsd(jury, { completionTokens: judgeOutputTokens }),
  ];
  const [inputUsd = 0, outputUsd = 0, judgeInputUsd = 0, judgeOutputUsd = 0] = parts.map(toCents);
  const totalUsd = toCents(parts.reduce((sum, one) => sum + one, 0));
  return { judgeInputTokens, judgeOutputTokens, inputUsd, outputUsd, judgeInputUsd, judgeOutputUsd, totalUsd };
}

/** Dollars with whole cents. */
const toCents = (microUsd: number): number => toUsd(Math.round(microUsd / MICRO_USD_A_CENT) * MICRO_USD_A_CENT);
