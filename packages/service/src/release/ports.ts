import type { Clock, ObjectStore } from "@medhelm/core/ports";
import type { CardLookup } from "@medhelm/core/release/benchmark-group";
import type { ModelInfo } from "@medhelm/core/release/loaded-run";
import type { SchemaValidation } from "@medhelm/core/release/validate-schema";
import type { Profile } from "@medhelm/core/run/profile";

export interface ReleasePorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs" | "randomUuid">;
  /** Renames a folder of the store at once, where it can (a disk); otherwise objects are copied one by one. */
  readonly movePrefix?: (from: string, to: string) => Promise<void>;
  /** The card of a run group: names, access, main metric. Undefined for custom benchmarks, which are local. */
  readonly cards: CardLookup;
  /** Known models, in the order of their registry. */
  readonly models: readonly ModelInfo[];
  /** Text of conf/schema_medhelm.yaml. */
  readonly packagedSchema: string;
}

export type SchemaChoice =
  /** the packaged one, with custom benchmarks added as groups */
  | { readonly kind: "packaged" }
  /** `label`: as a person would name it, e.g. its path */
  | {
      readonly kind: "file";
      readonly label: string;
      readonly text: string;
      /** add custom benchmarks that it lacks, as to the packaged one */
      readonly addCustom?: boolean;
    }
  | { readonly kind: "auto" };

interface BuildOptions {
  /** default: packaged */
  readonly schema?: SchemaChoice;
  /** default: warn */
  readonly validation?: SchemaValidation;
  readonly profile: Profile;
  /** write instances.json, display_predictions.json and display_requests.json into each run's folder, for helm-server */
  readonly displayFiles?: boolean;
  /** leave display files that are there as they are */
  readonly skipCompletedDisplayFiles?: boolean;
  /** pages of gated, private and local runs too: only for a folder that no one but its owner reads (loopback server) */
  readonly serveLocalText?: boolean;
  /** a run name that several suites have: helm = all count, as in HELM; last (default) = the last suite's counts */
  readonly duplicates?: "helm" | "last";
  /** printed into HELM's paths and links; default "benchmark_output" */
  readonly outputPath?: string;
  /** suites of which the public runs alone are taken, and nothing is said of others */
  readonly publicOnly?: readonly string[];
  /** run names in the cells' descriptions */
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
  /** makes it immutable */
  readonly publish?: boolean;
  /** Several may make it at once, for a message comes twice; none is there yet that may be replaced. */
  readonly once?: boolean;
}
export type BuildRequest = SuiteRequest | NewReleaseRequest;

export interface LeftOut {
  readonly suite: string;
  readonly run: string;
  readonly reason: string;
}

export interface ReleaseReport {
  readonly kind: "suite" | "release";
  readonly name: string;
  /** where it is, e.g. "releases/r1/" */
  readonly prefix: string;
  /** runs in it */
  readonly runs: number;
  readonly leftOut: readonly LeftOut[];
  /** also on every page of the site */
  readonly notices: readonly string[];
  /** problems of the schema that were let pass */
  readonly warnings: readonly string[];
  /** where the release of that name went that was there before */
  readonly previous?: string;
}
