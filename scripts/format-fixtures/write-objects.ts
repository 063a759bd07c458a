import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UserError } from "@medhelm/core/user-error";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { FHIR_BASE } from "@medhelm/core/agents/fhir-server";
import type { ModelReply } from "@medhelm/core/ports";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { files as medAgentBench } from "@medhelm/benchmarks/med-agent-bench/sample.cases";
import { searchRecords } from "@medhelm/testing/fhir/fhir-records";
import { dataOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { plan, runToSeal, textsBelow, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";

/**
 * Writes packages/testing/fixtures/formats/NAME/objects.json.gz: small invented objects that this commit's code stores. Tests then read them for
 * ever, so it replaces no existing file.
 */
export async function writeObjects(name: string): Promise<void> {
  const folder = new URL(`../../packages/testing/fixtures/formats/${name}/`, import.meta.url);
  const file = new URL("objects.json.gz", folder);
  if (existsSync(file))
    throw new UserError(`${name}/objects.json.gz exists, and stored objects never change; give another name`);

  const objects = memoryStore({ clock: fakeClock(Date.UTC(2026, 10, 23)) });

  // invented questions that state the patient's sex, in MedQA's form
  const questions = Array.from({ length: 6 }, (_, i) => ({
    question: `A ${30 + 11 * i}-year-old ${i % 2 === 0 ? "man" : "woman"} has a dry cough. Which finding is invented?`,
    answer: "one",
    options: { A: "one", B: "two", C: "three", D: "four" },
    meta_info: "step1",
    answer_idx: "A",
  }));
  const data = dataOf({
    ...medAgentBench,
    "med_qa/data_clean/questions/US/4_options/phrases_no_exclude_test.jsonl": questions
      .map((one) => JSON.stringify(one))
      .join("\n"),
  });
  const seal = async (instances: number, description: string, ports: WorkerPorts): Promise<unknown> =>
    runToSeal({ ...ports, data }, workRequest(await plan(instances, description)));

  // `qualities` of manifests: robustness; flips next to those of a repeat, and both calibrations; style
  const LOWER = "demo_questions:data_augmentation=lower,model=baseline/longest-option";
  await seal(4, LOWER, workerPorts(objects, { answered: [] }));
  const PROBE = "med_qa:data_augmentation=counterfactual,repeats=2,model=baseline/longest-option";
  await seal(6, PROBE, workerPorts(objects, { answered: [], saysInstead: (_, prompt, reply) => sure(prompt, reply) }));
  await seal(2, "demo_notes:model=baseline/lead-sentences", workerPorts(objects, { answered: [] }));

  // `records` of a manifest and the turns of a page: an agent that reads until its last step
  const reads = (_: string, __: string, reply: ModelReply): ModelReply =>
    reply.kind === "answer"
      ? { ...reply, result: { ...reply.result, completions: [{ text: GET, logprob: 0, tokens: [] }] } }
      : reply;
  const GET = `GET ${FHIR_BASE}Observation?patient=P1&code=MG`;
  await seal(1, "med_agent_bench:model=plugin/agent", {
    ...workerPorts(objects, { answered: [], saysInstead: reads }),
    fhir: { read: async (query) => ({ status: 200, text: JSON.stringify(searchRecords(query)) }) },
  });

  const all = [...(await textsBelow(objects, ""))].filter(([key]) => isNew(key));
  const texts = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(texts), { level: 9 }));
  process.stdout.write(`${Object.keys(texts).join("\n")}\n`);
}

/** A reply with a probability and a stated confidence, which depend on the length of the prompt. */
function sure(prompt: string, reply: ModelReply): ModelReply {
  if (reply.kind !== "answer") return reply;
  const letter = prompt.length % 3 === 0 ? "A" : "B";
  const logprob = -1 / (1 + (prompt.length % 5));
  const completion = {
    text: `${letter}\nConfidence: ${60 + (prompt.length % 4) * 10} %`,
    logprob,
    tokens: [{ text: letter, logprob }],
  };
  return { ...reply, result: { ...reply.result, completions: [completion] } };
}

const isNew = (key: string): boolean =>
  /\/\.generations\/.*\/manifest\.json$/.test(key) || /\/med_agent_bench.*\/pages\/\d+\.json$/.test(key);
