/** The kinds of plugin that `medhelm new` writes. A plugin is a folder that `medhelm run --plugins` loads. */
export type PluginKind = "metric" | "annotator" | "model";

/** The files of `medhelm new metric|annotator|model NAME`, by path below the folder NAME. The plugin runs without a change. */
export function pluginFiles(kind: PluginKind, name: string): Readonly<Record<string, string>> {
  return {
    // without "type" Node guesses whether index.ts is a module, and prints a warning
    "package.json": `${JSON.stringify({ name: name.toLowerCase(), private: true, type: "module" }, null, 2)}\n`,
    "index.ts": `${TEXTS[kind].replaceAll("NAME", name)}\n`,
  };
}

/** The run entry and the model for the first try of a new plugin. */
export function pluginTrial(kind: PluginKind, name: string): { readonly entry: string; readonly model: string } {
  return kind === "model"
    ? { entry: "demo_questions", model: `mine/${name}` }
    : { entry: name, model: "baseline/lead-sentences" };
}

const HEAD = `// medhelm run --plugins . loads this folder. The default export gets the kit (benchmark, generation, multipleChoiceJoint, chat,
// jury, exactMatch, basic, summarization, UserError, z), so you install nothing.`;

const CARD = `{
        name: "NAME",
        displayName: "NAME",
        description: "One sentence about the ability that it measures.",
        category: "Custom benchmarks",
        subcategory: "Custom benchmarks",
        access: "local", // the text stays on this machine
        licence: "not stated",
        form: "open",
        source: "invented",
        mainMetric: "MAIN",
        mainSplit: "test",
        facets: { task: "Text generation", what: "any", who: "any", when: "any", language: "English" },
      }`;

const BENCHMARK = `benchmark({
      card: ${CARD},
      scenario: { className: "mine.NAMEScenario", tags: [] },
      instances: () => [
        { input: { text: "Why should a wound be kept dry? Answer in one sentence." }, references: [], split: "test" },
        { input: { text: "When is a fever dangerous? Answer in two sentences." }, references: [], split: "test" },
      ],
      prompt: generation({ maxTokens: 100, maxTrainInstances: 0, stopSequences: [] }),`;

const METRIC = `${HEAD}
export default ({ basic, benchmark, generation }) => ({
  // A metric, by its class name. The metrics of a benchmark name it, and it gets the args of that entry.
  metrics: {
    "mine.NAME": ({ limit = 20 }) => ({
      // gets one request with its answer, returns any number of measurements; profile is "helm" or "corrected"
      ofInstance: ({ result }, { profile }) => {
        const words = (result?.completions[0]?.text ?? "").split(/\\s+/).filter((word) => word !== "");
        return [{ name: "within_limit", value: words.length <= limit }];
      },
    }),
  },

  // A benchmark that uses the metric, so that you can try it at once.
  benchmarks: [
    ${BENCHMARK.replace("MAIN", "within_limit")}
      metrics: [{ class_name: "mine.NAME", args: { limit: 20 } }, ...basic([])],
    }),
  ],
});`;

const ANNOTATOR = `${HEAD}
export default ({ basic, benchmark, generation }) => ({
  // An annotator is a step after each answer. scenario_state.json has its result under its name, where metrics read it.
  annotators: {
    "mine.NAMEAnnotator": async () => ({
      name: "NAME",
      // the same answer must give the same annotation, because an interrupted run makes it again
      annotate: async ({ result }) => {
        const text = result?.completions[0]?.text ?? "";
        return { annotation: { sentences: text.split(/[.!?](?:\\s|$)/).filter((part) => part.trim() !== "").length } };
      },
    }),
  },

  metrics: {
    "mine.NAME": () => ({
      ofInstance: ({ annotations }) => [{ name: "sentences", value: annotations?.["NAME"]?.sentences }],
    }),
  },

  benchmarks: [
    ${BENCHMARK.replace("MAIN", "sentences")}
      metrics: [{ class_name: "mine.NAME", args: {} }, ...basic([])],
      annotators: [{ class_name: "mine.NAMEAnnotator", args: {} }],
    }),
  ],
});`;

const MODEL = `${HEAD}
export default () => ({
  models: [
    {
      // the name for run entries, --models-to-run and --judges
      name: "mine/NAME",
      // local: the model runs on this machine. Without this line it counts as hosted and gets only the text of public benchmarks
      trust: "local",
      // change it when the same prompt gets another answer; medhelm then asks again instead of reusing old answers
      version: "1",
      // ask your model here with fetch(url, { signal }), a child process or a file. After an error medhelm asks again
      answer: async (prompt, { request, signal }) => "A",
    },
  ],
});`;

const TEXTS: Readonly<Record<PluginKind, string>> = { metric: METRIC, annotator: ANNOTATOR, model: MODEL };
