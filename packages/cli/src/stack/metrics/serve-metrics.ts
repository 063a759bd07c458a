import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import { keys } from "@medhelm/core/store/object-keys";
import type { Index, ObjectStore, Queue } from "@medhelm/core/ports";
import type { Api } from "@medhelm/service/api/app";
import { authenticated, requires } from "@medhelm/service/api/guards/guards";
import type { ApiPorts } from "@medhelm/service/api/ports";
import { openRunCounts } from "@medhelm/service/index/open-run-counts";
import { version } from "@medhelm/service/version";
import { type Metric, METRICS_TYPE, metricText, type Sample } from "./metric-text.ts";

export interface MetricsPorts extends Pick<ApiPorts, "authenticate" | "clock" | "clientAddress"> {
  readonly index: Index;
  readonly objects: ObjectStore;
  readonly outputPath: string;
  /** the queues by name, the dead letters included */
  readonly queues: Readonly<Record<string, Queue>>;
  /** the metrics of the server's own requests */
  requests(): readonly Metric[];
}

const METRICS = "/metrics";

/** Serves Prometheus's metrics at /metrics, for an administrator's key. They hold counts, and no name of an owner, a run or a model. */
export function serveMetrics(app: Api, ports: MetricsPorts): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.get(METRICS, authenticated(ports), requires("admin"), async (c) => {
    const metrics = [
      ...(await workMetrics(ports)),
      ...ports.requests(),
      ...(await machineMetrics(ports.outputPath)),
      gauge("medhelm_event_loop_delay_max_seconds", "Longest delay of the event loop since the last reading.", [
        { value: delay.max / 1e9 },
      ]),
    ];
    delay.reset();
    return c.body(metricText(metrics), 200, { "Content-Type": METRICS_TYPE, "Cache-Control": "no-store" });
  });
}

async function workMetrics({ index, objects, queues, clock }: MetricsPorts): Promise<Metric[]> {
  const open = await openRunCounts(index);
  const depths = await Promise.all(
    Object.entries(queues).map(async ([queue, port]) => ({ queue, depth: await port.depth() })),
  );
  return [
    gauge("medhelm_info", "The version of MedHELM that runs.", [{ labels: { version }, value: 1 }]),
    gauge("medhelm_time_seconds", "The service's clock.", [{ value: clock.nowMs() / 1000 }]),
    gauge("medhelm_open_submissions", "Submissions that have not ended.", [{ value: open.submissions }]),
    gauge(
      "medhelm_open_runs",
      "Runs of open submissions by state.",
      [...open.runs].map(([state, value]) => ({ labels: { state }, value })),
    ),
    gauge(
      "medhelm_queue_messages",
      "Messages in each queue, waiting or in flight; those of a queue of dead letters wait to be recorded as failures.",
      depths.flatMap(({ queue, depth }) => [
        { labels: { queue, state: "waiting" }, value: depth.visible },
        { labels: { queue, state: "in_flight" }, value: depth.inFlight },
      ]),
    ),
    gauge(
      "medhelm_dead_letters",
      "Messages that were set aside; see medhelm dead-letters.",
      await letterCounts(objects),
    ),
  ];
}

async function letterCounts(objects: ObjectStore): Promise<Sample[]> {
  const counts = new Map<string, number>(DeadLetterQueue.options.map((queue) => [queue, 0]));
  for await (const { key } of objects.list(keys.deadLetters())) {
    const [, queue = ""] = key.split("/");
    counts.set(queue, (counts.get(queue) ?? 0) + 1);
  }
  return [...counts].map(([queue, value]) => ({ labels: { queue }, value }));
}

/** The standard names of Prometheus's clients, and the space for results. */
async function machineMetrics(outputPath: string): Promise<Metric[]> {
  const { user, system } = process.cpuUsage();
  const disk = await statfs(outputPath);
  return [
    {
      name: "process_cpu_seconds_total",
      help: "Processor time of the service's process, without its workers.",
      type: "counter",
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge("process_resident_memory_bytes", "Memory of the service's process.", [{ value: process.memoryUsage.rss() }]),
    gauge("process_start_time_seconds", "Time of the start of the service's process, in seconds since 1970.", [
      { value: performance.timeOrigin / 1000 },
    ]),
    gauge("process_uptime_seconds", "Time since the service's process started.", [{ value: process.uptime() }]),
    gauge("medhelm_disk_free_bytes", "Free space for results.", [{ value: disk.bavail * disk.bsize }]),
    gauge("medhelm_disk_size_bytes", "Size of the file system with the results.", [
      { value: disk.blocks * disk.bsize },
    ]),
  ];
}

const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: "gauge",
  samples,
});
