import { z } from "zod";
import { ruleText } from "../gate/gate-text.ts";

const Score = z.object({
  profile: z.string(),
  mean: z.number(),
  n: z.int(),
  low: z.number().optional(),
  high: z.number().optional(),
});
const RunLine = z.object({
  run: z.string(),
  mainMetric: z.string().optional(),
  scores: z.array(Score).optional(),
  skipped: z.boolean().optional(),
  failure: z.object({ message: z.string() }).optional(),
});
/** The line of `medhelm submit --wait --json`. */
const Submission = z.object({
  runs: z.array(z.object({ run: z.string() })),
  states: z.record(z.string(), z.object({ state: z.string(), reason: z.string().optional() })),
  scores: z.record(z.string(), z.object({ mainMetric: z.string(), scores: z.array(Score) })),
});
const Gate = z.object({
  model: z.string(),
  outcome: z.enum(["passed", "failed", "not decided"]),
  hasBaseline: z.boolean(),
  limit: z.number(),
  lines: z.array(
    z.object({
      name: z.string(),
      outcome: z.string(),
      reason: z.string().optional(),
      itemsNeeded: z.int().optional(),
      bounded: z.object({ value: z.number(), low: z.number(), high: z.number(), n: z.int() }).optional(),
    }),
  ),
});
/** The lines of `medhelm run --json` and `medhelm submit --json` that a report shows; other lines are left out. */
const Line = z.union([z.object({ gates: z.array(Gate) }), Submission, RunLine]);

type Gates = readonly z.infer<typeof Gate>[];

export interface ActionReport {
  readonly runs: readonly z.infer<typeof RunLine>[];
  readonly gates: Gates;
}

/** Reads what the command line printed. */
export function actionReport(stdout: string): ActionReport {
  const lines = stdout
    .split("\n")
    .filter((text) => text.startsWith("{"))
    .flatMap((text) => Line.safeParse(JSON.parse(text)).data ?? []);
  return {
    runs: lines.flatMap((line) => ("run" in line ? [line] : "runs" in line ? submitted(line) : [])),
    gates: lines.flatMap((line) => ("gates" in line ? line.gates : [])),
  };
}

const submitted = ({ runs, states, scores }: z.infer<typeof Submission>): z.infer<typeof RunLine>[] =>
  runs.map(({ run }) => {
    const state = states[run];
    return { run, ...scores[run], ...(state?.reason === undefined ? {} : { failure: { message: state.reason } }) };
  });

export type Outcome = "passed" | "failed" | "not decided" | "error";

/** The report in Markdown, for the summary of the job and the comment on the pull request. */
export function reportMarkdown({ runs, gates }: ActionReport, outcome: Outcome, problem: string | undefined): string {
  const parts = [`### MedHELM: ${outcome === "error" ? "the command failed" : outcome}\n`];
  if (problem !== undefined) parts.push(`${escaped(problem)}\n`);
  if (gates.length > 0) parts.push(gateTable(gates), ...gates.slice(0, 1).map((gate) => `${ruleText(gate)}\n`));
  if (runs.length > 0) parts.push(runTable(runs));
  return parts.join("\n");
}

function gateTable(gates: Gates): string {
  const rows = gates.flatMap(({ model, lines }) =>
    lines.map(({ name, outcome, reason, itemsNeeded, bounded }) => [
      model,
      name,
      ...(bounded === undefined
        ? ["-", "-"]
        : [`${bounded.value.toFixed(3)} (${bounded.low.toFixed(3)} to ${bounded.high.toFixed(3)})`, String(bounded.n)]),
      `${MARKS[outcome] ?? ""} ${outcome}${reason === undefined ? "" : `: ${reason}`}${itemsNeeded === undefined ? "" : `: needs about n = ${itemsNeeded}`}`,
    ]),
  );
  const value = gates[0]?.hasBaseline === true ? "difference" : "score";
  return table(["model", "benchmark", `${value} (bounds)`, "n", "gate"], rows);
}

const MARKS: Readonly<Record<string, string>> = { passed: "✅", failed: "❌", "not decided": "❔" };

const runTable = (runs: ActionReport["runs"]): string =>
  table(
    ["run", "metric", "score (95 % interval)", "n"],
    runs.map(({ run, mainMetric = "-", scores, skipped, failure }) => {
      const score = scores?.find(({ profile }) => profile === "corrected") ?? scores?.[0];
      if (score === undefined)
        return [run, mainMetric, failure?.message ?? (skipped === true ? "complete before" : "-"), "-"];
      const { mean, n, low, high } = score;
      const interval = low === undefined || high === undefined ? "" : ` (${low.toFixed(3)} to ${high.toFixed(3)})`;
      return [run, mainMetric, `${mean.toFixed(3)}${interval}`, String(n)];
    }),
  );

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...rows.map((row) => row.map(escaped))]
    .map((cells) => `| ${cells.join(" | ")} |\n`)
    .join("");

/** Names of runs and messages of servers are not Markdown and not HTML. */
const escaped = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|~@]/g, (mark) => `\\${mark}`).replaceAll(/\s+/g, " ");
