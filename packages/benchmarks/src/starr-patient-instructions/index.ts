import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { cases } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  args: { data_path: dataPath },
  scenario: {
    className: "helm.benchmark.scenarios.starr_patient_instructions_scenario.StarrPatientInstructionsScenario",
    tags: ["patient_communication", "healthcare", "instruction_generation", "surgery"],
  },
  licensed: {
    path: "starr_patient_instructions/dataset_cases_qc.csv",
    holds:
      "a UTF-8 CSV file with the columns Diagnosis, ActualProcedure, HistoryPhysicalNoteText, OperativeNoteText, DischargeInstructionNoteText and QC",
    obtain: "it never left Stanford: ask the authors of MedHELM there for access",
  },
  instances: async (_read, { files }) => cases(await files.read()),
  prompt,
  metrics: summarization("starr_patient_instructions"),
  jury: rubric,
  size: { instances: { low: 361, high: 361 }, promptTokens: [2542, 2622] },
});
