import { expect, test } from "vitest";
import { isInterruption, jobName } from "./job.ts";

test("a kill from outside, a Spot reclaim and exit code 75 are not faults of the job", () => {
  const reasons = [
    "interrupted: run again",
    "interrupted: run again (the service was stopped)",
    "killed by SIGKILL",
    "killed by SIGTERM: medhelm: interrupted",
    "child 3: killed by SIGKILL",
    "exit code 75: medhelm: interrupted",
    "Host EC2 (instance i-0abc) terminated.",
    "Your Spot Task was interrupted.",
    "child 2: Your Spot Task was interrupted.",
  ];
  expect(reasons.filter((reason) => !isInterruption(reason))).toEqual([]);
});

test("the output of a failing job does not turn its fault into an interruption", () => {
  const reasons = [
    undefined,
    "exit code 1: TypeError: x is undefined\n    at AbortSignal.throwIfAborted",
    "exit code 1: the parent folder is missing, exit code 75",
    "exit code 750",
    "killed by SIGSEGV",
    "killed by SIGABRT: JavaScript heap out of memory",
    "could not start node: ENOENT",
  ];
  expect(reasons.filter((reason) => isInterruption(reason))).toEqual([]);
});

test("AWS Batch accepts a job's name, which contains the number of the attempt", () => {
  const record = { submission: "sub", deployment: "stub/one:x", role: "candidate", attempt: 2 } as const;
  expect(jobName(record)).toBe("sub-stub_one_x-candidate-2");
});
