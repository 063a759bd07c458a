import { benchmarkRun } from "@medhelm/testing/fixtures/benchmark-run";
import { describe, expect, test } from "vitest";
import type { RunEntry } from "../../helm/conf.ts";
import { UserError } from "../../user-error.ts";
import type { BenchmarkRun, EntryArgs } from "../benchmark.ts";
import { type ExpandOptions, expandEntries } from "./expand.ts";

const benchmark = (name: string): BenchmarkRun =>
  benchmarkRun(name, {
    metricSpecs: [{ class_name: "Metric", args: { annotator_models: { gpt: {} } } }],
    groups: ["demo", "clinical"],
  });

/** The tags of each model. The first tag also serves as the name of its deployment. */
const tagged: Readonly<Record<string, readonly string[]>> = {
  "t/one": ["TEXT_MODEL_TAG", "INSTRUCTION_FOLLOWING_MODEL_TAG"],
  "t/gone": ["TEXT_MODEL_TAG", "DEPRECATED_MODEL_TAG"],
  "t/two": ["TEXT_MODEL_TAG", "ABLATION_MODEL_TAG"],
  "c/one": ["CODE_MODEL_TAG"],
};

const settled: [string, EntryArgs][] = [];
const options: ExpandOptions = {
  async settle(name, args) {
    settled.push([name, args]);
    if (name === "nope") throw new UserError("there is no benchmark nope");
    return benchmark(args["condition"] === undefined ? name : `${name}:condition=${args["condition"]}`);
  },
  models: {
    names: () => Object.keys(tagged),
    deploymentOf: (model) => (model === "a/b" ? "host/b" : tagged[model]?.[0]),
    modelOf: (deployment) => (deployment === "host/b" ? "a/b" : undefined),
    tags: (model) =>
      ({ "old/m": ["NO_NEWLINES_TAG"], "claude/3": ["ANTHROPIC_CLAUDE_3_MODEL_TAG"], "hot/m": ["BUGGY_TEMP_0_TAG"] })[
        model
      ] ??
      tagged[model] ??
      [],
  },
};

const entry = (description: string, more: Partial<RunEntry> = {}): RunEntry => ({ description, label: "e", ...more });
const expand = (description: string, more: Partial<ExpandOptions> = {}) =>
  expandEntries([entry(description)], { ...options, ...more });
const names = async (description: string, more: Partial<ExpandOptions> = {}) =>
  (await expand(description, more)).map(({ runSpec }) => runSpec.name);
const adapter = async (description: string, more: Partial<ExpandOptions> = {}) =>
  (await expand(description, more))[0]?.runSpec.adapter_spec;

