import { exitCodes } from "@medhelm/core/exit-codes";

/** Batch retries a job if its machine is gone or the program requests it. Any other end is a failure, whose reason the user reads. */
export const retries = {
  attempts: 10,
  evaluateOnExits: [
    { action: "RETRY", onStatusReason: "Host EC2*" }, // "Host EC2 (instance i-...) terminated."
    { action: "RETRY", onStatusReason: "Your Spot Task was interrupted*" }, // the reason that Fargate Spot gives
    { action: "RETRY", onExitCode: String(exitCodes.interrupted) },
    { action: "EXIT", onReason: "*" },
  ],
};
