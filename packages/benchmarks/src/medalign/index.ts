import { z } from "zod";
import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { instructions } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";
import { wording } from "./wording.ts";

export default benchmark({
  card,
  args: { max_length: z.int().positive().default(100_000), data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.medalign_scenario.MedalignScenario",
    tags: ["knowledge", "reasoning", "biomedical"],
  },
  licensed: {
    path: "medalign",
    holds:
      "a folder with clinician-reviewed-model-responses.tsv (instruction_id, question, person_id), clinician-instruction-responses.tsv (instruction_id, clinician_response, annotator_num) and medalign_ehr_xml/<person_id>.xml",
    obtain: "sign the data use agreement at https://redivis.com/datasets/48nr-frxd97exb",
  },
  wording,
  instances: (_read, { args, files, wording: { task } }) => instructions(files, args.max_length, task),
  prompt,
  metrics: summarization("medalign"),
  jury: rubric,
  size: { instances: { low: 149, high: 172 }, promptTokens: [55_318, 68_298] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
