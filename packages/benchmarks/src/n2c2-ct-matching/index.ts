import { z } from "zod";
import { dataPath } from "../shared/arguments.ts";
import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { CRITERIA, type Criterion } from "./criteria.ts";
import { toInstance } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { wording } from "./wording.ts";

const isCriterion = (name: string): name is Criterion => Object.hasOwn(CRITERIA, name);

export default benchmark({
  card,
  args: {
    data_path: dataPath,
    subject: z.enum(Object.keys(CRITERIA).filter(isCriterion)),
    instances: z.enum(["helm", "corrected"]).optional(),
  },
  name: ({ subject, instances }) =>
    `n2c2_ct_matching:subject=${subject}${instances === "corrected" ? ",instances=corrected" : ""}`,
  scenario: { className: "helm.benchmark.scenarios.n2c2_ct_matching_scenario.N2C2CTMatchingScenario", tags: [] },
  licensed: {
    path: "n2c2",
    holds:
      "the folder of n2c2 2018 track 1 with test/<patient>.xml, each with PatientMatching/TEXT and a tag a criterion below TAGS",
    obtain: "sign the n2c2 data use agreement at https://portal.dbmi.hms.harvard.edu/projects/n2c2-nlp/",
  },
  wording,
  instances: async (_read, { args, files, wording: words }) => {
    const names = (await files.list()).filter((name) => /^test\/[^/]+\.xml$/.test(name));
    if (names.length === 0) await files.read("test/*.xml");
    const patients = await Promise.all(names.map((name) => files.read(name)));
    return patients.map((file) => toInstance(file, args.subject, { rule: args.instances ?? "helm", words }));
  },
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 86, high: 86 }, promptTokens: [3845, 5821] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/gated.test.ts" },
});
