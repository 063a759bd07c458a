import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allCards } from "@medhelm/benchmarks/registry";
import { buildLeaderboard } from "@medhelm/core/release/leaderboard/build-leaderboard";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { withPointEstimates } from "@medhelm/core/release/statistics/point-estimates";
import { parseSchema } from "@medhelm/core/release/schema/release-schema";
import { tableNotices } from "@medhelm/core/release/leaderboard/table-notices";
import { readLeaderboardTable } from "@medhelm/service/import/read-leaderboard-table";
import { expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";

const paper = (file: string): Buffer => readFileSync(join(shared ?? "", "paper", file));

/** The paper's leaderboard as `medhelm import` and `medhelm summarize` read it. */
async function importedPaper(): Promise<Leaderboard> {
  const schemaText = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8");
  const schema = parseSchema(schemaText, "schema_medhelm.yaml");
  const file = { label: "leaderboard.csv", bytes: paper("leaderboard.csv"), sha256: "0" };
  const { runs } = readLeaderboardTable(file, { schema, models: [] });
  const cards = new Map((await allCards()).map((card) => [card.name, card]));
  return withPointEstimates(
    buildLeaderboard({
      name: "paper",
      kind: "suite",
      date: "2026-11-22",
      profile: "helm",
      suites: ["paper"],
      schemaName: "schema_medhelm.yaml",
      schema,
      runs: runs.map((run) => ({ ...run, suite: "paper", folder: run.runSpec.name, withoutText: true as const })),
      models: [],
      cards: (name) => cards.get(name),
      hasPages: () => false,
      notices: [],
    }),
  );
}

test.skipIf(shared === undefined)(
  `the imported table of the paper gives its win rates and macro averages (else: ${whyNoShared})`,
  async () => {
    const { tables, rootGroup } = await importedPaper();
    const root = tables.find(({ group }) => group === rootGroup);
    expect(root?.columns).toHaveLength(37);
    const lines = root?.rows.map(({ model, meanWinRate, winRateSdPaper, macroAverage: macro }) => {
      const average = macro !== undefined && "value" in macro ? [macro.value, macro.sd] : [];
      return `${model} & ${[meanWinRate, winRateSdPaper, ...average].map((value) => value?.toFixed(2)).join(" & ")} \\\\`;
    });
    const printed = paper("leaderboard_results.tex").toString("utf8").split("\n");
    expect(lines).toEqual(printed.filter((line) => /& \d/.test(line)));
  },
);

test.skipIf(shared === undefined)(
  "the imported table of the paper states its leaders, and when another model leads",
  async () => {
    const [noInstances, stability, leaders, ...others] = tableNotices(await importedPaper());
    expect(noInstances).toContain("without instances: paper (leaderboard.csv). They have no measurement interval");
    expect(stability).toContain(
      "First by mean win rate is DeepSeek R1 (0.662), but o3-mini (2025-01-31) if one of the models GPT-4o (2024-05-13), GPT-4o mini (2024-07-18) or one of the benchmarks ",
    );
    expect(leaders).toBe(
      "Mean win rate and macro average name different leaders: DeepSeek R1 (0.662) and o3-mini (2025-01-31) (0.773 over 37 benchmarks).",
    );
    expect(others).toEqual([]);
  },
);
