import type { Leaderboard, LeaderboardRun, Table } from "@medhelm/core/release/leaderboard";
import { type Site, siteOf } from "./site.ts";

type Row = Table["rows"][number];
type Facts = NonNullable<Leaderboard["groups"][number]["benchmark"]>;

interface Small {
  /** the values of each model on each benchmark; null: no run */
  readonly scores: Readonly<Record<string, readonly (number | null)[]>>;
  readonly benchmarks: Readonly<Record<string, Partial<Facts>>>;
  readonly row?: (model: string) => Partial<Row>;
  readonly cell?: (model: string, benchmark: string) => Partial<Row["cells"][number]>;
  readonly run?: (model: string, benchmark: string) => Partial<LeaderboardRun>;
  readonly model?: (name: string) => Partial<Leaderboard["models"][number]>;
  readonly release?: Partial<Leaderboard>;
}

/** A small release for tests: one category with all benchmarks. A model's display name is its name in capitals. */
export function smallSite(small: Small): Site {
  const models = Object.keys(small.scores);
  const names = Object.keys(small.benchmarks);
  const table = (group: string, members: readonly string[]): Table => ({
    group,
    title: group,
    description: "",
    columns: members.map((name) => ({
      group: name,
      groupDisplayName: name.toUpperCase(),
      metric: small.benchmarks[name]?.mainMetric ?? "exact_match",
      metricDisplayName: "EM",
      lowerIsBetter: false,
    })),
    rows: models.map((model) => ({
      model,
      modelDeployment: model,
      meanWinRate: 0.5,
      winRateColumns: members.length,
      cells: members.map((name) => {
        const value = small.scores[model]?.[names.indexOf(name)] ?? null;
        if (value === null) return { value, instances: 0, runs: [] };
        return { value, instances: 100, scored: 100, runs: [`${name}-${model}`], ...small.cell?.(model, name) };
      }),
      ...small.row?.(model),
    })),
  });
  return siteOf(
    {
      formatVersion: 1,
      name: "r",
      kind: "release",
      date: "2026-11-21",
      profile: "helm",
      suites: ["s"],
      schema: "packaged",
      rootGroup: "all",
      models: models.map((name) => ({
        name,
        displayName: name.toUpperCase(),
        organization: "Maker",
        access: "open",
        description: "",
        isBaseline: false,
        ...small.model?.(name),
      })),
      groups: [
        { name: "all", displayName: "All", description: "", subgroups: ["work"], category: "" },
        { name: "work", displayName: "Work", description: "", subgroups: names, category: "" },
        ...names.map((name) => ({
          name,
          displayName: name.toUpperCase(),
          description: "",
          subgroups: [],
          category: "work",
          benchmark: {
            access: "public" as const,
            subcategory: "Part of work",
            mainMetric: "exact_match",
            ...small.benchmarks[name],
          },
        })),
      ],
      tables: [table("all", names), table("work", names), ...names.map((name) => table(name, [name]))],
      runs: models.flatMap((model) =>
        names.flatMap((name, place): LeaderboardRun[] => {
          const value = small.scores[model]?.[place] ?? null;
          if (value === null) return [];
          return [
            {
              slug: `${name}-${model}`,
              suite: "s",
              run: `${name}:model=${model}`,
              benchmark: name,
              model,
              modelDeployment: model,
              access: small.benchmarks[name]?.access ?? "public",
              hasPages: false,
              instances: 100,
              scored: 100,
              mainMetric: small.benchmarks[name]?.mainMetric ?? "exact_match",
              mainValue: value,
              stats: {},
              judges: [],
              origin: "medhelm",
              mainRange: { min: 0, max: 1 },
              ...small.run?.(model, name),
            },
          ];
        }),
      ),
      notices: [],
      ...small.release,
    },
    "/",
  );
}
