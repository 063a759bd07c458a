import { errorFields } from "@medhelm/core/log/error-fields";
import { noLog } from "@medhelm/core/log/no-log";
import { failedEnd } from "@medhelm/core/run/failure-code";
import { UserError } from "@medhelm/core/user-error";
import { isRefusedByDisk } from "@medhelm/core/writing-to";
import { noSpan, type OpenSpan, spanOfSubmission } from "../trace/open-span.ts";
import type { WorkerPorts, WorkResult } from "./ports.ts";

interface Concerned {
  readonly submission: string;
  readonly suite: string;
  readonly run: string;
  readonly deployment: string;
  readonly role: string;
}

/** The records and the span of one worker's work on a run. */
export interface RunRecords {
  started(): OpenSpan;
  /** `lost`: another worker has taken the run. */
  ended(how: WorkResult["kind"] | "lost"): void;
  /** The reason of a failure may quote the user's files, so a record has its code, and the run's state the reason. */
  failed(error: unknown): void;
}

export function runRecords(ports: Pick<WorkerPorts, "log" | "trace" | "clock">, concerned: Concerned): RunRecords {
  const { log = noLog, clock } = ports;
  let span = noSpan;
  let startMs = 0;
  return {
    started() {
      log("info", "run started", { ...concerned });
      startMs = clock.monotonicMs();
      span = spanOfSubmission(ports, concerned.submission, "run", { ...concerned });
      return span;
    },
    ended(how) {
      span.end({ fields: { ended: how } });
      log("info", "run ended", { ...concerned, ended: how, ms: Math.round(clock.monotonicMs() - startMs) });
    },
    failed(error) {
      span.end({ isFailed: true });
      if (error instanceof UserError) log("warn", "run failed", { ...concerned, code: failedEnd(error).code });
      else if (isRefusedByDisk(error))
        log("warn", "run stopped, because a disk takes no more data", { ...concerned, error: error.message });
      else log("error", "run stopped by a fault", { ...concerned, ...errorFields(error) });
    },
  };
}
