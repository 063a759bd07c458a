import type { Request } from "@medhelm/core/helm/scenario-state";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { chat, generation, multipleChoiceJoint } from "@medhelm/core/run/prompt-specs";
import type { AnnotatorFactory } from "@medhelm/core/run/annotator";
import { Trust } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { benchmark, type DefinedBenchmark } from "./define.ts";
import { jury } from "./shared/jury.ts";
import { basic, exactMatch, summarization } from "./shared/metric-specs.ts";

/** A model that a plugin asks by code of its own. */
export interface PluginModel {
  /** "creator/name": what run entries and --judges call it */
  readonly name: string;
  /** Where it answers. hosted, the default, gets public text only: say local or covered if that is so. */
  readonly trust?: Trust;
  /** Raise it when the same prompt gets another answer: answers that are kept from before are then asked for anew. */
  readonly version?: string;
  /** The answer to one prompt. What it throws is a failed request, which is tried again. */
  answer(prompt: string, about: { readonly request: Request; readonly signal: AbortSignal }): string | Promise<string>;
}

/** What a plugin's default export gives, or a function of `medhelm` that gives it. */
export interface Plugin {
  readonly benchmarks?: readonly DefinedBenchmark[];
  /** by the class name that a benchmark's metrics name */
  readonly metrics?: Readonly<Record<string, MetricFactory>>;
  /** by the class name that a benchmark's annotators name */
  readonly annotators?: Readonly<Record<string, AnnotatorFactory>>;
  readonly models?: readonly PluginModel[];
}

/** Handed to a plugin, whose folder has no packages of ours to import. */
export const medhelm = {
  benchmark,
  generation,
  multipleChoiceJoint,
  chat,
  jury,
  exactMatch,
  basic,
  summarization,
  UserError,
  z,
} as const;
export type Medhelm = typeof medhelm;

const isFunction = (value: unknown): boolean => typeof value === "function";
const isDefinedBenchmark = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "settle" in value && "ownMetrics" in value;

const Model = z.strictObject({
  name: z.string().regex(/^[^/\s]+\/[^/\s]+$/, "creator/name"),
  trust: Trust.exactOptional(),
  version: z.string().exactOptional(),
  answer: z.custom<PluginModel["answer"]>(isFunction, "must be a function of the prompt"),
});

/** The shape of a plugin, as it comes from a stranger's file. Of functions no more is known than that they are. */
export const PluginParts = z.strictObject({
  benchmarks: z
    .array(z.custom<DefinedBenchmark>(isDefinedBenchmark, "must be made with medhelm.benchmark({...})"))
    .default([]),
  metrics: z
    .record(z.string(), z.custom<MetricFactory>(isFunction, "must be a function of the metric's args"))
    .default({}),
  annotators: z
    .record(z.string(), z.custom<AnnotatorFactory>(isFunction, "must be a function of the annotator's spec"))
    .default({}),
  models: z.array(Model).default([]),
});
export type PluginParts = z.infer<typeof PluginParts>;
