import type { Standing } from "@medhelm/core/release/leaderboard/standings";
import type { Clock, ObjectStore, ParallelMap } from "@medhelm/core/ports";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { CardLookup } from "@medhelm/core/release/schema/benchmark-group";
import type { ClinicianMeans } from "@medhelm/core/release/statistics/clinician-mean";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import type { SchemaValidation } from "@medhelm/core/release/schema/validate-schema";
import type { Profile } from "@medhelm/core/run/profile";
import type { ReadCounts, RunJob } from "./runs/read-run.ts";

export type ChangedFile = (manifest: Manifest, keyOf: (file: string) => string) => Promise<string | undefined>;

export interface ReleasePorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs" | "randomUuid">;
  /** Renames a folder in one step, on a disk. Without it, objects are copied one by one. */
  readonly movePrefix?: (from: string, to: string) => Promise<void>;
  /** Whether users read HELM's layout in the store. A release that was requested over the API is then copied into its own folder, too. */
  readonly showsReleases?: boolean;
  /** Receives how many of the runs' texts and scores are read. */
  readonly onRead?: (done: number, total: number) => void;
  /** Returns the key of a sealed file whose bytes are not those of the manifest. Absent: only the run spec and the stats are compared. */
  readonly changedFile?: ChangedFile;
  /** Names the damaged files of runs in a release that was requested over the API, for the operator. */
  readonly report?: (warning: string) => void;
  /** Looks up the card of a run group: names, access, main metric. A custom benchmark has no card and is local. */
  readonly cards: CardLookup;
  /** Reads the closed answers of runs that HELM made. Absent: their rows have no labels. */
  readonly metrics?: FindMetric;
  /** Known models in the order of their registry. */
  readonly models: readonly ModelInfo[];
  /** Computes the statistics on several threads. Absent: in this one. The results are the same. */
  readonly map?: ParallelMap;
  /** Reads the large files of runs on several threads, from the same store. Absent: in this one. The results are the same. */
  readonly readers?: {
    readonly concurrency: number;
    readonly read: (job: RunJob) => Promise<ReadCounts>;
    /** Frees their memory before the statistics need it. */
    readonly end: () => Promise<void>;
  };
  /** Facts of models that are not in `models`, for leaderboard.json only. */
  readonly knownModels?: ReadonlyMap<string, ModelInfo>;
  /** The text of conf/schema_medhelm.yaml. */
  readonly packagedSchema: string;
}

export type SchemaChoice =
  /** the packaged schema, with groups for custom benchmarks */
  | { readonly kind: "packaged" }
  /** `label` names the schema in messages, e.g. its path. */
  | {
      readonly kind: "file";
      readonly label: string;
      readonly text: string;
      /** whether to add groups for custom benchmarks, as in the packaged schema */
      readonly addCustom?: boolean;
    }
  | { readonly kind: "auto" };

interface BuildOptions {
  /** default: packaged */
  readonly schema?: SchemaChoice;
  /** default: warn */
  readonly validation?: SchemaValidation;
  readonly profile: Profile;
  /** whether to write instances.json, display_predictions.json and display_requests.json into each run folder, for helm-server */
  readonly displayFiles?: boolean;
  /** whether to keep existing display files */
  readonly skipCompletedDisplayFiles?: boolean;
  /** Whether to make pages of gated, private and local runs. Only for a folder that only its owner reads. */
  readonly serveLocalText?: boolean;
  /** For a run in several suites: helm = all of them count, as in HELM; last (default) = only the last suite's counts. */
  readonly duplicates?: "helm" | "last";
  /** the folder in HELM's paths and links; default "benchmark_output" */
  readonly outputPath?: string;
  /** Suites of which only the public runs are used. No notice mentions their other runs. */
  readonly publicOnly?: readonly string[];
  /** whether a gap is an error: a run that is left out, two runs of one name with other specs, a run without its main metric */
  readonly strict?: boolean;
  /** the means that clinicians would give, of the runs that they rated */
  readonly clinicians?: ClinicianMeans;
  /** whether the cells' descriptions contain the run names */
  readonly debug?: boolean;
}

export interface SuiteRequest extends BuildOptions {
  readonly kind: "suite";
  readonly suite: string;
}
export interface NewReleaseRequest extends BuildOptions {
  readonly kind: "release";
  readonly release: string;
  readonly suites: readonly string[];
  /** whether the release becomes immutable */
  readonly publish?: boolean;
  /**
   * Several jobs may build this release at the same time, because a queue may deliver a request twice. The first staged build
   * is kept. Without it, the new build replaces the existing release.
   */
  readonly keepFirst?: boolean;
}
export type BuildRequest = SuiteRequest | NewReleaseRequest;

export interface LeftOut {
  readonly suite: string;
  readonly run: string;
  readonly reason: string;
  /** the key of the file that is damaged; no page of the site shows it */
  readonly file?: string;
  /** the run has no manifest, as those of HELM, so that medhelm repair cannot make its file again */
  readonly isForeign?: true;
}

export interface ReleaseReport {
  readonly kind: "suite" | "release";
  readonly name: string;
  /** the folder of its files, e.g. "releases/r1/" */
  readonly prefix: string;
  /** number of runs in it */
  readonly runs: number;
  /** the wordings of their prompts, e.g. "own" (core/release/run-wording.ts) */
  readonly wordings: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** runs that count, with what is wrong with them, such as a missing main metric */
  readonly incomplete: readonly LeftOut[];
  /** sentences that every page of the site shows */
  readonly notices: readonly string[];
  /** the rank sets of the root table, one sentence a line */
  readonly ranking: readonly string[];
  /** the rows of the root table */
  readonly standings: readonly Standing[];
  /** problems of the schema and damaged files of runs, which are not errors */
  readonly warnings: readonly string[];
  /** the new folder of the replaced release */
  readonly previous?: string;
}
