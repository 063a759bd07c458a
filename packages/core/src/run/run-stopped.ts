import { UserError } from "../user-error.ts";

export type StopReason = "auth" | "no_such_model" | "endpoint_down" | "budget";

/**
 * The deployment cannot answer any request until the user changes something. The run stops and can be resumed later; all answers are
 * kept. No outcome is recorded, because the candidate did not fail.
 */
export class RunStopped extends UserError {
  readonly reason: StopReason;
  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
