import { benchmark } from "../define.ts";
import { exactMatch } from "../shared/metric-specs.ts";
import { EHR_SQL_ANNOTATOR, ehrSqlAnnotator } from "./annotator.ts";
import { card } from "./card.ts";
import { localData, readIfThere, readPart } from "./files.ts";
import { questions, tables } from "./instances.ts";
import { EHR_SQL_METRIC, ehrSqlMetric } from "./metric.ts";
import { prompt } from "./prompt.ts";

export default benchmark({
  card,
  scenario: {
    className: "helm.benchmark.scenarios.ehr_sql_scenario.EhrSqlScenario",
    tags: ["sql", "medical", "reasoning"],
  },
  folder: localData,
  instances: async (_read, { files }) => {
    const schema = tables(await readPart(files, "schema"));
    const train = await readIfThere(files, "train");
    const [valid, test] = [await readPart(files, "valid"), await readPart(files, "test")];
    // instances do not use the database, but the results depend on it, so it counts as a source
    await readIfThere(files, "database");
    return [
      ...(train === undefined ? [] : questions(train, schema, "train")),
      ...questions(valid, schema, "test"),
      ...questions(test, schema, "test"),
    ];
  },
  prompt,
  metrics: [{ class_name: EHR_SQL_METRIC, args: {} }, ...exactMatch()],
  annotators: [{ class_name: EHR_SQL_ANNOTATOR, args: {} }],
  ownMetrics: { [EHR_SQL_METRIC]: ehrSqlMetric },
  ownAnnotators: { [EHR_SQL_ANNOTATOR]: ehrSqlAnnotator },
  size: { instances: { low: 1000, high: 2909 }, promptTokens: [963, 1126] },
  evidence: { kind: "sample only, as HELM", test: "test/parity/ehr-sql.test.ts" },
});
