import { exitCodes } from "@medhelm/core/exit-codes";

/** Again where the machine went away or the program asked for it; anything else has failed, and its user reads why. */
export const retries = {
  attempts: 10,
  evaluateOnExits: [
    { action: "RETRY", onStatusReason: "Host EC2*" }, // "Host EC2 (instance i-...) terminated."
    { action: "RETRY", onStatusReason: "Your Spot Task was interrupted*" }, // Fargate Spot's words
    { action: "RETRY", onExitCode: String(exitCodes.interrupted) },
    { action: "EXIT", onReason: "*" },
  ],
};
