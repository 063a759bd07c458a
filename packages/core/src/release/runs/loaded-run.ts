import type { RunSpec } from "../../helm/run-spec.ts";
import type { AnnotatedVerdicts } from "../../judge/annotation-tally.ts";
import type { Price } from "../../models/deployment.ts";
import { UserError } from "../../user-error.ts";
import { mergeStats } from "../../helm/stat.ts";
import type { MetricName, Stat } from "../../helm/stats.ts";
import type { Manifest } from "./manifest.ts";
import type { MetricMatcher } from "../schema/release-schema.ts";

/** A manifest without the hashes of the files: a large run has tens of thousands of pages. */
export type LoadedManifest = Omit<Manifest, "files">;

/** The parts of a run folder that a release reads: no instances and no text. */
export interface LoadedRun {
  readonly suite: string;
  /** folder name inside the suite */
  readonly folder: string;
  readonly runSpec: RunSpec;
  /** under the profile of the release */
  readonly stats: readonly Stat[];
  /** absent in a folder that HELM wrote */
  readonly manifest?: LoadedManifest;
  /** the hash of the manifest's bytes */
  readonly manifestSha256?: string;
  /** the hash of scores.json in the manifest; absent without a manifest, and for a run of another tool that a manifest seals */
  readonly scoresSha256?: string;
  /** The number of pages in the folder of the sealed generation. Absent for a run of format N-1 and for a folder that HELM wrote. */
  readonly pages?: number;
  /** a folder that HELM wrote has no scenario_state.json, so prompts and responses are unknown */
  readonly withoutText?: true;
  /** the number of values behind the main metric's mean, from per_instance_stats.json of a folder that HELM wrote */
  readonly scored?: number;
  /** the judges' verdicts in scenario_state.json of a folder that HELM wrote; absent: none, or they are unknown */
  readonly verdicts?: AnnotatedVerdicts;
  /** the description in scenario.json, for a benchmark without a card */
  readonly scenarioDescription?: string;
}

/** The metadata of a model, from HELM's model_metadata.yaml or from a built-in baseline. */
export interface ModelInfo {
  readonly name: string;
  readonly displayName: string;
  readonly organization: string;
  /** open, limited or closed */
  readonly access: string;
  readonly description: string;
  /** YYYY-MM-DD */
  readonly releaseDate?: string;
  readonly parameters?: number;
  /** the year, month or day up to which the model has knowledge */
  readonly knowledgeCutoff?: string;
  /** the known prices by deployment */
  readonly prices?: ReadonlyMap<string, Price>;
  readonly isBaseline?: boolean;
}

/**
 * Finds the one stat of a run that a column shows (summarize.py: get_unique_stat_by_matcher). It merges sub-splits unless the
 * matcher names one. HELM: quasi_exact_match falls back to exact_match.
 * @throws UserError if stats of two splits match, where HELM raises an error
 */
export function findStat(stats: readonly Stat[], matcher: MetricMatcher): Stat | undefined {
  const found = stats.filter((stat) => matches(stat.name, matcher));
  if (found.length === 0) {
    return matcher.name === "quasi_exact_match" ? findStat(stats, { ...matcher, name: "exact_match" }) : undefined;
  }
  const bySplit = new Set(found.map((stat) => stat.name.split));
  if (bySplit.size > 1 || (matcher.sub_split !== undefined && found.length > 1)) {
    throw new UserError(
      `the schema selects ${matcher.name} on the split ${matcher.split}, but a run has it on several splits; name one split in the schema`,
    );
  }
  return mergeAll(found);
}

/**
 * Merges stats. Returns undefined without any stat.
 * HELM: the count of each run's stat is the number of train trials, not of instances. The merged mean is therefore the
 * unweighted mean of the runs' means.
 */
export function mergeAll(stats: readonly Stat[]): Stat | undefined {
  const [first, ...others] = stats;
  return first === undefined ? undefined : others.reduce(mergeStats, first);
}

function matches(name: MetricName, matcher: MetricMatcher): boolean {
  return (
    name.name === matcher.name &&
    (matcher.split === "__all__" || name.split === matcher.split) &&
    (matcher.sub_split === undefined || name.sub_split === matcher.sub_split) &&
    name.perturbation?.name === matcher.perturbation_name &&
    (name.perturbation === undefined || name.perturbation.computed_on === "worst")
  );
}
