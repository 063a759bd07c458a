import type { Instance } from "../helm/instance.ts";
import type { AdapterSpec, ObjectSpec, Scenario } from "../helm/run-spec.ts";
import type { Rubric } from "../judge/rubric.ts";
import type { Card } from "./card.ts";

/** Arguments of a run entry that no expander took, as HELM's grammar reads them. */
export type EntryArgs = Readonly<Record<string, string | number>>;

/** A file that an entry or a custom benchmark names. */
export interface SourceFile {
  /** As a person would name it in a message: the path, or the uploaded file's own name. */
  readonly label: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}
/** Files named by a user. Embedded: the disk; over the API: uploaded inputs only. Throws UserError when there is none. */
export interface UserFiles {
  /** `relativeTo`: the file that names this one; its folder is tried first, then the working directory. Both there and different is an error. */
  read(reference: string, relativeTo?: string): Promise<SourceFile>;
}

/** A public file that a loader needs, pinned. */
export interface DataFile {
  /** e.g. "pubmed_qa/ori_pqal.json": its place in a mirror (--data-dir) and in the cache */
  readonly path: string;
  readonly url: string;
  /** Absent only where the address is of an immutable revision and nobody publishes the checksum: the manifest says which bytes were read. */
  readonly sha256?: string;
  /** The checksum is what others report; nobody here has held the file. It binds a download; a mirror's file is taken as it is. */
  readonly isReported?: true;
}
/** Where a file or a folder lies that is not downloaded file by file: licensed data, and public folders of many files. */
export interface DataPlace {
  /** Its place in a mirror (--data-dir), e.g. "clear" or "shc_conf_med/conf.csv". */
  readonly path: string;
  /** What the entry's data_path= names; then nothing else is looked at. */
  readonly at?: string | undefined;
}

/** A file, or a folder with the files below it. */
export interface OpenPlace {
  /** As a person would name it in a message. */
  readonly label: string;
  /** Names of all files below it, "/" between folders, in the order of their bytes; none for a file. */
  list(): Promise<readonly string[]>;
  /** The file of this name below it; without a name, the file that it is. Undefined: there is none. */
  read(name?: string): Promise<SourceFile | undefined>;
}

/** Data sets: the mirror (--data-dir, MEDHELM_DATA), then the cache, then the pinned download. Throws UserError naming all three. */
export interface DataSource {
  read(file: DataFile): Promise<SourceFile>;
  /** Undefined: there is nothing at this place. */
  open(place: DataPlace): Promise<OpenPlace | undefined>;
}

export interface LoadedInstances {
  /** In the order of the source, train and eval together, without sampling: HELM's ids depend on it. */
  readonly instances: readonly Instance[];
  /** The files that they were read from. */
  readonly sources: readonly { readonly label: string; readonly sha256: string }[];
}

/** A benchmark with its arguments settled: everything of a run but the model. */
export interface BenchmarkRun {
  readonly card: Card;
  /** Base of the run name, e.g. "pubmed_qa" or "clear:condition=x". */
  readonly name: string;
  readonly scenarioSpec: ObjectSpec;
  readonly scenario: Scenario;
  /** `model` and `model_deployment` are still empty. */
  readonly adapterSpec: AdapterSpec;
  readonly metricSpecs: readonly ObjectSpec[];
  readonly annotators?: readonly ObjectSpec[];
  /** The prompts and criteria of annotators whose class holds them, as HELM's benchmarks have it. */
  readonly rubrics?: readonly Rubric[];
  readonly groups: readonly string[];
  /** Which configuration this is where the run name does not tell, e.g. the path of a custom benchmark's YAML. Two of the same run name are refused. */
  readonly configuration?: string;
  /** What else decides the results, by a name that a person understands: {"prompt template": sha256}. A change re-opens the run. */
  readonly identityParts: Readonly<Record<string, string>>;
  /**
   * The run with HELM's sentences in its instances, read from texts of HELM's own, where its loader writes sentences of its own into
   * them; undefined where they cannot be read. Absent: the instances are data and labels alone.
   */
  withWording?(helmTexts: readonly string[]): BenchmarkRun | undefined;
  load(data: DataSource): Promise<LoadedInstances>;
}

/** One folder of packages/benchmarks/src. `args` that it does not know are a UserError with the known ones named. */
export interface Benchmark {
  readonly card: Card;
  /** Names that a run entry may use; the first is the main one. */
  readonly names: readonly [string, ...string[]];
  /** Where a mirror has what only its owner hands out, whatever the arguments are. */
  readonly licensedAt?: string;
  settle(args: EntryArgs, files: UserFiles): Promise<BenchmarkRun>;
}
