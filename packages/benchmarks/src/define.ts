import type { Agent } from "@medhelm/core/agents/environment";
import type { Instance } from "@medhelm/core/helm/instance";
import type { AdapterSpec, ObjectSpec } from "@medhelm/core/helm/run-spec";
import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import type { ReplyRule } from "@medhelm/core/metrics/basic-generation";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import type { BenchmarkSize } from "@medhelm/core/money/benchmark-size";
import type { AnnotatorFactory } from "@medhelm/core/run/annotator";
import type {
  Benchmark,
  BenchmarkRun,
  DataFile,
  EntryArgs,
  LoadedInstances,
  SourceFile,
} from "@medhelm/core/run/benchmark";
import { Card } from "@medhelm/core/run/card";
import type { LoadedGroups } from "@medhelm/core/scoring/row-groups";
import type { z } from "zod";
import type { Evidence } from "./shared/evidence.ts";
import { type Arguments, type ArgumentShape, settleArguments } from "./shared/arguments.ts";
import { type JuryPart, settleJury } from "./shared/jury.ts";
import { type ImageBin, imageBin } from "./shared/image-bin.ts";
import { argumentCases, type DataNeeds, dataNeeds } from "./shared/data-needs.ts";
import { type LocalData, type LocalFiles, openLocalData, uploaded } from "./shared/local-data.ts";

export type CardText = z.input<typeof Card>;

/** An instance with its cluster and stratum, where HELM's instance does not contain them. */
export interface LoadedInstance extends Instance {
  readonly groups?: LoadedGroups;
}

/** A value, or a function that makes it from the arguments of the entry. */
type Of<Args, T> = T | ((args: Args) => T);

/** Sentences within the instances' texts, by a short name. */
export type Wording<Key extends string = string> = Readonly<Record<Key, string>>;

/**
 * Sentences that HELM's loader writes into the instances. Ours are in the code; HELM's arrive as data
 * (decision 0005).
 */
export interface WordingPart<Args, Key extends string> {
  readonly own: Of<Args, Wording<Key>>;
  /** Reads the sentences from texts of HELM's instances by the layout around them. Undefined if the layout does not match. */
  readonly read: (helmTexts: readonly string[]) => Wording<Key> | undefined;
}

/** The inputs of `instances` in addition to the files of `data`. */
export interface Sources<Args, Key extends string> {
  readonly args: Args;
  /** The files that `licensed` or `folder` declares. */
  readonly files: LocalFiles;
  /** The sentences, ours or HELM's, if the definition has `wording`. */
  readonly wording: Wording<Key>;
  /** Keeps the images that are inside the files. */
  readonly images: ImageBin;
}

/** The definition of a benchmark, as its folder's index.ts writes it. */
export interface Definition<Name extends string, Shape extends ArgumentShape, Key extends string = never> {
  readonly card: CardText;
  /** Other names that a run entry may use. */
  readonly aliases?: readonly string[];
  /** The benchmark's own arguments, in the order in which HELM writes them into scenario_spec. */
  readonly args?: Shape;
  /** The start of the run name if HELM writes arguments into it, e.g. "clear:condition=x". Default: the card's name. */
  readonly name?: (args: Arguments<Shape>) => string;
  readonly scenario: {
    /** HELM's dotted class name for run_spec.json. */
    readonly className: string;
    /** The tags in scenario.json. */
    readonly tags: Of<Arguments<Shape>, readonly string[]>;
    /** The name in scenario.json. Default: the card's name. */
    readonly name?: Of<Arguments<Shape>, string>;
    /** The arguments in scenario_spec. Default: every argument that the entry gives or that has a default. */
    readonly args?: (args: Arguments<Shape>) => ObjectSpec["args"];
  };
  /** HELM's run groups. Default: the card's name. */
  readonly groups?: readonly string[];
  /** The public files that these arguments need, by a short name. */
  readonly data?: Of<Arguments<Shape>, Readonly<Partial<Record<Name, DataFile>>>>;
  /** A file or folder that only its owner provides. It is read from data_path= (add `dataPath` to args) or from the mirror. */
  readonly licensed?: Of<Arguments<Shape>, LocalData>;
  /** A public folder of many files, or a file without a stable address. It is read from the mirror or the cache. */
  readonly folder?: Of<Arguments<Shape>, LocalData>;
  readonly wording?: WordingPart<Arguments<Shape>, Key>;
  /**
   * Returns every instance in the order of the source, train and eval together.
   * @throws UserError if a file does not have the expected layout
   */
  readonly instances: (
    read: (name: Name) => SourceFile,
    sources: Sources<Arguments<Shape>, Key>,
  ) => readonly LoadedInstance[] | Promise<readonly LoadedInstance[]>;
  readonly prompt: Of<Arguments<Shape>, AdapterSpec>;
  /** The class names and arguments of its metrics, as run_spec.json lists them. */
  readonly metrics: Of<Arguments<Shape>, readonly ObjectSpec[]>;
  /** Its own metrics by class name. A metric with the name of a general metric replaces that metric in the benchmark's runs. */
  readonly ownMetrics?: Readonly<Record<string, MetricFactory>>;
  /** The rule by which profile `corrected` reads the replies if all questions have the same labels. */
  readonly replyRule?: ReplyRule;
  /**
   * The jury({...}) of rubric.ts, for open tasks. It adds its annotator, its metric after `metrics`, and the jury_ arguments.
   */
  readonly jury?: JuryPart;
  /** The class names and arguments of other annotators, as run_spec.json lists them. */
  readonly annotators?: Of<Arguments<Shape>, readonly ObjectSpec[]>;
  /** Its own annotators by class name. */
  readonly ownAnnotators?: Readonly<Record<string, AnnotatorFactory>>;
  /** The environment of an agent, whose instances are tasks. A change of its `version` reopens runs. */
  readonly agent?: Of<Arguments<Shape>, AgentPart>;
  readonly size?: BenchmarkSize;
  /** The data on which the benchmark was tested. Absent: only its sample. */
  readonly evidence?: Evidence;
}