describe("run names", () => {
  test("a name that no folder can have is refused, with its entry and what to shorten", async () => {
    await expect(names(`demo:condition=${"x".repeat(300)},model=a/b`)).rejects.toThrow(
      /^e \(demo:condition=x+,model=a\/b\): the run name "demo:condition=x{45}\.\.\." has 325 bytes, and a file name has at most 255 bytes; shorten the value of "condition"$/,
    );
  });

  test("a control character is refused, and the message does not send it to a terminal", async () => {
    await expect(names("demo:condition=a\u001b[2Jb,model=a/b")).rejects.toThrow(
      'e (demo:condition=a\\u001b[2Jb,model=a/b): the run name "demo:condition=a\\u001b[2Jb,model=a_b" contains the control character U+001B; remove it',
    );
  });

  test.each([
    ["capital letters", "demo:condition=Ward", "demo:condition=ward"],
    ["the form of an accent", "demo:condition=ge\u0301ne", "demo:condition=g\u00e9ne"],
  ])("two names that differ only in %s are refused, because macOS has one folder for both", async (_what, a, b) => {
    const entries = [entry(`${a},model=a/b`), entry(`${b},model=a/b`)];
    await expect(expandEntries(entries, options)).rejects.toThrow(
      "so both are one folder on macOS and Windows; rename one, or use two suites",
    );
  });

  test("an entry that is there twice gives one run, and one of other groups another", async () => {
    const entries = [
      entry("demo:model=a/b"),
      entry("demo:model=a/b", { priority: 2 }),
      entry("demo:model=a/b", { groups: ["x"] }),
    ];
    const plans = await expandEntries(entries, options);
    expect(plans.map(({ runSpec }) => runSpec.name)).toEqual(["demo:model=a_b", "demo:model=a_b,groups=x"]);
  });

  test("two models with one run name are refused, because one would replace the other's results", async () => {
    const entries = [entry("demo:model=org/a_b"), entry("demo:model=org_a/b")];
    const models = { ...options.models, deploymentOf: (model: string) => model };
    await expect(expandEntries(entries, { ...options, models })).rejects.toThrow(
      'e (demo:model=org_a/b): org_a/b has the same run name "demo:model=org_a_b" as org/a_b of e (demo:model=org/a_b), so its results would replace the others; use two suites',
    );
  });

  test.each([
    ["demo:model=a/b", "demo:model=a_b"],
    ["demo:model=a/b,model_deployment=host/b", "demo:model=a_b,model_deployment=host_b"],
    ["demo:num_output_tokens=4000,model=a/b", "demo:num_output_tokens=4000,model=a_b"],
    ["demo:condition=x,max_eval_instances=100,model=a/b", "demo:condition=x,max_eval_instances=100,model=a_b"],
    ["demo:model=a/b,stop=hash,eval_split=test", "demo:model=a_b,stop=hash,eval_split=test"],
    ["demo:stop=none,model=a/b", "demo,stop=none:model=a_b"],
    ["demo:temperature=0.5,model=a/b,increase_max_tokens=7,add_to_stop=newline", "demo:model=a_b"],
    ["demo:model=far/a/b", "demo:model=a_b"],
    ["demo:path=/x/y,model=a/b", "demo:model=a_b"],
    ["demo,subset=x:condition=/p/q,model=a/b", "demo,subset=x:condition=_p_q,model=a_b"],
  ])("%s is the run %s", async (description, name) => {
    expect(await names(description)).toEqual([name]);
  });

  test("an entry's groups are sorted in the run name and follow the benchmark's groups in the run spec", async () => {
    const [plan] = await expandEntries([entry("demo:model=a/b", { groups: ["z", "a"] })], options);
    expect(plan?.runSpec.name).toBe("demo:model=a_b,groups=a-z");
    expect(plan?.runSpec.groups).toEqual(["demo", "clinical", "z", "a"]);
  });

  test("a keyword with several values gives one run per value, and each plan's entry gives that run only", async () => {
    const plans = await expand("demo:max_train_instances=melt,model=a/b");
    expect(plans.map(({ runSpec }) => runSpec.name)).toEqual([
      "demo:max_train_instances=0,model=a_b",
      "demo:max_train_instances=1,model=a_b",
      "demo:max_train_instances=5,model=a_b",
    ]);
    expect(plans[1]?.entry.description).toBe("demo:max_train_instances=1,model=a/b");
  });
});

test("the benchmark receives the arguments that are not expanders", async () => {
  settled.length = 0;
  await expand("demo:config_path=x.yaml,model=a/b,condition=7");
  expect(settled).toEqual([["demo", { config_path: "x.yaml", condition: 7 }]]);
});

describe("expanders set adapter fields", () => {
  test.each([
    ["max_eval_instances=default", { max_eval_instances: 1000 }],
    ["num_output_tokens=9", { max_tokens: 9 }],
    ["increase_max_tokens=42", { max_tokens: 47 }],
    ["temperature=0.5,increase_temperature=0.25", { temperature: 0.75 }],
    ["stop=semicolon", { stop_sequences: [";"], instance_prefix: ";\n\n" }],
    ["add_to_stop=END", { stop_sequences: ["\n", "END"] }],
    ["prompt=qa", { input_prefix: "Q: ", output_prefix: "A: " }],
    ["newline=br", { substitutions: [["\n", "<br>\n"]] }],
    ["eval_split=valid", { eval_splits: ["valid"] }],
    ["repeats=5", { num_trials: 5 }],
    ["num_trials=3,num_outputs=2", { num_trials: 3, num_outputs: 2 }],
    ["global_prefix=nlg", { global_prefix: "[NLG]" }],
    ["format_prompt=Ask: ", { input_prefix: "Ask: ", output_prefix: "" }],
  ])("%s", async (args, change) => {
    expect(await adapter(`demo:model=a/b,${args}`)).toMatchObject(change);
  });

  test("process_output wraps the metrics", async () => {
    const [plan] = await expand("demo:model=a/b,process_output=remove_deepseek_r1_thinking");
    expect(plan?.runSpec.metric_specs).toMatchObject([
      { args: { processor: "remove_deepseek_r1_thinking", metric_specs: [{ class_name: "Metric" }] } },
    ]);
  });
});

