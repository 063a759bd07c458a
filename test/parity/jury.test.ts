import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { judgeAnswer } from "@medhelm/core/judge/jury";
import type { Outcome } from "@medhelm/core/run/asking/ask";
import { expect, test } from "vitest";
import { oracle, shared } from "../shared.ts";

const runs = ["oracle-a", "oracle-c"].flatMap((suite) =>
  ["stub-1", "stub-2", "stub-3"].map((stub) => [suite, stub] as const),
);

/** HELM keeps no raw reply. A stub judge repeats the verdict that HELM read, or sends unreadable text if HELM dropped it. */
const said = (verdict: unknown): Outcome => ({
  kind: "answer",
  result: {
    success: true,
    embedding: [],
    completions: [{ text: verdict === undefined ? "I cannot." : JSON.stringify(verdict), logprob: 0, tokens: [] }],
    cached: false,
  },
  usage: {},
  fromCache: false,
  requestKey: "k",
});

test.skipIf(shared === undefined).each(runs)(
  "%s: the jury's annotations on %s are HELM's, prompt and all",
  async (suite, stub) => {
    const folder = `benchmark_output/runs/${suite}/JURY-BENCH:model=stub_${stub},model_deployment=stub_${stub}`;
    const file = join(oracle("oracle"), folder, "scenario_state.json");
    const { request_states: states, annotator_specs: specs = [] } = ScenarioState.parse(
      JSON.parse(readFileSync(file, "utf8")),
    );
    const [annotatorSpec] = specs;
    if (annotatorSpec === undefined) throw new Error("the oracle's run has no annotator");
    for (const { annotations, ...state } of states) {
      const theirs = annotations?.["JURY-BENCH"];
      const verdicts = new Map(Object.entries(theirs ?? {}));
      const judged = await judgeAnswer({
        annotatorSpec,
        state,
        protocol: "helm",
        ask: async (judge) => said(verdicts.get(judge.name)),
      });
      expect(judged.name).toBe("JURY-BENCH");
      expect(JSON.stringify(judged.annotation)).toBe(JSON.stringify(theirs));
    }
  },
);
