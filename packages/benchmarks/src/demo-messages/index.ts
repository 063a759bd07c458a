import { benchmark } from "../define.ts";
import { basic } from "../shared/metric-specs.ts";
import { card } from "./card.ts";
import { instances } from "./instances.ts";
import { prompt } from "./prompt.ts";
import { rubric } from "./rubric.ts";

export default benchmark({
  card,
  scenario: { className: "medhelm.benchmarks.DemoMessages", tags: ["demo"] },
  data: {},
  instances,
  prompt,
  metrics: basic([]),
  jury: rubric,
});
