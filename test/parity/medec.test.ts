import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import medec from "@medhelm/benchmarks/medec/index";
import { helmVerdict, verdict } from "@medhelm/benchmarks/medec/verdict";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared } from "../shared.ts";
import { specOf, withOwnWords } from "./with-own-words.ts";

const RUN = "benchmark_output/runs/oracle-c/medec:model=stub_stub-1,model_deployment=stub_stub-1";
const FILE = "medec/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv";
const file = (name: string): unknown => JSON.parse(readFileSync(join(oracle("oracle"), RUN, name), "utf8"));

const load = async () => {
  const run = await medec.settle({}, noUserFiles);
  return { run, ...(await run.load(dataOf({ [FILE]: readFileSync(join(shared ?? "", "datasets", FILE)) }))) };
};

test.skipIf(shared === undefined)("medec gives HELM's instances, one for one", async () => {
  const { instances } = await load();
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const theirs = ScenarioState.parse(file("scenario_state.json")).request_states.map((state) => state.instance);
  expect(instances).toHaveLength(597);
  expect(theirs).toHaveLength(200);
  for (const instance of theirs) expect(byId.get(instance.id)).toEqual(instance);
});

test.skipIf(shared === undefined)(
  "medec has HELM's run spec except for the instructions, the model and -m",
  async () => {
    const { run, sources } = await load();
    const theirs = RunSpec.parse(file("run_spec.json"));
    expect(specOf(run)).toEqual(withOwnWords(theirs, run));
    expect(sources[0]?.sha256).toBe("f35e2c3c1e4d98ca900394c4fcff14c2a84752e48ddc83698401da6a360c707e");
  },
);

const Line = z.object({
  id: z.string(),
  variant: z.string(),
  reply: z.string(),
  flag: z.int(),
  sentence: z.int(),
  helm_flag: z.int(),
  helm_sentence: z.int(),
});
const lines = async () => {
  const { instances } = await load();
  return readFileSync(join(shared ?? "", "authors/medec_replies.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const parsed = Line.parse(JSON.parse(line));
      const number = Number(parsed.id.split("-").at(-1));
      return { ...parsed, reference: instances[number]?.references[0]?.output.text ?? "" };
    });
};

test.skipIf(shared === undefined)("HELM's verdict on 3,980 replies is HELM's", async () => {
  const differing = (await lines()).filter((line) => {
    const { flag, sentence } = helmVerdict(line.reply, line.reference);
    return flag !== line.helm_flag || sentence !== line.helm_sentence;
  });
  expect(differing).toEqual([]);
});

// docs/scoring.md, "MEDEC", explains each
test.skipIf(shared === undefined)(
  "the corrected verdict differs from the authors' only on malformed replies",
  async () => {
    const differing: Record<string, number> = {};
    for (const line of await lines()) {
      const { flag, sentence } = verdict(line.reply, line.reference);
      if (flag !== line.flag || sentence !== line.sentence)
        differing[line.variant] = (differing[line.variant] ?? 0) + 1;
    }
    expect(differing).toEqual({ correct_stop: 187, lower_correct: 187, id_only: 211, id_colon: 211, prose: 211 });
  },
);

const Submissions = z.object({
  submissions: z.array(
    z.object({
      name: z.string(),
      lines: z.array(z.string()),
      expected: z.looseObject({ flag_accuracy: z.number(), sentence_accuracy: z.number() }),
    }),
  ),
});

// each line "id flag sentence correction" of a submission becomes the same reply; a missing line becomes an empty reply
test.skipIf(shared === undefined)(
  "eleven whole submissions have the authors' flag and sentence accuracy; the form alone decides the other three",
  async () => {
    const { instances } = await load();
    const text = readFileSync(join(shared ?? "", "authors/medec_submissions.json"), "utf8");
    const differing = Submissions.parse(JSON.parse(text)).submissions.filter(({ lines: given, expected }) => {
      const replies = new Map<number, string>();
      for (const line of given) {
        const [, number, flag, rest] = /^ms-test-(\d+)\s+(\d)\s+(.*)$/.exec(line) ?? [];
        replies.set(Number(number), flag === "0" ? "CORRECT" : (rest ?? ""));
      }
      const verdicts = instances.map(({ references }, i) =>
        verdict(replies.get(i) ?? "", references[0]?.output.text ?? ""),
      );
      const share = (of: "flag" | "sentence") => verdicts.reduce((sum, one) => sum + one[of], 0) / verdicts.length;
      return (
        Math.abs(share("flag") - expected.flag_accuracy) > 1e-9 ||
        Math.abs(share("sentence") - expected.sentence_accuracy) > 1e-9
      );
    });
    // we write no reply "an error, in no sentence", accept two spaces between fields, and read no ID in the reversed words "9 years. 5 in"
    expect(differing.map(({ name }) => name)).toEqual([
      "flag1_id_ok_correction_NA",
      "double_space_between_fields",
      "reversed_words",
    ]);
  },
);
