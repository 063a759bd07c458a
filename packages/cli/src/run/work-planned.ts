import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { Deployment } from "@medhelm/core/models/deployment";
import type { PlanWithPrompts } from "@medhelm/service/prompts/helm-specs";
import type { WorkerPorts } from "@medhelm/service/work/ports";
import { printMessage } from "../terminal/print-message.ts";
import type { progressLine } from "../terminal/progress-line.ts";
import { errorText, isUserFixable } from "../terminal/report-error.ts";
import type { RunOptions } from "./options/run-options.ts";
import { runNotices } from "./reports/run-notices.ts";
import { runPath, type RunReport } from "./reports/run-report.ts";
import { endText } from "./reports/end-text.ts";
import { runOne, RunTaken } from "./run-one.ts";
import type { AggregatorThread } from "./threads/aggregator-in-thread.ts";

/** A plan with its place among all plans of the command. */
export interface NumberedPlan {
  readonly planned: PlanWithPrompts;
  readonly index: number;
}

export interface PlannedWork {
  readonly ports: WorkerPorts;
  readonly options: RunOptions;
  readonly deployments: readonly Deployment[];
  readonly metrics: FindMetric;
  readonly thread: AggregatorThread;
  readonly signal: AbortSignal;
  readonly line: Pick<ReturnType<typeof progressLine>, "end">;
  /** whose words the prompts are, by run */
  readonly wording: ReadonlyMap<string, string | undefined>;
  /** the number of all plans */
  readonly count: number;
}

/** How the work on a plan ended. A run that another process holds is tried again later. */
export type PlannedEnd = { readonly kind: "reported"; readonly report: RunReport } | { readonly kind: "taken" | "dry" };

/** Works on a plan, and prints how that ended. @throws the signal's reason if the user interrupted it, and nothing else */
export async function workPlanned(work: PlannedWork, { planned, index }: NumberedPlan): Promise<PlannedEnd> {
  const { options, line, signal, count } = work;
  const { name: run } = planned.plan.runSpec;
  const startMs = systemClock.monotonicMs();
  const ofAll = `(${index + 1} of ${count})`;
  const end = (text: string): void => {
    line.end(run);
    printMessage(`${run}: ${text}`);
  };
  try {
    if (options.dryRun) {
      end(`${await dryRun(work, planned)} ${ofAll}`);
      return { kind: "dry" };
    }
    const { ports, metrics, thread } = work;
    const report = await runOne(ports, options, planned, { metrics, signal, thread });
    end(`${endText(report)} ${ofAll}`);
    if (report.kind === "scored") {
      const { max_tokens: maxTokens } = planned.plan.runSpec.adapter_spec;
      const notices = runNotices(report, { maxTokens, endpoint: options.endpoint });
      for (const notice of notices) printMessage(`${run}: ${notice}`);
    }
    return { kind: "reported", report };
  } catch (error) {
    if (signal.aborted) {
      line.end(run);
      throw signal.reason;
    }
    if (error instanceof RunTaken) {
      end(`${error.why}; this process tries it again later ${ofAll}`);
      return { kind: "taken" };
    }
    const seconds = (systemClock.monotonicMs() - startMs) / 1000;
    end(failedText(error, count, ofAll));
    const path = runPath(options.outputPath, options.suite, run);
    return { kind: "reported", report: { kind: "failed", run, path, error, seconds } };
  }
}

/** Writes the requests of a plan without sending them. @returns how that ended */
async function dryRun(
  { ports, deployments, options, wording }: PlannedWork,
  { plan }: PlanWithPrompts,
): Promise<string> {
  const { writeDryRun } = await import("./dry-run.ts");
  const requests = await writeDryRun(ports, deployments, options.suite, plan);
  return `dry run, ${counted(requests, "request")} written, none sent; prompts: ${wording.get(plan.runSpec.name)}`;
}

/** The reason of a failure, if it is not printed again at the end with the runs that it concerns. */
const failedText = (error: unknown, planned: number, ofAll: string): string =>
  planned === 1 || !isUserFixable(error)
    ? errorText(error)
    : `failed, for a reason that is printed at the end ${ofAll}`;
