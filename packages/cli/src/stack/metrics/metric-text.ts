export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
export interface Metric {
  /** e.g. "medhelm_http_requests_total" */
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

/** The content type of Prometheus's text format 0.0.4. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in Prometheus's text format (prometheus.io/docs/instrumenting/exposition_formats). A metric without samples is left out. */
export const metricText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${samples.map((sample) => `${name}${labelText(sample)} ${sample.value}\n`).join("")}`,
    )
    .join("");

function labelText({ labels = {} }: Sample): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
