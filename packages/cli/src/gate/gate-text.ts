import { exitCodes } from "@medhelm/core/exit-codes";
import type { GateLine, GateReport } from "@medhelm/core/gate/gate-runs";
import { textTable } from "../terminal/text-table.ts";

export interface ModelGate extends GateReport {
  readonly model: string;
}

/** The exit code of several gates: that of a failed one before that of an undecided one. */
export function gateExitCode(gates: readonly ModelGate[]): number {
  const outcomes = gates.map(({ outcome }) => outcome);
  if (outcomes.includes("failed")) return exitCodes.gateFailed;
  return outcomes.includes("not decided") ? exitCodes.gateNotDecided : exitCodes.success;
}

/** The table of the gates and a sentence about each that did not pass. */
export function gateText(gates: readonly ModelGate[]): string {
  const rows = gates.flatMap((gate) => gate.lines.map((line) => [gate.model, ...rowOf(line)]));
  const header = ["model", "benchmark", gates[0]?.hasBaseline === true ? "difference" : "score", "bounds", "n", "gate"];
  return `${textTable(header, rows)}${gates.map((gate) => `${ruleText(gate)}\n`)[0] ?? ""}`;
}

/** E.g. "-0.040, bounds -0.072 to -0.008, n 300: not decided: needs about n = 512". */
export function gateLineText(line: GateLine): string {
  const [, value, bounds, n, gate] = rowOf(line);
  return "bounded" in line ? `${value}, bounds ${bounds}, n ${n}: ${gate}` : (gate ?? "");
}

function rowOf(line: GateLine): string[] {
  if (!("bounded" in line)) return [line.name, "-", "-", "-", `not decided: ${line.reason}`];
  const { value, low, high, n } = line.bounded;
  const decided = line.outcome === "not decided" ? `not decided: ${neededText(line.itemsNeeded)}` : line.outcome;
  return [line.name, value.toFixed(3), `${low.toFixed(3)} to ${high.toFixed(3)}`, String(n), decided];
}

const neededText = (items: number | undefined): string =>
  items === undefined
    ? "the number is at the limit, so that no feasible number of items decides"
    : `needs about n = ${items}`;

/** The rule of a gate in one sentence. */
export const ruleText = ({ hasBaseline, limit }: Pick<GateReport, "hasBaseline" | "limit">): string => {
  const threshold = hasBaseline ? -limit : limit;
  const what = hasBaseline ? "new minus baseline (scores from 0 to 1)" : "the score";
  return `The gate passes if the lower one-sided 95 % bound of ${what} is above ${threshold}, and fails if the upper bound is below it.`;
};
