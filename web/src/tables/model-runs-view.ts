import { metricName, runMetric } from "../benchmark/metric-words.ts";
import type { Site } from "../release/site.ts";
import { formatCount, instancesText, MISSING, UNKNOWN, whyUnmeasured } from "../text/format.ts";
import { profileNote, promptsText } from "../text/words.ts";
import { saidOnce, type TableView } from "./table-view.ts";

/** The table of all runs of one model. */
export function modelRunsView(site: Site, model: string): TableView {
  const { runs, profile } = site.leaderboard;
  const own = runs.filter((run) => run.model === model);
  return saidOnce({
    id: "runs",
    title: `Runs of ${site.modelName(model)}`,
    note: `${profileNote(profile)} ${MISSING} means that the value was not measured.`,
    columns: [
      ...["Benchmark", "Metric", "Value"].map((label) => ({ label })),
      { label: "Answers", ...(own.some(({ instances }) => instances > 0) ? {} : { onceIfSame: "named" as const }) },
      ...["Failed requests", "Prompts", "Deployment", "Suite"].map((label) => ({
        label,
        onceIfSame: "named" as const,
      })),
    ],
    rows: own.map((run) => ({
      head: {
        kind: "run",
        benchmark: site.group(run.benchmark)?.displayName ?? run.benchmark,
        run: run.run,
        href: site.link.run(run.slug),
      },
      cells: [
        { kind: "text", text: metricName(runMetric(site, run)).name },
        { kind: "value", value: run.mainValue, whyMissing: whyUnmeasured(run) },
        { kind: "text", text: instancesText(run), sortBy: run.instances },
        { kind: "text", text: run.failed === undefined ? UNKNOWN : formatCount(run.failed), sortBy: run.failed ?? 0 },
        { kind: "text", text: promptsText(run.wording) },
        { kind: "text", text: run.modelDeployment },
        { kind: "text", text: run.suite },
      ],
    })),
  });
}
