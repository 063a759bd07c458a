import { Request } from "@medhelm/core/helm/scenario-state";
import { expect, it } from "vitest";
import { simpleClient } from "./simple.ts";

const { signal } = new AbortController();
const ask = (prompt: string, num_completions: number) =>
  simpleClient().ask(
    Request.parse({ model_deployment: "simple/model1", model: "simple/model1", prompt, num_completions }),
    { signal },
  );

it("HELM: simple/model1 answers with the prompt's words from the end", async () => {
  expect(await ask("7 2 4\n6", 3)).toMatchObject({
    result: {
      completions: [
        { text: "6", logprob: 0 },
        { text: "4", logprob: -1 },
        { text: "2", logprob: -2 },
      ],
    },
  });
});

it("HELM: equal words are one completion", async () => {
  expect(await ask("a b b", 2)).toMatchObject({ result: { completions: [{ text: "b", logprob: -1 }] } });
});
