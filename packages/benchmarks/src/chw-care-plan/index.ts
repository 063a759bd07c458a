import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { notes } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";
import { wording } from "./wording.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.chw_care_plan_scenario.CHWCarePlanScenario",
    tags: ["question_answering", "biomedical"],
  },
  groups: ["clinical", "chw_care_plan"],
  licensed: {
    path: "chw_care_plan/CHW_Dataset.csv",
    holds: "a UTF-8 CSV file with the column MO Note",
    obtain: "it never left Stanford: ask the authors of MedHELM there for access",
  },
  wording,
  instances: async (_read, { files, wording: { task } }) => notes(await files.read(), task),
  prompt,
  metrics: summarization("chw_care_plan"),
  jury: rubric,
  size: { instances: { low: 487, high: 487 }, promptTokens: [708, 780] },
});
