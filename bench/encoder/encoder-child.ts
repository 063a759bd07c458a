/** Scores pairs of each length with an encoder: `node encoder-child.ts FOLDER THREADS PAIRS SEED`. */
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { openOnnxEncoder } from "@medhelm/encoders/onnx-encoder";
import { scoreAnswers } from "@medhelm/service/work/assembly/score-answers";
import { madePairs, type Pair } from "../made-texts.ts";
import type { MeasuredPairs } from "./measured-pairs.ts";

/** Words of a sentence, of a paragraph and of a note. */
const LENGTHS = [15, 60, 240];

const [folder = "", threads = "", count = "", seed = ""] = process.argv.slice(2);
const pairs = Number(count);

/** The form in which a run has an answer and its reference. */
const stateOf = ({ reference, answer }: Pair): RequestState =>
  RequestState.parse({
    instance: { input: { text: "" }, references: [{ output: { text: reference }, tags: ["correct"] }], id: "id0" },
    train_trial_index: 0,
    request: { model: "m", model_deployment: "d", prompt: "" },
    result: { success: true, embedding: [], completions: [{ text: answer, logprob: 0, tokens: [] }], cached: false },
    num_train_instances: 0,
    prompt_truncated: false,
  });

async function* oneByOne(states: readonly RequestState[]): AsyncGenerator<RequestState> {
  yield* states;
}

async function measure(words: number): Promise<MeasuredPairs> {
  const encoder = await openOnnxEncoder({ folder, threads: Number(threads) }); // knows no reference yet
  const made = madePairs({ count: pairs, words, seed: Number(seed) });
  const others = madePairs({ count: pairs, words, seed: Number(seed) + 1 });
  const rate = async (answers: readonly Pair[]): Promise<{ perSecond: number; cpuMs: number }> => {
    const states = answers.map(stateOf);
    const startMs = performance.now();
    const before = process.cpuUsage();
    await scoreAnswers(encoder, oneByOne(states));
    const { user, system } = process.cpuUsage(before);
    return { perSecond: (pairs * 1000) / (performance.now() - startMs), cpuMs: (user + system) / 1000 / pairs };
  };
  await encoder.hiddenStates(made.slice(0, 1).map(({ answer }) => answer)); // prepares the memory for this length
  const first = await rate(made);
  const second = await rate(made.map(({ reference }, i) => ({ reference, answer: others[i]?.answer ?? "" })));
  return {
    threads: Number(threads),
    words,
    pairs,
    perSecond: first.perSecond,
    cpuMs: first.cpuMs,
    againPerSecond: second.perSecond,
    againCpuMs: second.cpuMs,
  };
}

const { identity } = await openOnnxEncoder({ folder });
const rows: MeasuredPairs[] = [];
for (const words of LENGTHS) rows.push(await measure(words));
process.stdout.write(JSON.stringify({ model: identity.model, rows }));
