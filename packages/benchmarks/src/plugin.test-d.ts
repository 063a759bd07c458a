// tsc compiles this file in check:static; nothing runs it
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ScoringContext } from "@medhelm/core/metrics/metric";
import { expectTypeOf } from "vitest";
import type { CardText, DefinedBenchmark } from "./define.ts";
import type { medhelm, Medhelm, Plugin, PluginModel } from "./plugin.ts";

declare const card: CardText;

// a plugin with all four kinds of parts
export const whole = ({ benchmark, generation, exactMatch }: Medhelm): Plugin => ({
  benchmarks: [
    benchmark({
      card,
      scenario: { className: "mine.Scenario", tags: [] },
      instances: () => [],
      prompt: generation({ maxTokens: 5 }),
      metrics: [{ class_name: "mine.Words", args: { limit: 3 } }, ...exactMatch()],
    }),
  ],
  metrics: {
    "mine.Words": ({ limit = 20 }) => ({
      ofInstance: (state, context) => {
        expectTypeOf(limit).toEqualTypeOf<unknown>();
        expectTypeOf(state).toEqualTypeOf<RequestState>();
        expectTypeOf(context).toEqualTypeOf<ScoringContext>();
        return [{ name: "words", value: undefined }];
      },
    }),
  },
  annotators: {
    "mine.Step": async () => ({ name: "step", annotate: async () => ({ annotation: { words: 2 } }) }),
  },
  models: [{ name: "mine/model", trust: "local", version: "1", answer: async (prompt) => prompt }],
});
expectTypeOf<Medhelm>().toEqualTypeOf<typeof medhelm>();
expectTypeOf<ReturnType<Medhelm["benchmark"]>>().toEqualTypeOf<DefinedBenchmark>();
expectTypeOf<PluginModel["trust"]>().toEqualTypeOf<"local" | "covered" | "hosted" | undefined>();

// @ts-expect-error -- "metric" is not a part of a plugin
export const misspelt: Plugin = { metric: {} };
// @ts-expect-error -- a benchmark is made by medhelm.benchmark
export const handMade: Plugin = { benchmarks: [{ card }] };
// @ts-expect-error -- a metric is a function of its arguments
export const noFunction: Plugin = { metrics: { "mine.Words": 3 } };
// @ts-expect-error -- a measurement has a name
export const noName: Plugin = { metrics: { "mine.Words": () => ({ ofInstance: () => [{ value: 1 }] }) } };
// @ts-expect-error -- an annotator opens asynchronously
export const noPromise: Plugin = { annotators: { "mine.Step": () => ({ name: "step" }) } };
// @ts-expect-error -- a model answers
export const noAnswer: Plugin = { models: [{ name: "mine/model" }] };
// @ts-expect-error -- trust is local, covered or hosted
export const noTrust: Plugin = { models: [{ name: "mine/model", trust: "mine", answer: () => "" }] };
// @ts-expect-error -- a plugin gets no `fetchAll`
export const noSuchHelp = ({ fetchAll }: Medhelm): Plugin => fetchAll();
