import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { answers } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { wording } from "./wording.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.race_based_med_scenario.RaceBasedMedScenario",
    tags: ["knowledge", "reasoning", "biomedical"],
  },
  data: {
    answers: {
      path: "race_based_med/41746_2023_939_MOESM1_ESM.docx",
      // the publisher's file at a pinned commit; HELM reads it from static-content.springer.com
      url: "https://raw.githubusercontent.com/raulista1997/benchmarkdata/52ba5528fd1ff1c6ec4ad1d0850126836404e71f/41746_2023_939_MOESM1_ESM.docx",
      mirrors: [
        "https://static-content.springer.com/esm/art%3A10.1038%2Fs41746-023-00939-z/MediaObjects/41746_2023_939_MOESM1_ESM.docx",
      ],
      sha256: "57098e6ff8f0f84213cbf7a87d7387f2b054568a14b9cf79530b147a06d21567",
    },
  },
  wording,
  instances: (read, { wording: { task } }) => answers(read("answers"), task),
  prompt,
  metrics: exactMatch(),
  size: { instances: { low: 167, high: 167 }, promptTokens: [467, 491] },
  evidence: { kind: "real data", test: "test/parity/multiple-choice.test.ts" },
});
