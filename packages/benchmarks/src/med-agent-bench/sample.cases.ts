import { functions, tasks } from "./sample.ts";

export const files = {
  "med_agent_bench/test_data_v2.json": JSON.stringify(tasks),
  "med_agent_bench/funcs_v1.json": JSON.stringify(functions),
};
