/** What `medhelm new` writes beside a benchmark: a plugin, a folder that `medhelm run --plugins` loads. */
export type PluginKind = "metric" | "annotator" | "model";

/** The files of `medhelm new metric|annotator|model NAME`, by path below the folder NAME: it runs as it is. */
export function pluginFiles(kind: PluginKind, name: string): Readonly<Record<string, string>> {
  return {
    // without it Node would guess whether index.ts is a module, and say so
    "package.json": `${JSON.stringify({ name: name.toLowerCase(), private: true, type: "module" }, null, 2)}\n`,
    "index.ts": `${TEXTS[kind].replaceAll("NAME", name)}\n`,
  };
}

/** The entry and the model that a new plugin is tried with. */
export function pluginTrial(kind: PluginKind, name: string): { readonly entry: string; readonly model: string } {
  return kind === "model"
    ? { entry: "demo_questions", model: `mine/${name}` }
    : { entry: name, model: "baseline/lead-sentences" };
}

const HEAD = `// medhelm run --plugins . loads this folder. What a plugin builds with comes in as the kit (benchmark, generation,
// multipleChoiceJoint, chat, jury, exactMatch, basic, summarization, UserError, z): nothing needs to be installed.`;

const CARD = `{
        name: "NAME",
        displayName: "NAME",
        description: "What it measures, in one sentence.",
        category: "Custom benchmarks",
        subcategory: "Custom benchmarks",
        access: "local", // its text stays on this machine
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
  // A metric, by its class name, which a benchmark's metrics name. It gets the args of that entry.
  metrics: {
    "mine.NAME": ({ limit = 20 }) => ({
      // one request with its answer -> any number of measurements; profile is "helm" or "corrected"
      ofInstance: ({ result }, { profile }) => {
        const words = (result?.completions[0]?.text ?? "").split(/\\s+/).filter((word) => word !== "");
        return [{ name: "within_limit", value: words.length <= limit }];
      },
    }),
  },

  // A benchmark that uses it, so that it can be tried at once.
  benchmarks: [
    ${BENCHMARK.replace("MAIN", "within_limit")}
      metrics: [{ class_name: "mine.NAME", args: { limit: 20 } }, ...basic([])],
    }),
  ],
});`;

const ANNOTATOR = `${HEAD}
export default ({ basic, benchmark, generation }) => ({
  // An annotator: a step after each answer. What it finds stands in scenario_state.json under its name; metrics read it there.
  annotators: {
    "mine.NAMEAnnotator": async () => ({
      name: "NAME",
      // the same answer must give the same annotation: a run that is interrupted makes it again
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
      // what run entries, --models-to-run and --judges call it
      name: "mine/NAME",
      // local: it runs here. Without it the model counts as hosted and gets text of public benchmarks only
      trust: "local",
      // raise it when the same prompt gets another answer: those kept from before are then asked for anew
      version: "1",
      // ask your model here: fetch(url, { signal }), a child process, a file. What it throws is tried again
      answer: async (prompt, { request, signal }) => "A",
    },
  ],
});`;

const TEXTS: Readonly<Record<PluginKind, string>> = { metric: METRIC, annotator: ANNOTATOR, model: MODEL };
