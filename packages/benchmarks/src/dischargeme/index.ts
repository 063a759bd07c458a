import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { stays } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";
import { wording } from "./wording.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.dischargeme_scenario.DischargeMeScenario",
    tags: ["biomedical"],
  },
  licensed: {
    path: "physionet.org",
    holds:
      "the folder with files/discharge-me/1.3/test_phase_1/ and in it diagnosis, triage, discharge, discharge_target, radiology and edstays, each .csv.gz",
    obtain: "sign the data use agreement at https://physionet.org/content/discharge-me/1.3/",
  },
  wording,
  instances: (_read, { files, wording: { task } }) =>
    stays((name) => files.read(`files/discharge-me/1.3/test_phase_1/${name}.csv.gz`), task),
  prompt,
  metrics: summarization("dischargeme"),
  jury: rubric,
  size: { instances: { low: 1000 }, promptTokens: [3384, 3668] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
