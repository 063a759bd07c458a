import { type Place } from "./measure.ts";
import { runMeasured } from "./run-measured.ts";

const TIMES = 7;

/** The table of commands that ask no model: the median of the seconds and of the CPU time. */
export function measureStart({ folder, program }: Place): string {
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["node alone", ["--eval=0"]],
    ["medhelm --help", [program, "--help"]],
    ["medhelm run --help", [program, "run", "--help"]],
  ];
  const rows = commands.map(([name, args]) => {
    const runs = Array.from({ length: TIMES }, () => runMeasured(folder, args));
    const wallMs = median(runs.map(({ wallSeconds }) => wallSeconds * 1000));
    const cpuMs = median(runs.map(({ cpuSeconds }) => cpuSeconds * 1000));
    return `| ${name} | ${Math.round(wallMs)} | ${Math.round(cpuMs)} |`;
  });
  return ["| command | wall, ms | CPU, ms |", "|---|---|---|", ...rows].join("\n");
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
