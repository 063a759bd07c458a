import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { reports } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.mimic_rrs_scenario.MIMICRRSScenario",
    tags: ["question_answering", "biomedical"],
  },
  licensed: {
    path: "mimic_rrs",
    holds: "a folder with test.findings.tok and test.impression.tok, UTF-8 text with one report per line",
    obtain:
      "obtain the MIMIC-III part of MIMIC-RRS (Chen et al. 2023) with a credentialed account of https://physionet.org",
  },
  instances: async (_read, { files }) =>
    reports(await files.read("test.findings.tok"), await files.read("test.impression.tok")),
  prompt,
  metrics: summarization("mimic_rrs"),
  jury: rubric,
  size: { instances: { low: 1000 }, promptTokens: [198, 213] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
