import { z } from "zod";
import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { CONDITIONS, type Condition } from "./conditions.ts";
import { notes } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { wording } from "./wording.ts";

const isCondition = (name: string): name is Condition => Object.hasOwn(CONDITIONS, name);

export default benchmark({
  card,
  args: { condition: z.enum(Object.keys(CONDITIONS).filter(isCondition)), data_path: dataPath },
  name: ({ condition }) => `clear:condition=${condition}`,
  scenario: {
    className: "helm.benchmark.scenarios.clear_scenario.CLEARScenario",
    name: ({ condition }) => `clear_${condition}`,
    tags: ({ condition }) => ["classification", "biomedical", condition.replaceAll("_", "-")],
  },
  licensed: {
    path: "clear",
    holds:
      "a folder with a workbook <condition>.xlsx for each condition, whose first sheet has the columns text and result_human (1, 0, 2)",
    obtain: "it never left Stanford Health Care: ask the authors of CLEAR (Lopez et al. 2025) for access",
  },
  wording,
  instances: async (_read, { args, files, wording: words }) => notes(await files.read(`${args.condition}.xlsx`), words),
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 50, high: 100 }, promptTokens: [479, 501] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
