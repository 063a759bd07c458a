import { expect, test } from "vitest";
import { firstJobRecord, isInterruption, jobName, withoutOutput } from "./job.ts";

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

test("a job of an earlier version's record keeps its name, which contains the number of the attempt", () => {
  const record = { submission: "sub", deployment: "stub/one:x", role: "candidate", attempt: 2 } as const;
  expect(jobName(record)).toBe("sub-stub_one_x-candidate-2");
});

const nameOf = (deployment: string) => jobName(firstJobRecord({ submission: "sub", deployment, role: "candidate" }));

test("the jobs of two deployments have two names, also where the names differ only in characters that Batch refuses", () => {
  expect(nameOf("org/a_b")).toBe("sub-org_a_b_b10303fc0a21-candidate-1");
  expect(nameOf("org_a/b")).toBe("sub-org_a_b_fa5e2998aaa9-candidate-1");
});

test.each([
  ["exit code 1: Ms Zyxwv", "exit code 1"],
  ["child 3: killed by SIGKILL: Ms Zyxwv", "child 3: killed by SIGKILL"],
  ["interrupted", "interrupted"],
])("a reason loses the job's output and keeps how the job ended: %s", (reason, ended) => {
  expect(withoutOutput(reason)).toBe(ended);
});
