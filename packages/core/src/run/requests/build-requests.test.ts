import { describe, expect, test } from "vitest";
import { CORRECT_TAG, type Instance } from "../../helm/instance.ts";
import type { AdapterSpec } from "../../helm/run-spec.ts";
import { chat, generation, multipleChoiceJoint } from "../spec/prompt-specs.ts";
import { buildRequestStates } from "./build-requests.ts";
import { codePointWindow, noTokenizerWindow, type Window } from "./window.ts";

const instance = (text: string, options: readonly string[], right: readonly number[], split = "test"): Instance => ({
  input: { text },
  references: options.map((option, i) => ({ output: { text: option }, tags: right.includes(i) ? [CORRECT_TAG] : [] })),
  split,
  id: text,
});
const question = instance("Which?", ["red", "blue"], [1]);
const example = instance("Where?", ["here", "there"], [0], "train");
const states = (spec: AdapterSpec, train: readonly Instance[] = [], window: Window = noTokenizerWindow) => [
  ...buildRequestStates(spec, { train, evaluation: [question] }, window),
];
const prompts = (...args: Parameters<typeof states>) => states(...args).map(({ request }) => request.prompt);

describe("multiple choice", () => {
  const spec = multipleChoiceJoint({ instructions: "Pick one.", inputNoun: "Question", outputNoun: "Answer" });

  test("the prompt has the instructions, examples with their letter, and the question up to the output prefix", () => {
    expect(prompts(spec, [example])).toEqual([
      "Pick one.\n\nQuestion: Where?\nA. here\nB. there\nAnswer: A\n\nQuestion: Which?\nA. red\nB. blue\nAnswer:",
    ]);
  });

  test("the request has one completion, num_outputs as top_k_per_token and no stop sequences; letters map to options", () => {
    const [state] = states(spec);
    expect(state?.output_mapping).toEqual({ A: "red", B: "blue" });
    expect(state?.request).toMatchObject({ num_completions: 1, top_k_per_token: 5, max_tokens: 1, stop_sequences: [] });
  });

  test("options may have custom marks", () => {
    const [state] = states({ ...spec, reference_prefix: "(A) ", reference_prefix_characters: ["x", "y"] });
    expect(state?.request.prompt).toContain("(x) red\n(y) blue\n");
    expect(state?.output_mapping).toEqual({ x: "red", y: "blue" });
  });

  test("a prefix without a letter is refused", () => {
    expect(() => states({ ...spec, reference_prefix: "- " })).toThrow('"- " has no letter or digit');
  });
});

describe("generation", () => {
  test("without nouns and instructions the prompt is the text and a line break", () => {
    expect(prompts(generation({ maxTrainInstances: 0 }))).toEqual(["Which?\n"]);
  });

  test("the prompt has nouns and an example's first correct reference, or all of them with multiLabel", () => {
    const wording = { inputNoun: "Q", outputNoun: "A", newlineAfterOutputNoun: true };
    const both = instance("Both?", ["x", "y"], [0, 1], "train");
    expect(prompts(generation(wording), [both])).toEqual(["Q: Both?\nA:\nx\n\nQ: Which?\nA:"]);
    expect(prompts(generation({ ...wording, multiLabel: true }), [both])[0]).toContain("A:\nx, y\n");
    expect(prompts(generation(wording), [instance("None?", ["x"], [], "train")])[0]).toContain("A:\nn/a\n");
  });

  test("prefix, suffix and substitutions apply to the whole prompt", () => {
    const spec: AdapterSpec = {
      ...generation({ inputNoun: "Q" }),
      global_prefix: "<",
      global_suffix: ">",
      substitutions: [["\n", "$\n"]],
    };
    expect(prompts(spec)).toEqual(["<Q: Which?$\n>"]);
  });

  test("the request has the adapter's decoding parameters", () => {
    const spec = generation({ numOutputs: 2, maxTokens: 9, stopSequences: ["END"], temperature: 0.5 });
    expect(states(spec)[0]?.request).toMatchObject({
      num_completions: 2,
      top_k_per_token: 1,
      max_tokens: 9,
      stop_sequences: ["END"],
      temperature: 0.5,
    });
  });
});

test("trials are the outer loop; request.random numbers the repetitions", () => {
  const spec = { ...generation({ maxTrainInstances: 0 }), num_train_trials: 2, num_trials: 3 };
  const order = states(spec).map(({ train_trial_index, request }) => [train_trial_index, request.random]);
  expect(order).toEqual([
    [0, undefined],
    [0, "1"],
    [0, "2"],
    [1, undefined],
    [1, "1"],
    [1, "2"],
  ]);
});

describe("a prompt that does not fit", () => {
  const spec = generation({ inputNoun: "Q", maxTokens: 2, maxTrainInstances: 2, sampleTrain: false });
  const train = [instance("One?", ["1"], [0], "train"), instance("Two?", ["2"], [0], "train")];
  const fit = (length: number) => {
    const [state] = states(spec, train, codePointWindow(length));
    return [state?.request.prompt, state?.num_train_instances, state?.prompt_truncated];
  };

  test("loses its last examples first, then its end", () => {
    expect(fit(34)).toEqual(["Q: One?\n1\n\nQ: Two?\n2\n\nQ: Which?\n", 2, false]);
    expect(fit(33)).toEqual(["Q: One?\n1\n\nQ: Which?\n", 1, false]);
    expect(fit(12)).toEqual(["Q: Which?\n", 0, false]);
    expect(fit(9)).toEqual(["Q: Whic", 0, true]);
  });

  test("loses more characters if a cut between tokens does not fit", () => {
    const window: Window = { countTokens: (text) => text.length, truncate: (text) => text, maxRequestLength: 6 };
    expect(prompts(spec, [], window)).toEqual(["Q: W"]);
  });

  test("a limit below max_tokens is refused", () => {
    expect(() => fit(2)).toThrow("max_tokens 2 leaves no room for a prompt");
  });
});

test("an unsupported adapter method is refused with its name", () => {
  expect(() => states({ ...generation(), method: "ranking_binary" })).toThrow('"ranking_binary" is not supported');
});

test("a conversation is sent unchanged, without a prompt", () => {
  const messages = [{ role: "user", content: "Is this a cold?" }];
  const evaluation = [{ input: { text: "", messages }, references: [], split: "test", id: "0" }];
  const [state] = [...buildRequestStates(chat({ maxTokens: 9 }), { train: [], evaluation }, codePointWindow(1))];
  expect(state?.request).toMatchObject({ prompt: "", messages, max_tokens: 9, temperature: 0, num_completions: 1 });
  expect(state).toMatchObject({ num_train_instances: 0, prompt_truncated: false });
  expect(() => states(chat({ maxTokens: 9 }))).toThrow('the adapter method "chat" needs a conversation');
});
