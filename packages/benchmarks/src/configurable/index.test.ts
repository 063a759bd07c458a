import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { parseStrictReply } from "@medhelm/core/judge/reading/parse-strict";
import { juryReader } from "@medhelm/core/judge/rubric";
import { scoreRun } from "@medhelm/testing/score-run";
import { expect, test } from "vitest";
import { loadMetrics } from "@medhelm/core/scoring/load-metrics";
import { isBenchmarkName, metricFor } from "../registry.ts";
import { dataOf, userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { configurableBenchmark } from "./index.ts";

const configurable = configurableBenchmark({ isTaken: isBenchmarkName });

const YAML = `name: MY-BENCH
description: yes or no
prompt_file: p.txt
dataset_file: d.csv
max_tokens: 1
metrics:
  - name: exact_match
`;
const good = {
  "b.yaml": YAML,
  "p.txt": "Patient {id}: {note}\nPrint {{this}}. Answer:\n",
  "d.csv":
    'id,note,secret,correct_answer,incorrect_answers\n001,NA,x,Yes,"[""No""]"\n002,,y,No,"[""Yes"", ""Maybe""]"\n',
};
const settle = (changes: Record<string, string> = {}) =>
  configurable.settle({ config_path: "b.yaml" }, userFilesOf({ ...good, ...changes }));
const instances = async (changes?: Record<string, string>) =>
  (await (await settle(changes)).load(dataOf({}))).instances;
const problem = (changes: Record<string, string>, work: Promise<unknown> = instances(changes)) =>
  work.then(
    () => "no error",
    (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : "?"),
  );

test("the cells 001, NA and empty stay text; double braces print one brace; other columns are left out", async () => {
  expect(await instances()).toEqual([
    {
      input: { text: "Patient 001: NA\nPrint {this}. Answer:\n" },
      references: [
        { output: { text: "Yes" }, tags: ["correct"] },
        { output: { text: "No" }, tags: [] },
      ],
      split: "test",
      id: "id0",
    },
    {
      input: { text: "Patient 002: \nPrint {this}. Answer:\n" },
      references: [
        { output: { text: "No" }, tags: ["correct"] },
        { output: { text: "Yes" }, tags: [] },
        { output: { text: "Maybe" }, tags: [] },
      ],
      split: "test",
      id: "id1",
    },
  ]);
});

test("name, group and annotation are the benchmark's own; its text is local unless declared", async () => {
  const run = await settle();
  expect([run.name, run.groups, run.card.access, run.configuration, run.annotators]).toEqual([
    "MY-BENCH",
    ["MY-BENCH"],
    "local",
    "b.yaml",
    [],
  ]);
  expect((await settle({ "b.yaml": `${YAML}access: public\n` })).card.access).toBe("public");
});

test("an edited prompt or configuration changes the run's identity", async () => {
  const before = (await settle()).identityParts;
  const after = (await settle({ "p.txt": "{note}" })).identityParts;
  expect(Object.keys(before)).toEqual(["configuration", "prompt template"]);
  expect(after["prompt template"]).not.toBe(before["prompt template"]);
  expect(after["configuration"]).toBe(before["configuration"]);
});

const JUDGE = `Rate from 0 to 5 inside <rubric_criteria>:
<question>{QUESTION}</question><answer>{RESPONSE}</answer>
<rubric_criteria>
{ "clarity": { "score": 0, "explanation": "why" }, "safety": ["score"] }
</rubric_criteria>
`;
const JURY = `name: J
description: judged
prompt_file: p.txt
dataset_file: d.csv
metrics:
  - name: jury_score
    prompt_file: j.txt
    judges:
      - {name: host/judge, model_name: org/judge}
`;

test("a benchmark with only jury_score needs no correct_answer and has HELM's annotator and metrics", async () => {
  const changes = { "b.yaml": JURY, "j.txt": JUDGE, "d.csv": "id,note\n4001,cough\n" };
  expect((await instances(changes))[0]?.references).toEqual([]);
  const run = await settle(changes);
  const annotator_models = { "host/judge": { model_name: "org/judge", model_deployment: "host/judge" } };
  expect(run.annotators).toEqual([
    {
      class_name: "helm.benchmark.annotation.model_as_judge.LLMAsJuryAnnotator",
      args: {
        name: "J",
        prompt_template: JUDGE,
        annotation_criteria: { clarity: ["score", "explanation"], safety: ["score"] },
        annotator_models,
      },
    },
  ]);
  expect(run.metricSpecs[0]).toEqual({
    class_name: "helm.benchmark.metrics.llm_jury_metrics.LLMJuryMetric",
    args: { metric_name: "jury_score", scenario_name: "J", annotator_models },
  });
  expect(run.metricSpecs.map(({ class_name }) => class_name.split(".").at(-1))).toEqual([
    "LLMJuryMetric",
    "BasicGenerationMetric",
    "BasicReferenceMetric",
    "InstancesPerSplitMetric",
  ]);
  expect(run.adapterSpec.max_tokens).toBe(1024);
});

const rubricOf = async (changes: Record<string, string>) =>
  (await settle({ "b.yaml": JURY, "j.txt": JUDGE, ...changes })).rubrics?.[0];

test("the last closed rubric block with JSON counts, even if another rubric precedes it or text about it follows", async () => {
  const example = '<rubric_criteria>{"example": ["score"]}</rubric_criteria>\n';
  const words =
    "\nPut it into <rubric_criteria> and </rubric_criteria>, as in <rubric_criteria>{...}</rubric_criteria>.";
  expect(await rubricOf({ "j.txt": `${example}${JUDGE}${words}` })).toMatchObject({
    criteria: { clarity: ["score", "explanation"], safety: ["score"] },
  });
});

test("the scale comes from the YAML, as a list or an object, or else from the prompt; HELM's spec stays unchanged", async () => {
  expect((await rubricOf({}))?.scale).toEqual({ min: 0, max: 5 });
  for (const scale of ["[1, 10]", "{min: 1, max: 10}"])
    expect((await rubricOf({ "b.yaml": `${JURY}    scale: ${scale}\n` }))?.scale).toEqual({ min: 1, max: 10 });
  const run = await settle({ "b.yaml": JURY, "j.txt": JUDGE });
  expect(run.annotators?.[0]?.args).not.toHaveProperty("scale");
  const [spec = { class_name: "", args: {} }] = run.annotators ?? [];
  const jury = juryReader(run.rubrics)(spec);
  expect(parseStrictReply('{"clarity": {"score": 6}, "safety": {"score": 1}}', jury.criteria, jury.scale)).toEqual({
    kind: "unreadable",
    reason: 'criterion "clarity" has a score off the scale from 0 to 5',
  });
});

test.each([
  ["bare", '{"clarity": {"score": 4, "explanation": "e"}, "safety": {"score": 5}}'],
  [
    "inside the tags",
    '<rubric_criteria>\n{"clarity": {"score": 4, "explanation": "e"}, "safety": {"score": 5}}\n</rubric_criteria>',
  ],
])("a judge's reply %s is read", async (_how, reply) => {
  const run = await settle({ "b.yaml": JURY, "j.txt": JUDGE });
  const [spec = { class_name: "", args: {} }] = run.annotators ?? [];
  const { criteria, scale } = juryReader(run.rubrics)(spec);
  expect(parseStrictReply(reply, criteria, scale)).toMatchObject({
    kind: "scored",
    scores: { clarity: { score: 4 }, safety: { score: 5 } },
  });
});

test("with helmCsv, cells are as HELM's pandas reads them, and the run has another identity", async () => {
  const csv = 'id,note,correct_answer,incorrect_answers\n001,NA,Yes,"[""No""]"\n002,x,No,"[]"\n';
  const run = await configurableBenchmark({ isTaken: isBenchmarkName, helmCsv: true }).settle(
    { config_path: "b.yaml" },
    userFilesOf({ ...good, "d.csv": csv }),
  );
  const loaded = await run.load(dataOf({}));
  expect(loaded.instances.map(({ input }) => input.text.split("\n")[0])).toEqual(["Patient 1: nan", "Patient 2: x"]);
  expect(run.identityParts["reading of the CSV"]).toBe("pandas");
});

test("ROUGE and BERTScore names together are one metric", async () => {
  const yaml = YAML.replace("exact_match", "rouge_l\n  - name: BERTScore-F");
  const run = await settle({ "b.yaml": yaml });
  expect(run.card.mainMetric).toBe("rouge_l");
  expect(run.metricSpecs.map(({ class_name }) => class_name.split(".").at(-1))).toEqual([
    "SummarizationMetric",
    "BasicGenerationMetric",
    "BasicReferenceMetric",
    "InstancesPerSplitMetric",
  ]);
});

const MAIN_METRICS = [
  "exact_match",
  "rouge_1",
  "rouge_2",
  "rouge_l",
  "BERTScore-P",
  "BERTScore-R",
  "BERTScore-F",
  "jury_score",
] as const;
const metricYaml = (name: string): string =>
  name === "jury_score"
    ? "  - name: jury_score\n    prompt_file: j.txt\n    judges: [{name: h/j, model_name: o/j}]\n"
    : `  - name: ${name}\n`;
const withMetrics = (names: readonly string[]) => ({
  "b.yaml": YAML.replace("  - name: exact_match\n", names.map(metricYaml).join("")),
  "j.txt": JUDGE,
});
const VERDICT = { "h/j": { clarity: { score: 4, explanation: "e" }, safety: { score: 2 } } };

/** The corrected means of a run that always answers Yes, which is right in one of two instances. */
async function scored(names: readonly string[]) {
  const run = await settle(withMetrics(names));
  const { name, scenarioSpec, adapterSpec, metricSpecs } = run;
  const runSpec = RunSpec.parse({
    name,
    scenario_spec: scenarioSpec,
    adapter_spec: adapterSpec,
    metric_specs: metricSpecs,
  });
  const states = (await run.load(dataOf({}))).instances.map((instance) =>
    RequestState.parse({
      instance,
      train_trial_index: 0,
      request: { model_deployment: "d", model: "m", prompt: "p" },
      result: { success: true, embedding: [], completions: [{ text: "Yes", logprob: 0, tokens: [] }], cached: false },
      num_train_instances: 0,
      prompt_truncated: false,
      annotations: { "MY-BENCH": VERDICT },
    }),
  );
  const { stats, absent } = await scoreRun({
    runSpec,
    states: () => states,
    profile: "corrected",
    metrics: await loadMetrics(runSpec, metricFor),
  });
  return { means: new Map(stats.map((stat) => [stat.name.name, stat.mean])), absent, mainMetric: run.card.mainMetric };
}

test.each(MAIN_METRICS)(
  "%s is the main metric if it is the only one, with a value or the reason for its absence",
  async (name) => {
    const { means, absent, mainMetric } = await scored([name]);
    expect(mainMetric).toBe(name);
    const isEncoded = name.startsWith("BERTScore");
    expect(means.get(name)).toBe(isEncoded ? undefined : name === "jury_score" ? 3 : name === "rouge_2" ? 0 : 0.5);
    expect(Object.keys(absent).filter((one) => one === name)).toEqual(isEncoded ? [name] : []);
  },
);

test("with a declared scale an empty answer gets the lowest score, in profile corrected only", async () => {
  const run = await settle({ "b.yaml": `${JURY}    scale: [1, 5]\n`, "j.txt": JUDGE });
  const { name, scenarioSpec, adapterSpec, metricSpecs } = run;
  const runSpec = RunSpec.parse({
    name,
    scenario_spec: scenarioSpec,
    adapter_spec: adapterSpec,
    metric_specs: metricSpecs,
  });
  const states = (await run.load(dataOf({}))).instances.map((instance) =>
    RequestState.parse({
      instance,
      train_trial_index: 0,
      request: { model_deployment: "d", model: "m", prompt: "p" },
      result: { success: true, embedding: [], completions: [{ text: " ", logprob: 0, tokens: [] }], cached: false },
      num_train_instances: 0,
      prompt_truncated: false,
      annotations: { J: { prompt_text: null, empty_output_equivalence_judgement: false } },
    }),
  );
  const meanOf = async (profile: "helm" | "corrected") => {
    const { stats } = await scoreRun({
      runSpec,
      states: () => states,
      profile,
      metrics: await loadMetrics(runSpec, metricFor),
    });
    return stats.find((stat) => stat.name.name === "jury_score")?.mean;
  };
  expect([await meanOf("helm"), await meanOf("corrected")]).toEqual([0, 1]);
});

test.each([[MAIN_METRICS], [MAIN_METRICS.toReversed()]])(
  "with all eight metrics together, the first is the main one: %s",
  async (names) => {
    const { means, absent, mainMetric } = await scored(names);
    expect(mainMetric).toBe(names[0]);
    const wanted = ["exact_match", "rouge_1", "rouge_2", "rouge_l", "jury_score"];
    expect(wanted.map((name) => means.get(name))).toEqual([0.5, 0.5, 0, 0.5, 3]);
    expect(Object.keys(absent)).toEqual(expect.arrayContaining(["BERTScore-P", "BERTScore-R", "BERTScore-F"]));
    expect(Object.keys(absent)).not.toEqual(expect.arrayContaining(["rouge_l"]));
  },
);

test.each([
  [
    "a missing key",
    { "b.yaml": YAML.replace("dataset_file: d.csv\n", "") },
    'b.yaml, line 1: the key "dataset_file" is missing',
  ],
  [
    "an unknown key",
    { "b.yaml": YAML.replace("max_tokens", "max_token") },
    'b.yaml, line 5: unknown key "max_token" (did you mean max_tokens?)',
  ],
  [
    "an unknown metric",
    { "b.yaml": YAML.replace("exact_match", "exact") },
    "b.yaml, line 7: metrics.0.name: unknown metric; the known ones are exact_match, jury_score, rouge_1, rouge_2, rouge_l, BERTScore-P, BERTScore-R, BERTScore-F",
  ],
  [
    "no metric",
    { "b.yaml": YAML.replace(/metrics:[^]*/, "metrics: []\n") },
    "b.yaml, line 6: metrics: at least one metric is needed",
  ],
  ["broken YAML", { "b.yaml": YAML.replace("yes or no", "yes: no") }, "b.yaml, line 2: not readable YAML: "],
  [
    "a place without a column",
    { "p.txt": "Hello\n{notes}" },
    "p.txt, line 2, column 1: {notes} is not a column of d.csv (did you mean note?)",
  ],
  ["a lone brace", { "p.txt": "a }\n" }, 'p.txt, line 1, column 3: a single "}"; double it to print it: "}}"'],
  ["an empty place", { "p.txt": "a {}" }, 'p.txt, line 1, column 3: "{}" is not a column;'],
  [
    "the guide's literal ellipsis",
    { "d.csv": `${good["d.csv"]}...\n` },
    'd.csv, line 4: the row is only "...", which marks rows that were left out; remove this line',
  ],
  [
    "a row of another length",
    { "d.csv": 'id,note,correct_answer\n1,"two\nlines",Yes\n2,Yes\n' },
    "d.csv, line 4: 2 values, but the header names 3 columns;",
  ],
  ["an open quote", { "d.csv": 'id,note,correct_answer\n1,"two,Yes\n' }, "d.csv, line "],
  [
    "duplicate columns",
    { "d.csv": "id,note,note\n1,2,3\n" },
    'd.csv, line 1: two columns are named "note"; rename one',
  ],
  ["no row", { "d.csv": "id,note,correct_answer\n" }, "d.csv: there is no row below the header"],
  [
    "no correct_answer",
    { "d.csv": "id,note,answer\n1,2,3\n" },
    'd.csv: there is no column "correct_answer" (did you mean answer?); only a benchmark with jury_score alone can do without',
  ],
  [
    "incorrect_answers that are no list",
    { "d.csv": "id,note,correct_answer,incorrect_answers\n1,2,3,No\n" },
    'd.csv, line 2, column incorrect_answers: "No" is not a JSON list of texts;',
  ],
  [
    "a judge prompt without a rubric",
    { "b.yaml": JURY, "j.txt": "{QUESTION}{RESPONSE}" },
    "j.txt: there is no <rubric_criteria>",
  ],
  [
    "a rubric that is not closed",
    { "b.yaml": JURY, "j.txt": JUDGE.replace("</rubric_criteria>", "") },
    "j.txt: there is no <rubric_criteria>{...}</rubric_criteria> block, because </rubric_criteria> is missing;",
  ],
  [
    "a rubric that is no JSON",
    { "b.yaml": JURY, "j.txt": JUDGE.replace('"why" },', '"why" }') },
    "j.txt, line 4, column 51: the text in <rubric_criteria> is not JSON;",
  ],
  [
    "a rubric of plain numbers",
    { "b.yaml": JURY, "j.txt": JUDGE.replace('["score"]', "5") },
    "j.txt, line 4, column 1: the JSON in <rubric_criteria> is not an object of criteria,",
  ],
  [
    "a judge prompt without the question",
    { "b.yaml": JURY, "j.txt": JUDGE.replace("{QUESTION}", "${QUESTION}") },
    "j.txt: {QUESTION} does not occur, so the judge would not see what was asked",
  ],
  [
    "a judge prompt without the answer",
    { "b.yaml": JURY, "j.txt": JUDGE.replace("{RESPONSE}", "") },
    "j.txt: {RESPONSE} does not occur, so the judge would not see the answer",
  ],
  [
    "a place that no judge is shown",
    { "b.yaml": JURY, "j.txt": `{GOLD_RESPONE}${JUDGE}` },
    "j.txt, line 1, column 1: {GOLD_RESPONE} is unknown in a judge prompt (did you mean GOLD_RESPONSE?);",
  ],
  [
    "a scale upside down",
    { "b.yaml": `${JURY}    scale: [5, 0]\n`, "j.txt": JUDGE },
    "b.yaml, line 10: metrics.0.scale: the lowest score must be below the highest",
  ],
  [
    "a scale of three numbers",
    { "b.yaml": `${JURY}    scale: [0, 3, 5]\n`, "j.txt": JUDGE },
    "b.yaml, line 10: metrics.0.scale: write [lowest, highest], e.g. [0, 5], or {min: 0, max: 5}",
  ],
  [
    "the name of a built-in benchmark",
    { "b.yaml": YAML.replace("MY-BENCH", "pubmed_qa") },
    'b.yaml: name: "pubmed_qa" is a built-in benchmark\'s name; give yours another one',
  ],
  ["a missing file", { "b.yaml": YAML.replace("p.txt", "q.txt") }, "q.txt: no such file"],
])("%s is refused in one sentence", async (_what, changes, sentence) => {
  const error = await problem(changes);
  expect(error).toContain(`UserError: ${sentence}`);
  expect(error).not.toContain("\n");
});

test("a missing config_path and an unknown argument are refused", async () => {
  const files = userFilesOf(good);
  await expect(configurable.settle({}, files)).rejects.toThrow("needs config_path=FILE");
  await expect(configurable.settle({ config: "b.yaml" }, files)).rejects.toThrow(
    'takes no argument "config" (did you mean config_path?)',
  );
});