/** An environment. Its tools and limits are part of a run's identity, and so is the version of its rules. */
export interface AgentPart extends Agent {
  readonly version: number;
}

/** A benchmark with everything that the registry derives its lists from. */
export interface DefinedBenchmark extends Benchmark {
  readonly scenarioClass: string;
  readonly ownMetrics: ReadonlyMap<string, MetricFactory>;
  readonly replyRule?: ReplyRule;
  readonly ownAnnotators: ReadonlyMap<string, AnnotatorFactory>;
  readonly size?: BenchmarkSize;
  readonly evidence?: Evidence;
  /** The files to obtain before a run, for `medhelm data`. */
  dataNeeds(): DataNeeds;
  /** Arguments that it accepts, for lists. Empty: it needs a file of the user's. */
  cases(): readonly EntryArgs[];
}

/** Makes a benchmark from its definition. Instances without an id get ids in source order, as in HELM. */
export function benchmark<
  const Name extends string = never,
  Shape extends ArgumentShape = ArgumentShape,
  Key extends string = never,
>(definition: Definition<Name, Shape, Key>): DefinedBenchmark {
  const card = Card.parse(definition.card);
  const { scenario, wording, licensed, replyRule, size, evidence } = definition;
  return {
    card,
    names: [card.name, ...(definition.aliases ?? [])],
    scenarioClass: scenario.className,
    ownMetrics: new Map(Object.entries(definition.ownMetrics ?? {})),
    ...(replyRule === undefined ? {} : { replyRule }),
    ownAnnotators: new Map(Object.entries(definition.ownAnnotators ?? {})),
    ...(size === undefined ? {} : { size }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(licensed === undefined || isFunction(licensed) ? {} : { licensedAt: licensed.path }),
    cases: () => argumentCases(definition.args),
    dataNeeds: () =>
      dataNeeds(
        argumentCases(definition.args).map((given) => {
          const args = settleArguments(card.name, definition.args, given);
          return {
            files: Object.values<DataFile>(settled(definition.data ?? {}, args)),
            place: localDataOf(definition, args),
          };
        }),
      ),
    settle: async (given, userFiles) => {
      const jury = await settleJury(definition.jury, given, userFiles);
      const args = settleArguments(card.name, definition.args, jury.otherArgs);
      const path = given["data_path"] === undefined ? undefined : String(given["data_path"]);
      const upload = path === undefined ? undefined : await uploaded(path, userFiles);
      const agent = definition.agent === undefined ? undefined : settled(definition.agent, args);
      const annotators = [...settled(definition.annotators ?? [], args), ...jury.annotators];
      const runWith = (words: Wording<Key> | undefined): BenchmarkRun => ({
        card,
        name: definition.name?.(args) ?? card.name,
        scenarioSpec: { class_name: scenario.className, args: scenario.args?.(args) ?? present(args) },
        scenario: {
          name: settled(scenario.name ?? card.name, args),
          description: card.description,
          tags: [...settled(scenario.tags, args)],
          ...definitionPath(scenario.className),
        },
        adapterSpec: settled(definition.prompt, args),
        metricSpecs: [...settled(definition.metrics, args), ...jury.metrics],
        ...(annotators.length === 0 ? {} : { annotators }),
        rubrics: jury.rubrics,
        groups: definition.groups ?? [card.name],
        identityParts: { ...jury.identityParts, ...wordingPart(words), ...agentPart(agent) },
        ...(agent === undefined ? {} : { agent }),
        ...(wording === undefined ? {} : { withWording: (texts) => mapped(wording.read(texts), runWith) }),
        load: async (data) => {
          const declared = Object.entries<DataFile>(settled(definition.data ?? {}, args));
          const files = new Map<string, SourceFile>();
          for (const [name, file] of declared) files.set(name, await data.read({ ...file, benchmark: card.name }));
          const localFiles = openLocalData(card, localDataOf(definition, args), {
            data,
            path,
            upload,
          });
          const read = (name: Name): SourceFile => {
            const file = files.get(name);
            if (file === undefined) throw new Error(`${card.name} declares no file "${name}"`);
            return file;
          };
          const images = imageBin();
          const loaded = await definition.instances(read, {
            args,
            files: localFiles,
            images,
            get wording() {
              if (words === undefined) throw new Error(`${card.name} declares no wording`);
              return words;
            },
          });
          // labels are paths in a mirror, not on this machine, because runs on two machines are compared byte by byte
          const sources = declared.map(([name, file]) => ({ label: file.path, sha256: files.get(name)?.sha256 ?? "" }));
          const instances = withIds(loaded.map(({ groups: _groups, ...instance }) => instance));
          const readImage = images.reader();
          return {
            instances,
            ...groupsOf(card, instances, loaded),
            sources: [...sources, ...localFiles.sources()],
            ...(readImage === undefined ? {} : { readImage }),
          };
        },
      });
      return runWith(wording === undefined ? undefined : settled(wording.own, args));
    },
  };
}

function localDataOf<Name extends string, Shape extends ArgumentShape, Key extends string>(
  { licensed, folder }: Definition<Name, Shape, Key>,
  args: Arguments<Shape>,
): LocalData | undefined {
  const declared = licensed ?? folder;
  return declared === undefined ? undefined : settled(declared, args);
}

/**
 * Returns the groups by id. Clusters of data that is not public are numbered, because scores.json does not need a patient's number.
 */
function groupsOf(
  { access }: Card,
  instances: readonly Instance[],
  loaded: readonly LoadedInstance[],
): Pick<LoadedInstances, "groups"> {
  const numbers = new Map<string, string>();
  const nameOf = (cluster: string): string => {
    if (access === "public") return cluster;
    numbers.set(cluster, numbers.get(cluster) ?? String(numbers.size + 1));
    return numbers.get(cluster) ?? cluster;
  };
  const groups = new Map<string, LoadedGroups>();
  for (const [i, { groups: found }] of loaded.entries()) {
    const id = instances[i]?.id;
    if (found === undefined || id === undefined) continue;
    groups.set(id, { ...found, ...(found.cluster === undefined ? {} : { cluster: nameOf(found.cluster) }) });
  }
  return groups.size === 0 ? {} : { groups };
}

const agentPart = (agent: AgentPart | undefined): Readonly<Record<string, string>> =>
  agent === undefined
    ? {}
    : {
        environment: sha256Hex(
          canonicalJson({
            version: agent.version,
            tools: agent.tools,
            maxSteps: agent.maxSteps,
            ...(agent.maxMicroUsd !== undefined && { maxMicroUsd: agent.maxMicroUsd }),
          }),
        ),
      };

const wordingPart = (words: Wording | undefined): Readonly<Record<string, string>> =>
  words === undefined ? {} : { "instance wording": sha256Hex(canonicalJson(words)) };

const mapped = <T, U>(value: T | undefined, make: (value: T) => U): U | undefined =>
  value === undefined ? undefined : make(value);

/** HELM: if any instance lacks an id, all get id0, id1, ... in source order, train and eval together (runner.py). */
export function withIds(instances: readonly Instance[]): Instance[] {
  if (instances.every((instance) => instance.id !== undefined)) return [...instances];
  return instances.map(({ extra_data, ...instance }, i) => ({
    ...instance,
    id: `id${i}`,
    // HELM's order of fields
    ...(extra_data === undefined ? {} : { extra_data }),
  }));
}

const isFunction = <Args, T>(value: Of<Args, T>): value is (args: Args) => T => typeof value === "function";
const settled = <Args, T>(value: Of<Args, T>, args: Args): T => (isFunction(value) ? value(args) : value);

/** HELM passes the jury's arguments to the annotator and not to the scenario. */
const present = (args: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([name, value]) => value !== undefined && !name.startsWith("jury_")));

/** The page of the class's source code in HELM's scenario.json. Our own benchmarks have no such page. */
function definitionPath(className: string): { definition_path?: string } {
  if (!className.startsWith("helm.")) return {};
  const module = className.split(".").slice(0, -1).join("/");
  return { definition_path: `https://github.com/stanford-crfm/helm/blob/main/src/${module}.py` };
}
