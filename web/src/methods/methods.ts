import { dotInterval } from "../charts/dot-interval.ts";
import { forest } from "../charts/forest.ts";
import { type Axis, linearAxis } from "../charts/scale.ts";
import type { DiTable } from "../components/di-table.ts";
import type { Site } from "../release/site.ts";
import { listed, signed } from "../text/numbers.ts";

const scoreAxis = linearAxis([0.65, 0.85], { ticks: 4 });
const zeroAxis: Axis = {
  from: -0.1,
  to: 0.1,
  ticks: [-0.1, 0, 0.1],
  label: (value) => (value === 0 ? "0" : signed(value, 1)),
};

/** Two invented models whose intervals overlap. */
export const OVERLAP: DiTable = {
  caption: "Two lines overlap, and yet the difference is clear (invented numbers)",
  rowName: "Model",
  plotName: "Score",
  axis: scoreAxis,
  grid: "grid-overlap",
  kind: "tight",
  columns: ["95 %"],
  groups: [
    {
      rows: [
        { name: "Model A", value: 0.772, low: 0.71, high: 0.83, text: "0.77 (0.71 to 0.83)" },
        { name: "Model B", value: 0.708, low: 0.65, high: 0.77, text: "0.71 (0.65 to 0.77)" },
      ].map(({ name, value, low, high, text }) => ({
        name,
        plot: { svg: dotInterval({ value, outer: [low, high] }, { axis: scoreAxis, grid: "grid-overlap" }) },
        cells: [text],
      })),
    },
  ],
};

/** The difference of these two models. */
export const DIFFERENCE: DiTable = {
  caption: "The difference of the two, asked the same questions",
  rowName: "Difference",
  plotName: "Difference",
  axis: zeroAxis,
  grid: "grid-difference",
  kind: "tight",
  line: 0,
  columns: ["95 %"],
  groups: [
    {
      rows: [
        {
          name: "A less B",
          plot: {
            svg: forest({ value: 0.064, low: 0.036, high: 0.092 }, { axis: zeroAxis, grid: "grid-difference" }),
          },
          cells: ["+0.064 (0.036 to 0.092)"],
        },
      ],
    },
  ],
};

/** The judges of the release's runs, as one sentence. */
export function judgesSentence({ leaderboard }: Pick<Site, "leaderboard">): string {
  const judges = leaderboard.runs.flatMap((run) => run.judges);
  const names = [...new Set(judges.map(({ name }) => name))];
  if (names.length === 0) return "No judge is recorded in this release.";
  const standIns = new Set(judges.flatMap(({ name, standIn }) => (standIn ? [name] : [])));
  const all = `The judges of this release: ${listed(names)}.`;
  return standIns.size === 0 ? all : `${all} Not a language model, but a built-in rule: ${listed([...standIns])}.`;
}
