import { AGENT_METRIC } from "@medhelm/core/metrics/agent";
import { z } from "zod";
import { benchmark } from "../define.ts";
import { dataPath } from "../shared/arguments.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { environment } from "./environment.ts";
import { tasks } from "./instances.ts";
import { prompt } from "./prompt.ts";

/** As in the authors' configuration. */
const STEPS = 8;

export default benchmark({
  card,
  name: ({ max_steps }) => (max_steps === STEPS ? card.name : `${card.name}:max_steps=${max_steps}`),
  args: { data_path: dataPath, max_steps: z.int().min(1).max(100).default(STEPS) },
  scenario: {
    className: "medhelm.benchmarks.MedAgentBench",
    tags: ["agent", "records"],
    args: ({ max_steps }) => ({ max_steps }),
  },
  licensed: {
    path: "med_agent_bench",
    holds: "a folder with the authors' test_data_v2.json (tasks) and funcs_v1.json (functions)",
    obtain: "copy both from data/medagentbench of the authors' repository",
  },
  instances: async (_read, { files }) =>
    tasks(await files.read("test_data_v2.json"), await files.read("funcs_v1.json")),
  prompt,
  metrics: [{ class_name: AGENT_METRIC, args: {} }, ...basic([])],
  size: { instances: { low: 300, high: 300 } },
  agent: ({ max_steps }) => environment(max_steps),
});
