// A plugin: `medhelm run --plugins .` loads this file. It needs no installation, because Node erases the types. The argument
// `medhelm` holds the functions that a plugin needs.
import type { Medhelm, Plugin } from "medhelm/plugin";
import { keywordAnnotator } from "./keyword-annotator.ts";
import { keywordMetric } from "./keyword-metric.ts";
import { echoModel } from "./echo-model.ts";
import { adviceBenchmark } from "./advice-benchmark.ts";

export default (medhelm: Medhelm): Plugin => ({
  benchmarks: [adviceBenchmark(medhelm)],
  metrics: { "example.KeywordMetric": keywordMetric(medhelm) },
  annotators: { "example.KeywordAnnotator": keywordAnnotator },
  models: [echoModel],
});
