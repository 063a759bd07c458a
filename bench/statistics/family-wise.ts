import { plainPairTests } from "@medhelm/core/inference/pair-tests";
import { replicateColumn, replicatedColumn } from "@medhelm/core/inference/replicate-column";
import { benchmarkTests } from "@medhelm/core/inference/benchmark-tests";
import { normalCdf } from "@medhelm/core/statistics/distributions";
import { type NextUniform, normal, uniformStream } from "./data-sets.ts";

export interface FamilySetting {
  readonly models: number;
  /** items of one benchmark, or benchmarks of a release */
  readonly n: number;
  readonly data: "0/1" | "0/1, clusters" | "jury mean, near the top, clusters" | "benchmarks";
  /** equal: all models are; spread: each differs; grouped: a better and a worse half of equals */
  readonly truth: "equal" | "spread" | "grouped";
}

export interface FamilyError extends FamilySetting {
  /** the share of data sets in which a worse or equal model is called better, in percent */
  readonly wrong: number;
}

const ITEMS: readonly FamilySetting[] = (
  ["0/1", "0/1, clusters", "jury mean, near the top, clusters"] as const
).flatMap((data) =>
  (["equal", "spread", "grouped"] as const).flatMap((truth) =>
    [10, 40].flatMap((models) => [60, 300, 1000].map((n) => ({ models, n, data, truth }))),
  ),
);
const BENCHMARKS: readonly FamilySetting[] = (["equal", "spread", "grouped"] as const).flatMap((truth) =>
  [10, 40].flatMap((models) => [4, 6, 12, 37].map((n) => ({ models, n, data: "benchmarks" as const, truth }))),
);
export const FAMILY_SETTINGS: readonly FamilySetting[] = [...ITEMS, ...BENCHMARKS];

/** 5 % of the replicates and the data is a whole number, and the level of the tests does not depend on their number. */
const REPLICATES = 199;

/** Counts the data sets with any false "model j is better than model k", in each setting. */
export function familyErrors(
  seed: number,
  dataSets: number,
  settings: readonly FamilySetting[],
  report: (row: FamilyError) => void,
): FamilyError[] {
  return settings.map((setting) => {
    const stream = FAMILY_SETTINGS.indexOf(setting);
    const next = uniformStream(seed, stream);
    const effects = effectsOf(setting);
    let wrong = 0;
    for (let i = 0; i < dataSets; i++) {
      const { adjustedP } = testsOf(setting, effects, next, stream * dataSets + i);
      const isWrong = adjustedP.some((p, at) => {
        const [j, k] = [Math.floor(at / setting.models), at % setting.models];
        return p <= 0.05 && (effects[j] ?? 0) <= (effects[k] ?? 0);
      });
      if (isWrong) wrong++;
    }
    const row = { ...setting, wrong: (100 * wrong) / dataSets };
    report(row);
    return row;
  });
}

/** The models' effects in standard deviations of the latent score. */
function effectsOf({ models, truth }: FamilySetting): number[] {
  return Array.from({ length: models }, (_, j) => {
    if (truth === "equal") return 0;
    return truth === "spread" ? (0.8 * j) / (models - 1) - 0.4 : j < models / 2 ? -0.2 : 0.2;
  });
}

