import { z } from "zod";
import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { drawn, toInstances } from "./instances.ts";
import { fitsIn } from "./max-length.ts";
import { prompt } from "./prompt.ts";
import { type TaskName, TASKS } from "./tasks.ts";
import { readLabels, readTimelines } from "./timelines.ts";
import { wording } from "./wording.ts";

const isTask = (name: string): name is TaskName => Object.hasOwn(TASKS, name);

export default benchmark({
  card,
  args: {
    subject: z.enum(Object.keys(TASKS).filter(isTask)),
    max_length: z.int().positive().default(100_000),
    data_path: dataPath,
    instances: z.enum(["helm", "corrected"]).optional(),
  },
  name: ({ subject, instances }) =>
    `ehrshot:subject=${subject}${instances === "corrected" ? ",instances=corrected" : ""}`,
  scenario: { className: "helm.benchmark.scenarios.ehrshot_scenario.EHRSHOTScenario", tags: [] },
  licensed: {
    path: "ehrshot",
    holds:
      "the MEDS folder of EHRSHOT: data/data.parquet with the columns subject_id, time and code, and labels/<subject>/labels.parquet with subject_id, prediction_time and boolean_value",
    obtain: "sign the data use agreement at https://redivis.com/datasets/53gc-8rhx41kgt",
  },
  wording,
  instances: async (_read, { args, files, wording: { instructions } }) => {
    const { subject, max_length, instances = "helm" } = args;
    const labels = drawn(await readLabels(await files.read(`labels/${subject}/labels.parquet`)), subject);
    const timelines = await readTimelines(await files.read("data/data.parquet"), labels);
    return toInstances(labels, timelines, { instructions, pairing: instances, fits: await fitsIn(max_length) });
  },
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 1000 }, promptTokens: [32_782, 43_286] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
