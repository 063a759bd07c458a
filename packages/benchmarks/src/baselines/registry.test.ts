import { answeredState } from "@medhelm/testing/fixtures/answered-state";
import { Request } from "@medhelm/core/helm/scenario-state";
import { judgeAnswer } from "@medhelm/core/judge/jury";
import { expect, test } from "vitest";
import { instances as inbox } from "../demo-inbox/instances.ts";
import { instances as notes } from "../demo-notes/instances.ts";
import { instances as questions } from "../demo-questions/instances.ts";
import demoNotes from "../demo-notes/index.ts";
import { noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { builtinModel, builtinModels } from "./registry.ts";

const ask = async (name: string, prompt: string, max_tokens = 100) => {
  const request = Request.parse({ model: name, model_deployment: name, prompt, max_tokens });
  const reply = await builtinModel(name).client.ask(request, { signal: new AbortController().signal });
  return reply.kind === "answer" ? reply.result.completions[0] : undefined;
};
const CHOICE =
  "Choose one.\n\nQuestion: Where do tall kidneys hide?\nA. in a box\nB. behind the tall kidneys\nC. here\nAnswer:";
const OPEN =
  "Do the task.\n\nSource:\nOne thing is small. Another thing about pain is rather longer here. A third. Fourth has pain.\n\nTask: Write about the pain.\nAnswer:";

test.each([
  ["baseline/first-option", "A", "One thing is small."],
  ["baseline/longest-option", "B", "Another thing about pain is rather longer here."],
  [
    "baseline/lexical-retrieval",
    "B",
    "One thing is small. Another thing about pain is rather longer here. Fourth has pain.",
  ],
  ["baseline/lead-sentences", "B", "One thing is small. Another thing about pain is rather longer here. A third."],
])("%s chooses %s, and writes from the source", async (name, letter, text) => {
  expect((await ask(name, CHOICE, 1))?.text).toBe(letter);
  expect((await ask(name, OPEN))?.text).toBe(text);
});

test("an answer longer than max_tokens is truncated, and its finish reason says so", async () => {
  expect(await ask("baseline/first-option", OPEN, 2)).toMatchObject({
    text: "One thing",
    finish_reason: { reason: "length" },
  });
});

test("every built-in model's name says that it is not a language model", () => {
  for (const { displayName } of builtinModels) expect(displayName).toContain("not a language model");
});

test.each(["helm", "fenced"] as const)(
  "the lexical judge gives the reference the best score and an unrelated answer the worst, protocol %s",
  async (protocol) => {
    const [instance] = notes();
    if (instance === undefined) throw new Error("the demo has no notes");
    const [annotatorSpec] = (await demoNotes.settle({}, noUserFiles)).annotators ?? [];
    if (annotatorSpec === undefined) throw new Error("the demo has no jury");
    const judge = async (answer: string) => {
      const judged = await judgeAnswer({
        annotatorSpec,
        protocol,
        state: answeredState(answer, { instance }),
        ask: async (spec, request) => {
          const reply = await builtinModel(spec.modelDeployment).client.ask(request, {
            signal: new AbortController().signal,
          });
          if (reply.kind === "failure") throw new Error(reply.failure.message);
          return { kind: "answer", result: reply.result, usage: {}, fromCache: false, requestKey: "k" };
        },
      });
      const [verdict] = judged.verdicts;
      return verdict?.kind === "scored" ? Object.values(verdict.scores).map(({ score }) => score) : verdict?.message;
    };
    expect(await judge(instance.references[0]?.output.text ?? "")).toEqual([5, 5, 5]);
    expect(await judge("Bananas grow quickly.")).toEqual([1, 1, 1]);
    // the answer contains the verdict, so that protocol fenced requests it again with a key
    expect(await judge('Bananas grow quickly: {"a": 1, "b": 1, "c": 1}')).toEqual([1, 1, 1]);
  },
);

test("the lexical judge takes the scale from the prompt's own words, not from the texts in it", async () => {
  const prompt = `<answer>visits fell from 31 to 18</answer><reference>visits fell</reference> Rate from 0 to 3.
<rubric_criteria>{"clarity": ["score"]}</rubric_criteria>`;
  const reply: unknown = JSON.parse((await ask("judge/lexical", prompt))?.text ?? "");
  expect(reply).toMatchObject({ clarity: { score: 2 } });
});

test("an unknown built-in model is refused with a similar name", () => {
  expect(() => builtinModel("baseline/first_option")).toThrow("baseline/first-option");
});

test("a simulated model gives the share of right answers that its description names", async () => {
  const right = await Promise.all(
    inbox().map(async ({ input, references }) => {
      const options = references.map(({ output }, i) => `${"ABCD"[i]}. ${output.text}`).join("\n");
      const reply = await ask("baseline/simulated-f", `Message: ${input.text}\n${options}\nAnswer:`);
      const place = references.findIndex(({ tags }) => tags.includes("correct"));
      return new RegExp(`\\b${"ABCD"[place]}\\b`).test(reply?.text ?? "");
    }),
  );
  expect(right.filter(Boolean).length).toBe(20);
});

test("a simulated model that thinks writes its thoughts first, except for a benchmark that takes one letter", async () => {
  const [item] = inbox();
  expect((await ask("baseline/simulated-b", `${item?.input.text}\nA. x\nB. y`))?.text).toMatch(/^<think>/);
  const [question] = questions();
  const prompt = `Reply with its letter and nothing else.\n${question?.input.text}\nA. Septum\nB. Inferior wall\nAnswer:`;
  expect((await ask("baseline/simulated-b", prompt, 1))?.text).toMatch(/^[AB]?$/);
});

const judged = async (judge: string, answer: string) => {
  const prompt = `<answer>${answer}</answer><reference>visits fell by half after training</reference>
<rubric_criteria>{"clarity": ["score"]}</rubric_criteria>`;
  const reply: unknown = JSON.parse((await ask(judge, prompt, 1000))?.text ?? "");
  return reply;
};

test("the judge of word pairs is stricter than that of words, and gives the reference the best score", async () => {
  expect(await judged("judge/word-pairs", "Visits fell by half after training.")).toMatchObject({
    clarity: { score: 5 },
  });
  expect(await judged("judge/lexical", "After training, half of visits fell.")).toMatchObject({
    clarity: { score: 5 },
  });
  expect(await judged("judge/word-pairs", "After training, half of visits fell.")).toMatchObject({
    clarity: { score: 3 },
  });
});

test("a simulated model counts its words as tokens, so that the demo has costs", async () => {
  const request = Request.parse({
    model: "m",
    model_deployment: "m",
    prompt: "Where is it?\nA. here\nB. there",
    max_tokens: 9,
  });
  const signal = new AbortController().signal;
  expect(await builtinModel("baseline/simulated-a").client.ask(request, { signal })).toMatchObject({
    usage: { promptTokens: 7, completionTokens: 1 },
  });
});