function testsOf(setting: FamilySetting, effects: readonly number[], next: NextUniform, dataSet: number) {
  if (setting.data === "benchmarks") return testsOfBenchmarks(setting, effects, next);
  const isClustered = setting.data !== "0/1";
  const sizes = clusterSizes(setting.n, isClustered, next);
  const { models } = setting;
  const sums = new Float64Array(sizes.length * models);
  const counts = new Float64Array(sizes.length * models);
  for (const [c, size] of sizes.entries()) {
    // the clusters' parts make the intraclass correlation 0.3: 0.15 is common to the models, and 0.15 is the model's own
    const common = isClustered ? Math.sqrt(0.15) * normal(next) : 0;
    const own = effects.map(() => (isClustered ? Math.sqrt(0.15) * normal(next) : 0));
    for (let i = 0; i < size; i++) {
      const item = Math.sqrt(isClustered ? 0.35 : 0.5) * normal(next);
      for (const [j, effect] of effects.entries()) {
        const latent = common + (own[j] ?? 0) + item + Math.sqrt(isClustered ? 0.35 : 0.5) * normal(next);
        const at = c * models + j;
        sums[at] = (sums[at] ?? 0) + scoreOf(setting.data, latent, effect);
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }
  const runs = [{ clusters: sizes.length, sums, counts }];
  const column = { seed: 0, name: String(dataSet), replicates: REPLICATES, models, runs };
  return plainPairTests(replicatedColumn(replicateColumn(column), models));
}

/** A right answer, or the mean of a jury from 1 to 5. The jury gives full marks to six in ten answers and low ones to 4 %. */
function scoreOf(data: FamilySetting["data"], latent: number, effect: number): number {
  if (data !== "jury mean, near the top, clusters") return latent + effect > 0 ? 1 : 0;
  const place = normalCdf(latent + effect);
  if (place < 0.04) return 3 + Math.round(9 * (place / 0.04)) / 9;
  return place > 0.4 ? 5 : 5 - Math.ceil(6 * ((0.4 - place) / 0.36)) / 9;
}

/** Clusters of 1 to 8 items. */
function clusterSizes(n: number, isClustered: boolean, next: NextUniform): number[] {
  const sizes: number[] = [];
  for (let left = n; left > 0; ) {
    const size = isClustered ? Math.min(left, 1 + Math.floor(8 * next())) : 1;
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** The categories of a release of 37 benchmarks, as MedHELM's; fewer benchmarks have fewer categories. */
const CATEGORIES: Readonly<Record<number, readonly number[]>> = {
  4: [4],
  6: [3, 3],
  12: [4, 4, 4],
  37: [10, 6, 8, 6, 7],
};

/** Benchmarks differ in level and in how much models differ on them; a tenth of the models' deviations are far off. */
function testsOfBenchmarks({ models, n }: FamilySetting, effects: readonly number[], next: NextUniform) {
  const categories = (CATEGORIES[n] ?? [n]).flatMap((size, c) => Array<string>(size).fill(String(c)));
  const values = new Float64Array(n * models);
  for (let b = 0; b < n; b++) {
    const level = 0.4 + 0.4 * next();
    const spread = 0.03 + 0.09 * next();
    for (const [j, effect] of effects.entries()) {
      const deviation = normal(next) * (next() < 0.1 ? 2.5 : 1);
      values[b * models + j] = Math.min(1, Math.max(0, level + 0.1 * effect + spread * deviation));
    }
  }
  const tests = benchmarkTests({ models, categories, values });
  if (tests === undefined) throw new Error(`${n} benchmarks are too few`);
  return tests;
}

/** Describes the settings with a false difference or order in more than 6 % of the data sets. */
export const familyMisses = (table: readonly FamilyError[]): string[] =>
  table.flatMap(({ wrong, data, truth, models, n }) =>
    wrong > 6 ? [`${data}, ${truth}, ${models} models, n ${n}: ${wrong.toFixed(2)} %`] : [],
  );

/** The table of docs/statistics.md. */
export function familyMarkdown(table: readonly FamilyError[]): string {
  const parts = [
    { rows: table.filter(({ data }) => data !== "benchmarks"), of: "n" },
    { rows: table.filter(({ data }) => data === "benchmarks"), of: "benchmarks" },
  ];
  return parts
    .flatMap(({ rows, of }) => {
      const columns = [...Map.groupBy(rows, ({ models, n }) => `${models} models, ${of} ${n}`).keys()];
      const lines = [...Map.groupBy(rows, ({ data, truth }) => `${data}, ${truth}`)];
      return [
        `| data sets with a false difference or order, % | ${columns.join(" | ")} |`,
        `|---|${columns.map(() => "---|").join("")}`,
        ...lines.map(([name, cells]) => `| ${name} | ${cells.map(({ wrong }) => wrong.toFixed(1)).join(" | ")} |`),
        "",
      ];
    })
    .join("\n");
}
