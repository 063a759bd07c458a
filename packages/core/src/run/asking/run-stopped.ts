import { z } from "zod";
import { UserError } from "../../user-error.ts";

export const StopReason = z.enum([
  "auth",
  "no_such_model",
  "no_tools",
  "no_server",
  "endpoint_down",
  "too_many_failures",
  "budget",
  "given_up",
]);
export type StopReason = z.infer<typeof StopReason>;

/** The reasons that lie with the server. The user did nothing wrong, so the command exits with 1. */
const OF_THE_SERVER: readonly string[] = ["endpoint_down", "too_many_failures"] satisfies StopReason[];

/** Whether the server is at fault, and not the command line or a file. The reason may be of another version. */
export const isServerFault = (reason: string): boolean => OF_THE_SERVER.includes(reason);

/**
 * The deployment cannot answer the run's requests until someone changes something. The run stops and can be resumed later; all answers
 * are kept. No failure of the server is recorded, because the candidate did not fail.
 */
export class RunStopped extends UserError {
  readonly reason: StopReason;
  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
  get isServerFault(): boolean {
    return isServerFault(this.reason);
  }
}
