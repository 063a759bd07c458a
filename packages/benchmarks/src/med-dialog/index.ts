import { z } from "zod";
import { benchmark } from "../define.ts";
import { summarization } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { exchanges } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

/** HELM reads this bundle, whose content cannot change. Its owners hold the copyright, so we keep no copy. */
const BUNDLE = "https://worksheets.codalab.org/rest/bundles/0x82f0c47f6d3e4462ae9ef8ea39eebe64/contents/blob";

export default benchmark({
  card,
  args: { subset: z.enum(["healthcaremagic", "icliniq"]) },
  // HELM: this name has a comma instead of a colon
  name: ({ subset }) => `med_dialog,subset=${subset}`,
  scenario: {
    className: "helm.benchmark.scenarios.med_dialog_scenario.MedDialogScenario",
    tags: ["dialogue", "biomedical"],
  },
  data: ({ subset }) => ({
    exchanges: { path: `med_dialog/${subset}/test.json`, url: `${BUNDLE}/${subset}/test.json` },
  }),
  instances: (read) => exchanges(read("exchanges")),
  prompt,
  metrics: summarization("med_dialog"),
  jury: rubric,
  size: { instances: { low: 1000, high: 22_642 }, promptTokens: [259, 267] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/open-answers.test.ts" },
});
