import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { AdapterSpec } from "@medhelm/core/helm/run-spec";
import { fromInteger } from "@medhelm/core/random/mt19937";
import { permutation } from "@medhelm/core/random/numpy";
import { pythonRandom } from "@medhelm/core/random/python";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import { removeDeepseekR1Thinking } from "@medhelm/core/run/asking/output-processors";
import { sampleExamples } from "@medhelm/core/run/requests/sample";
import { truncateSequence } from "@medhelm/core/run/asking/truncate-sequence";
import { noTokenizerWindow } from "@medhelm/core/run/requests/window";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";

const Label = z.tuple([z.string(), z.array(z.string()), z.array(z.number())]);
const Prompts = z.object({
  spec: z.looseObject({}),
  train: z.array(Label),
  eval: Label,
  prompt: z.string(),
  prompt_if_multi_label_differs_in_second_output: z.string().optional(),
});
const Vectors = z.object({
  parse_object_spec: z.array(
    z.object({
      description: z.string(),
      name: z.string().optional(),
      args: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      error: z.string().optional(),
    }),
  ),
  rng: z.object({
    numpy_seed0_first_u32: z.array(z.number()),
    python_random: z.array(
      z.object({
        seed: z.number(),
        getrandbits32: z.array(z.number()),
        shuffle_range8: z.array(z.number()),
        randrange: z.array(z.tuple([z.number(), z.number()])),
        sample_range20_k5: z.array(z.number()),
        sample_range200_k5: z.array(z.number()),
      }),
    ),
    python_random_str_seed_id0: z.object({ getrandbits32: z.array(z.number()) }),
  }),
  downsample_eval_instances: z.object({
    cases: z.array(z.object({ n: z.number(), k: z.number(), indices: z.array(z.number()) })),
  }),
  sample_examples: z.array(
    z.object({
      train: z.array(z.object({ id: z.string(), label: z.string().nullable() })),
      max_train_instances: z.number(),
      seed: z.number(),
      selected: z.array(z.string()),
    }),
  ),
  prompts_multiple_choice_joint: z.array(Prompts),
  prompts_generation: z.array(
    z.object({ spec: z.looseObject({}), prompt: z.string(), multi_label_second_output: z.string() }),
  ),
  truncate_sequence_from_helm_tests: z.array(
    z.object({
      tokens: z.array(z.string()),
      echo_prompt: z.boolean().default(false),
      stop: z.array(z.string()).default([]),
      max_tokens: z.number().default(100),
      expected: z.array(z.string()),
    }),
  ),
  remove_deepseek_r1_thinking: z.array(z.tuple([z.string(), z.string()])),
});

function instanceOf([text, outputs, right]: z.infer<typeof Label>, split: string): Instance {
  const references = outputs.map((output, index) => ({
    output: { text: output },
    tags: right.includes(index) ? [CORRECT_TAG] : [],
  }));
  return { input: { text }, references, split, id: text };
}

/** The prompt of the only evaluation instance, in the last of the train trials. */
function promptOf(spec: AdapterSpec, train: z.infer<typeof Label>[], evaluation: z.infer<typeof Label>): string[] {
  const instances = {
    train: train.map((label) => instanceOf(label, "train")),
    evaluation: [instanceOf(evaluation, "test")],
  };
  return [...buildRequestStates(spec, instances, noTokenizerWindow)].map(({ request }) => request.prompt);
}

const none: z.infer<typeof Vectors> = {
  parse_object_spec: [],
  rng: { numpy_seed0_first_u32: [], python_random: [], python_random_str_seed_id0: { getrandbits32: [] } },
  downsample_eval_instances: { cases: [] },
  sample_examples: [],
  prompts_multiple_choice_joint: [],
  prompts_generation: [],
  truncate_sequence_from_helm_tests: [],
  remove_deepseek_r1_thinking: [],
};
const helm =
  shared === undefined
    ? none
    : Vectors.parse(JSON.parse(readFileSync(join(shared, "vectors", "helm-vectors.json"), "utf8")));

