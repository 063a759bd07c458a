import type { Request } from "@medhelm/core/helm/scenario-state";
import type { MetricFactory } from "@medhelm/core/metrics/metric";
import { chat, generation, multipleChoiceJoint } from "@medhelm/core/run/spec/prompt-specs";
import type { AnnotatorFactory } from "@medhelm/core/run/annotator";
import { Trust } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { benchmark, type DefinedBenchmark } from "./define.ts";
import { jury } from "./shared/jury.ts";
import { basic, exactMatch, summarization } from "./shared/metric-specs.ts";

/** A model whose answers come from the plugin's code. */
export interface PluginModel {
  /** Its name in run entries and --judges, in the form "creator/name". */
  readonly name: string;
  /**
   * Where the text goes. A hosted model, the default, receives public text only. Declare "local" or "covered" if that is true.
   */
  readonly trust?: Trust;
  /** Raise it when the model's answers change. Stored answers of an earlier version are not reused. */
  readonly version?: string;
  /** Returns the answer to one prompt. An error is a failed request, which is tried again. */
  answer(prompt: string, about: { readonly request: Request; readonly signal: AbortSignal }): string | Promise<string>;
}

/** The default export of a plugin, or the result of the function that it exports. */
export interface Plugin {
  readonly benchmarks?: readonly DefinedBenchmark[];
  /** By the class names in the benchmarks' `metrics`. */
  readonly metrics?: Readonly<Record<string, MetricFactory>>;
  /** By the class names in the benchmarks' `annotators`. */
  readonly annotators?: Readonly<Record<string, AnnotatorFactory>>;
  readonly models?: readonly PluginModel[];
}

/** The functions that a plugin receives, because it cannot import our packages from its folder. */
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

/** The shape of a plugin from a user's file. Functions cannot be checked further. */
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
