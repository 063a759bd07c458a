import type { UserError } from "../user-error.ts";
import { isServerFault, RunStopped, type StopReason } from "./asking/run-stopped.ts";

/** Why a run failed, for programs. `input`: something else that its user can correct. `given_up`: the service could not finish it. */
export type FailureCode = StopReason | "input";

/** The end of a run that failed. */
export interface FailedEnd {
  /** one sentence for the user */
  readonly reason: string;
  readonly code: FailureCode;
}

export const failedEnd = (error: UserError): FailedEnd => ({
  reason: error.message,
  code: error instanceof RunStopped ? error.reason : "input",
});

/** Whether the user of a run can correct why it failed. `code` may be that of a later version; absent: one of an earlier version. */
export const isCorrectable = (code: string | undefined): boolean =>
  code === undefined || (code !== "given_up" && !isServerFault(code));
