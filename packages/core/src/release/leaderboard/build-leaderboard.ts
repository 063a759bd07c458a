import { BenchmarkFacts, type Card } from "../../run/card.ts";
import type { Profile } from "../../run/profile.ts";
import { UserError } from "../../user-error.ts";
import { type CardLookup, mainMetricOf } from "../schema/benchmark-group.ts";
import { CUSTOM_GROUP } from "../schema/custom-groups.ts";
import type { Leaderboard, LeaderboardGroup, LeaderboardModel, LeaderboardRun, Table } from "./leaderboard.ts";
import { accessOf, leaderboardRun } from "./leaderboard-runs.ts";
import { withJurySeverity } from "../statistics/jury-severity.ts";
import { leaderboardTable, type ShownRun } from "./leaderboard-tables.ts";
import type { LoadedRun, ModelInfo } from "../runs/loaded-run.ts";
import { wordingLabels } from "../runs/run-wording.ts";
import { expandSubgroups, type ReleaseSchema, type RunGroup } from "../schema/release-schema.ts";

export interface LeaderboardInput {
  readonly name: string;
  readonly kind: "release" | "suite";
  /** YYYY-MM-DD */
  readonly date: string;
  readonly profile: Profile;
  readonly suites: readonly string[];
  /** the name of the schema, e.g. its file name */
  readonly schemaName: string;
  readonly schema: ReleaseSchema;
  readonly runs: readonly LoadedRun[];
  readonly models: readonly ModelInfo[];
  /** Facts of models that are not in `models`, by name. HELM's files do not have them. */
  readonly knownModels?: ReadonlyMap<string, ModelInfo> | undefined;
  readonly cards: CardLookup;
  readonly hasPages: (run: LoadedRun) => boolean;
  /** further notices for every page of the site */
  readonly notices: readonly string[];
}

/** Makes leaderboard.json: the groups that have runs, their tables and their runs. It has numbers and names, but no prompts or answers. */
export function buildLeaderboard(input: LeaderboardInput): Leaderboard {
  const { schema, cards, runs } = input;
  const facts = { ...input, wording: wordingLabels(runs) };
  const shown = runs.map((loaded): ShownRun => ({ loaded, shown: leaderboardRun(loaded, facts) }));
  refuseEqualSlugs(shown);
  const tables = schema.run_groups.flatMap((group) => leaderboardTable(schema, shown, group, facts.wording) ?? []);
  const present = new Set(tables.map((table) => table.group));
  const models = modelsOf(input);
  const rootGroup = rootOf(schema, tables);
  return {
    formatVersion: 1,
    name: input.name,
    kind: input.kind,
    date: input.date,
    profile: input.profile,
    suites: [...input.suites],
    schema: input.schemaName,
    rootGroup,
    models,
    groups: schema.run_groups
      .filter((group) => present.has(group.name))
      .map((group) => groupOf(group, present, runs, cards)),
    tables,
    runs: withJurySeverity(shown.map((run) => run.shown)),
    notices: [...input.notices, ...releaseNotices(models, shown, present, rootGroup)],
  };
}

/** @throws UserError for two runs that would have one page and one folder of pages */
function refuseEqualSlugs(shown: readonly ShownRun[]): void {
  const seen = new Map<string, LeaderboardRun>();
  for (const { shown: run } of shown) {
    const { suite, run: name } = seen.get(run.slug) ?? run;
    if (suite !== run.suite || name !== run.run)
      throw new UserError(
        `the runs ${suite}/${name} and ${run.suite}/${run.run} would have the same page ${run.slug}; put one of them into another release`,
      );
    seen.set(run.slug, run);
  }
}

/**
 * Chooses the table of the front page. Candidates are the groups with runs that are in no other group. The first candidate with
 * subgroups wins, except for the group of custom benchmarks. Without such a candidate, the first one wins.
 */
function rootOf(schema: ReleaseSchema, tables: readonly Table[]): string {
  const present = new Set(tables.map((table) => table.group));
  const contained = new Set(schema.run_groups.flatMap((group) => group.subgroups));
  const roots = schema.run_groups.filter((group) => present.has(group.name) && !contained.has(group.name));
  const root =
    roots.find((group) => group.name !== CUSTOM_GROUP && expandSubgroups(schema, group).length > 1) ?? roots[0];
  return root?.name ?? schema.run_groups[0]?.name ?? "";
}

function groupOf(
  group: RunGroup,
  present: ReadonlySet<string>,
  runs: readonly LoadedRun[],
  cards: CardLookup,
): LeaderboardGroup {
  const common = {
    name: group.name,
    displayName: group.display_name ?? group.name,
    description: group.description ?? "",
    subgroups: group.subgroups.filter((name) => present.has(name)),
    category: group.category,
  };
  if (group.subgroups.length > 0) return common;
  const own = runs.filter((run) => run.runSpec.groups.includes(group.name));
  const card = cards(group.name);
  const [first] = own;
  return {
    ...common,
    benchmark: {
      access: card?.access ?? (first === undefined ? "local" : accessOf(first, cards)),
      subcategory: card?.subcategory ?? first?.manifest?.subcategory ?? "",
      mainMetric: group.environment["main_name"] ?? mainMetricOf(own, card).name,
      ...(group.taxonomy === undefined ? {} : { taxonomy: taxonomyOf(group.taxonomy) }),
      ...(card === undefined ? {} : factsOf(card)),
    },
  };
}

