import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { notes } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.mimic_bhc_scenario.MIMICBHCScenario",
    tags: ["summarization", "biomedical"],
  },
  licensed: {
    path: "mimic_bhc/mimic_iv_bhc.json",
    holds:
      "a file of one JSON object per line with the keys input and target, or the published mimic-iv-bhc.csv with the columns of these names",
    obtain: "sign the data use agreement at https://physionet.org/content/labelled-notes-hospital-course/",
  },
  instances: async (_read, { files }) => notes(await files.read()),
  prompt,
  metrics: summarization("mimic_bhc"),
  jury: rubric,
  size: { instances: { low: 100, high: 100 }, promptTokens: [615, 654] },
});