describe.skipIf(shared === undefined)(`HELM's own results (skipped where ${whyNoShared})`, () => {
  const [bad, good] = [true, false].map((isBad) =>
    helm.parse_object_spec.filter(({ error }) => (error !== undefined) === isBad),
  );
  test.each(bad ?? [])("a description that parse_object_spec refuses is refused: $description", ({ description }) => {
    expect(() => parseObjectSpec(description)).toThrow("<key>=<value>");
  });

  test.each(good ?? [])("a description is read as parse_object_spec reads it: $description", (vector) => {
    const args = Object.entries(vector.args ?? {}).map(([k, v]) => [k, v === "<float NaN>" ? Number.NaN : v]);
    expect(parseObjectSpec(vector.description)).toEqual({ name: vector.name, args: Object.fromEntries(args) });
  });

  test("numpy's words for seed 0", () => {
    const next = fromInteger(0);
    expect(helm.rng.numpy_seed0_first_u32.map(() => next())).toEqual(helm.rng.numpy_seed0_first_u32);
  });

  test.each(helm.rng.python_random)("CPython's random for seed $seed", (vector) => {
    const words = pythonRandom(vector.seed);
    expect(vector.getrandbits32.map(() => words.getrandbits(32))).toEqual(vector.getrandbits32);
    expect(pythonRandom(vector.seed).shuffle([0, 1, 2, 3, 4, 5, 6, 7])).toEqual(vector.shuffle_range8);
    const ranges = pythonRandom(vector.seed);
    expect(vector.randrange.map(([n]) => [n, ranges.randrange(n)])).toEqual(vector.randrange);
    const numbers = Array.from({ length: 200 }, (_, i) => i);
    expect(pythonRandom(vector.seed).sample(numbers.slice(0, 20), 5)).toEqual(vector.sample_range20_k5);
    expect(pythonRandom(vector.seed).sample(numbers, 5)).toEqual(vector.sample_range200_k5);
  });

  test("CPython's random for a text seed", () => {
    const random = pythonRandom("id0");
    const { getrandbits32 } = helm.rng.python_random_str_seed_id0;
    expect(getrandbits32.map(() => random.getrandbits(32))).toEqual(getrandbits32);
  });

  test.each(helm.downsample_eval_instances.cases)("$k of $n evaluation instances are numpy's choice", (vector) => {
    expect(permutation(vector.n).slice(0, vector.k)).toEqual(vector.indices);
  });

  test.each(helm.sample_examples)("sample_examples, $max_train_instances examples in trial $seed", (vector) => {
    const train = vector.train.map(({ id, label }) =>
      instanceOf([id, label === null ? [] : [label], label === null ? [] : [0]], "train"),
    );
    const selected = sampleExamples(train, vector.max_train_instances, vector.seed, true);
    expect(selected.map(({ id }) => id)).toEqual(vector.selected);
  });

  test.each(helm.prompts_multiple_choice_joint)("multiple_choice_joint writes HELM's prompt ($spec)", (vector) => {
    const { defaults: _, ...given } = vector.spec;
    const spec = AdapterSpec.parse({ ...given, method: "multiple_choice_joint", num_train_trials: 1 });
    expect(promptOf(spec, vector.train, vector.eval)).toEqual([vector.prompt]);
    const second = vector.prompt_if_multi_label_differs_in_second_output ?? "";
    expect(promptOf({ ...spec, multi_label: true }, vector.train, vector.eval)[0]).toContain(second);
  });

  test.each(helm.prompts_generation)("generation writes HELM's prompt ($spec)", (vector) => {
    const spec = AdapterSpec.parse({ ...vector.spec, method: "generation" });
    const options = ["First", "Second", "Third"];
    const train: z.infer<typeof Label>[] = [
      ["Second reference is correct", options, [1]],
      ["First and second references are correct", options, [0, 1]],
    ];
    const evaluation: z.infer<typeof Label> = ["First reference is correct", options, [0]];
    expect(promptOf(spec, train, evaluation)).toEqual([vector.prompt]);
    const both = promptOf({ ...spec, multi_label: true }, train, evaluation)[0];
    expect(both).toContain(`Output: ${vector.multi_label_second_output}\n`);
  });

  test.each(helm.truncate_sequence_from_helm_tests)("truncate_sequence of $tokens", (vector) => {
    const tokens = vector.tokens.map((text) => ({ text, logprob: 0 }));
    const limits = { stop_sequences: vector.stop, max_tokens: vector.max_tokens, echo_prompt: vector.echo_prompt };
    const cut = truncateSequence({ text: vector.tokens.join(""), logprob: 0, tokens }, limits);
    expect(cut.tokens.map(({ text }) => text)).toEqual(vector.expected);
    expect(cut.text).toBe(vector.expected.join(""));
  });

  test.each(helm.remove_deepseek_r1_thinking)("thinking is taken out of %j", (completion, rest) => {
    expect(removeDeepseekR1Thinking(completion)).toBe(rest);
  });
});