describe("models and deployments", () => {
  test("the model determines the deployment, and the deployment the model", async () => {
    const full = { model: "a/b", model_deployment: "host/b" };
    expect(await adapter("demo:model=a/b")).toMatchObject(full);
    expect(await adapter("demo:model_deployment=host/b")).toMatchObject(full);
    expect(await adapter("demo:model=far/a/b")).toMatchObject({ model: "a/b", model_deployment: "far/a/b" });
    expect(await adapter("demo:model=q/r,model_deployment=new/r")).toMatchObject({
      model: "q/r",
      model_deployment: "new/r",
    });
  });

  test.each([
    ["demo", "names no model"],
    ["demo:model=texts", "write creator/name, as in model=openai/gpt-4o, or a group such as model=text"],
    ["demo:model=http://127.0.0.1:9/v1", "give it to medhelm run with --model http://127.0.0.1:9/v1"],
    [
      "demo:model=vlm",
      "model=vlm matches no model: no model in model_metadata.yaml has the tag VISION_LANGUAGE_MODEL_TAG",
    ],
    ["demo:model=opinions_qa_ai21", "models that are no longer served"],
    ["demo:model=x/y", "which no deployment serves"],
    ["demo:model=x/y,model_deployment=host/b", "which serves a/b"],
    ["demo:model_deployment=new/r", "unknown model_deployment=new/r"],
  ])("%s is refused", async (description, message) => {
    await expect(expand(description)).rejects.toThrow(message);
  });

  test("a model's tags change the run as in HELM", async () => {
    expect(await adapter("demo:model=claude/3,model_deployment=h/3")).toMatchObject({ stop_sequences: [] });
    expect(await adapter("demo:model=hot/m,model_deployment=h/m")).toMatchObject({ temperature: 1e-4 });
    expect(await names("demo:model=old/m,model_deployment=h/m")).toEqual([
      "demo:model=old_m,model_deployment=h_m,stop=hash",
    ]);
  });
});

describe("groups of models", () => {
  test.each([
    ["text", ["t_one", "t_two"]],
    ["text_code", ["t_one", "t_two", "c_one"]],
    ["all", ["t_one", "t_two", "c_one"]],
    ["instruction_following", ["t_one"]],
    ["ablation", ["t_two"]],
    ["ablation_text", ["t_two"]],
  ])("model=%s gives a run for each model with the tag, except for deprecated ones", async (group, models) => {
    expect(await names(`demo:model=${group}`)).toEqual(models.map((model) => `demo:model=${model}`));
  });

  test("--models-to-run replaces a group", async () => {
    expect(await names("demo:model=text", { modelsToRun: ["t/two"] })).toEqual(["demo:model=t_two"]);
  });
});

const spec = async (args: string) => adapter(`demo:model=t/one,${args}`);

describe("our own sentences for HELM's arguments", () => {
  test("instructions=expert adds a sentence before the instructions and an argument to the run name", async () => {
    expect((await spec("instructions=expert"))?.instructions).toBe(
      "You are an expert in what follows and here to help with it. ",
    );
    expect(await names("demo:model=t/one,instructions=expert")).toEqual(["demo:model=t_one,instructions=expert"]);
  });

  test("follow_format_instructions frames the prompt; `instruct` does so only for models with the tag, in any argument order", async () => {
    const framed = { global_suffix: expect.stringMatching(/^\n\nWrite the output of the last one .*\n$/) };
    expect(await spec("follow_format_instructions=all")).toMatchObject(framed);
    expect(await adapter("demo:follow_format_instructions=instruct,model=t/one")).toMatchObject(framed);
    expect(await adapter("demo:follow_format_instructions=instruct,model=t/two")).toMatchObject({ global_suffix: "" });
  });

  test("output_format_instructions describes the form before the instructions, or at the end", async () => {
    expect(await spec("output_format_instructions=natural_qa")).toMatchObject({
      instructions: "Reply briefly, or with yes or no.\n",
    });
    expect(await spec("prompt=qa,output_format_instructions=natural_qa_no_prefix_suffix")).toMatchObject({
      instructions: "",
      global_suffix: "\n\nReply briefly, or with yes or no. Leave 'A:' out of the reply.",
    });
  });
});