/** The facts of a card for readers. An example exists only for public data. */
function factsOf({ example, ...card }: Card): BenchmarkFacts {
  const facts = BenchmarkFacts.parse(card);
  return card.access === "public" && example !== undefined ? { ...facts, example } : facts;
}

const taxonomyOf = (taxonomy: NonNullable<RunGroup["taxonomy"]>): Record<string, string> =>
  Object.fromEntries(Object.entries(taxonomy).flatMap(([key, text]) => (text ? [[key, text] as const] : [])));

/** The models that have runs, in registry order. Models that are in no registry follow, sorted by name. */
function modelsOf({ runs, models, knownModels }: LeaderboardInput): LeaderboardModel[] {
  const used = new Set(runs.map((run) => run.runSpec.adapter_spec.model));
  const deployments = new Set(runs.map((run) => run.runSpec.adapter_spec.model_deployment));
  const baselines = new Set(
    runs.filter((run) => run.manifest?.candidateIsBaseline === true).map((run) => run.runSpec.adapter_spec.model),
  );
  const known = models.filter((model) => used.has(model.name));
  const names = new Set(known.map((model) => model.name));
  const unknown = [...used].filter((name) => !names.has(name)).toSorted();
  return [...known, ...unknown.map((name) => knownModels?.get(name) ?? unknownModel(name))].map((model) => ({
    name: model.name,
    displayName: model.displayName,
    organization: model.organization,
    access: model.access,
    ...(model.releaseDate === undefined ? {} : { releaseDate: model.releaseDate }),
    ...(model.parameters === undefined ? {} : { parameters: model.parameters }),
    ...(model.knowledgeCutoff === undefined ? {} : { knowledgeCutoff: model.knowledgeCutoff }),
    ...pricesOf(model, deployments),
    description: model.description,
    isBaseline: model.isBaseline === true || baselines.has(model.name),
  }));
}

/** The known prices of the deployments that have runs. */
function pricesOf({ prices }: ModelInfo, deployments: ReadonlySet<string>): Pick<LeaderboardModel, "prices"> {
  const known = [...(prices ?? [])].flatMap(([deployment, { inputUsdPerMillion, outputUsdPerMillion, asOf }]) =>
    deployments.has(deployment)
      ? [
          {
            deployment,
            inputUsd: inputUsdPerMillion,
            outputUsd: outputUsdPerMillion,
            ...(asOf === undefined ? {} : { asOf }),
          },
        ]
      : [],
  );
  return known.length === 0 ? {} : { prices: known };
}

const unknownModel = (name: string): ModelInfo => ({
  name,
  displayName: name,
  organization: name.includes("/") ? (name.split("/", 1)[0] ?? "") : "",
  access: "unknown",
  description: "",
});

/** The notices that a reader of the scores needs. */
function releaseNotices(
  models: readonly LeaderboardModel[],
  runs: readonly ShownRun[],
  present: ReadonlySet<string>,
  rootGroup: string,
): string[] {
  const baselines = models.filter((model) => model.isBaseline).map((model) => model.name);
  const judges = new Set(
    runs.flatMap(({ shown }) => shown.judges.filter((judge) => judge.standIn).map((judge) => judge.name)),
  );
  const ownFamily = new Set(
    runs.flatMap(({ shown }) => (shown.judges.some((judge) => judge.sameFamily === true) ? [shown.model] : [])),
  );
  const withheld = withheldNotice(runs.map(({ shown }) => shown));
  return [
    ...(baselines.length > 0
      ? [`Baselines are simple built-in rules, not language models: ${baselines.join(", ")}.`]
      : []),
    ...(judges.size > 0
      ? [
          `These judges are built-in rules, not language models: ${[...judges].join(", ")}. Their scores show how the tool works, not how good an answer is.`,
        ]
      : []),
    ...(ownFamily.size > 0
      ? [
          `Judges tend to favour models of their own family. At least one judge has the same family as the model: ${[...ownFamily].toSorted().join(", ")}.`,
        ]
      : []),
    ...(withheld === undefined ? [] : [withheld]),
    ...(present.has(CUSTOM_GROUP) && rootGroup !== CUSTOM_GROUP
      ? ["Custom benchmarks are in a separate table and do not count in MedHELM's mean win rate."]
      : []),
  ];
}

/**
 * The notice that prompts and responses are not in the release; undefined if all runs are public. The local server of the
 * owner shows this text, so it removes the notice.
 */
export function withheldNotice(runs: readonly LeaderboardRun[]): string | undefined {
  const withheld = runs.filter((run) => run.access !== "public" && !run.hasPages).length;
  if (withheld === 0) return undefined;
  return `${withheld} of ${runs.length} runs use data that are not public. Their prompts and responses are not shown.`;
}
