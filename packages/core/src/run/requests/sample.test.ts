import { describe, expect, test } from "vitest";
import { CORRECT_TAG, type Instance } from "../../helm/instance.ts";
import { generation } from "../spec/prompt-specs.ts";
import { sampleExamples, selectInstances } from "./sample.ts";

const instance = (text: string, split: string | undefined, more: Partial<Instance> = {}): Instance => ({
  input: { text },
  references: [],
  ...(split === undefined ? {} : { split }),
  ...more,
});
const labelled = (text: string, label: string) =>
  instance(text, "train", { references: [{ output: { text: label }, tags: [CORRECT_TAG] }] });
const ids = (instances: Iterable<Instance>) => [...instances].map(({ id }) => id);
const texts = (instances: Iterable<Instance>) => [...instances].map(({ input }) => input.text);

describe("the evaluated instances", () => {
  const loaded = [instance("a", "train"), instance("b", "test"), instance("c", "valid"), instance("d", "test")];

  test("ids count train and evaluation instances together, and one missing id replaces all ids", () => {
    const { train, evaluation } = selectInstances(loaded, generation());
    expect([ids(train), ids(evaluation)]).toEqual([["id0"], ["id1", "id2", "id3"]]);
    const mixed = selectInstances([instance("a", "test", { id: "x" }), instance("b", "test")], generation());
    expect(ids(mixed.evaluation)).toEqual(["id0", "id1"]);
    const own = selectInstances([instance("a", "test", { id: "x" })], generation());
    expect(ids(own.evaluation)).toEqual(["x"]);
  });

  test("a maximum samples with numpy's seed 0, and keeps the order if it is not exceeded", () => {
    const five = ["a", "b", "c", "d", "e"].map((text) => instance(text, "test"));
    const draw = (max: number) => texts(selectInstances(five, { ...generation(), max_eval_instances: max }).evaluation);
    expect(draw(3)).toEqual(["c", "a", "b"]);
    expect(draw(5)).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("eval_splits applies with and without a maximum", () => {
    const spec = { ...generation(), eval_splits: ["test"] };
    expect(texts(selectInstances(loaded, spec).evaluation)).toEqual(["b", "d"]);
    expect(texts(selectInstances(loaded, { ...spec, max_eval_instances: 9 }).evaluation)).toEqual(["b", "d"]);
  });

  test("an instance without a split, or with an unknown one, is neither train nor evaluation", () => {
    const { train, evaluation } = selectInstances([instance("a", undefined), instance("b", "dev")], generation());
    expect([[...train], [...evaluation]]).toEqual([[], []]);
  });
});

describe("the examples of a prompt", () => {
  const train = [labelled("n1", "no"), labelled("y1", "yes"), labelled("y2", "yes"), labelled("y3", "yes")];

  test("the labels alternate, and the most frequent one is first", () => {
    const [first, second] = sampleExamples(train, 2, 0, true);
    expect([first?.input.text[0], second?.input.text]).toEqual(["y", "n1"]);
  });

  test("without sampling, each trial takes the next examples in order", () => {
    expect(texts(sampleExamples(train, 2, 0, false))).toEqual(["n1", "y1"]);
    expect(texts(sampleExamples(train, 2, 1, false))).toEqual(["y2", "y3"]);
  });

  test("unlabelled instances follow when all labelled ones are used", () => {
    const mixed = [labelled("y1", "yes"), instance("u1", "train"), instance("u2", "train")];
    const chosen = texts(sampleExamples(mixed, 3, 0, true));
    expect([chosen[0], chosen.length, new Set(chosen).size]).toEqual(["y1", 3, 3]);
  });

  test("the given list is not changed", () => {
    sampleExamples(train, 4, 0, true);
    expect(texts(train)).toEqual(["n1", "y1", "y2", "y3"]);
  });
});