test("data_augmentation adds its perturbations to run name and run spec", async () => {
  const [plan] = await expand("demo:model=a/b,data_augmentation=typo_easy");
  expect(plan?.runSpec.name).toBe("demo:model=a_b,data_augmentation=typo0.1");
  expect(plan?.runSpec.data_augmenter_spec).toEqual({
    perturbation_specs: [
      { class_name: "helm.benchmark.augmentations.typos_perturbation.TyposPerturbation", args: { prob: 0.1 } },
    ],
    should_augment_train_instances: false,
    should_include_original_train: true,
    should_skip_unchanged_train: true,
    should_augment_eval_instances: true,
    should_include_original_eval: true,
    should_skip_unchanged_eval: true,
    seeds_per_instance: 1,
  });
});

describe("options of the invocation", () => {
  test("an entry's own max_eval_instances wins", async () => {
    const given = { maxEvalInstances: 7 };
    expect(await adapter("demo:model=a/b", given)).toMatchObject({ max_eval_instances: 7 });
    expect(await adapter("demo:model=a/b,max_eval_instances=3", given)).toMatchObject({ max_eval_instances: 3 });
    expect(await adapter("demo:model=a/b")).not.toHaveProperty("max_eval_instances");
  });

  test("without examples there is one train trial", async () => {
    const given = { numTrainTrials: 3 };
    expect(await adapter("demo:model=a/b", given)).toMatchObject({ num_train_trials: 1 });
    expect(await adapter("demo:model=a/b,max_train_instances=2", given)).toMatchObject({ num_train_trials: 3 });
  });

  test("entries with a higher priority number are skipped, and those without one are kept", async () => {
    const entries = [
      entry("demo:model=a/b", { priority: 3 }),
      entry("other:model=a/b"),
      entry("third:model=a/b", { priority: 2 }),
    ];
    const plans = await expandEntries(entries, { ...options, priority: 2 });
    expect(plans.map(({ runSpec }) => runSpec.name)).toEqual(["other:model=a_b", "third:model=a_b"]);
  });

  test("--models-to-run adds models to an entry without a model and filters an entry with one", async () => {
    const given = { modelsToRun: ["a/b", "host/c"] };
    expect(await names("demo:model=text,eval_split=test", { modelsToRun: ["a/b"] })).toEqual([
      "demo:model=a_b,eval_split=test",
    ]);
    expect(await names("demo:model=x/y,model_deployment=host/c", given)).toEqual([
      "demo:model=x_y,model_deployment=host_c",
    ]);
    expect(await names("demo:model=x/y,model_deployment=host/d", given)).toEqual([]);
  });

  test("--groups-to-run keeps benchmarks with one of the groups and ignores the entry's groups", async () => {
    expect(await names("demo:model=a/b", { groupsToRun: ["clinical"] })).toHaveLength(1);
    const own = await expandEntries([entry("demo:model=a/b", { groups: ["x"] })], { ...options, groupsToRun: ["x"] });
    expect(own).toEqual([]);
  });

  test("--judges replaces the benchmark's judges", async () => {
    const [plan] = await expand("demo:model=a/b", { judges: ["host/b"] });
    expect(plan?.runSpec.metric_specs[0]?.args).toEqual({
      annotator_models: { "host/b": { model_name: "a/b", model_deployment: "host/b" } },
    });
  });
});

test.each([
  ["nope:model=a/b", "e (nope:model=a/b): there is no benchmark nope"],
  ["demo:model=a/b,num_outputs=many", "num_outputs=many is not a whole number of at least 1"],
  ["demo:model=a/b,stop=dot", "stop=dot is not known; the values are none, hash, semicolon, br"],
  ["demo:model=a/b,data_augmentation=fairness", "data_augmentation=fairness needs a dictionary of dialects and lists"],
  ["demo:model=a/b,tokenizer=x", "tokenizer=x applies to HELM's synthetic efficiency scenario only"],
  ["demo:model=a/b,chatml=1", "chatml=1 has no value in HELM"],
  ["demo:model=a/b,prompt=human_assistant", "take the prompt from a HELM run with --spec-from"],
  ["demo:model=a/b,output_format_instructions=wmt_14", "is for a task that no benchmark of this program has"],
  ["demo:model=a/b,output_format_instructions=poem", "is not known for generation; for free text the values are"],
  ["demo:model=a/b,process_output=remove_thinking", "is not an output processor"],
  ["demo:model=a/b,oops", 'has "oops", but <key>=<value> is expected'],
])("%s is refused with the entry in the message", async (description, message) => {
  await expect(expand(description)).rejects.toThrow(message);
  await expect(expand(description)).rejects.toThrow(UserError);
});
