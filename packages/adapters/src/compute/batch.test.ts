import { afterEach, expect, test } from "vitest";
import { awsClients } from "../aws/aws-clients.ts";
import { reasonOf } from "./batch/reason.ts";
import { batchCompute } from "./batch.ts";
import { json, serve } from "@medhelm/testing/fault-server";

const detail = { jobName: "a", jobId: "1", jobQueue: "q", status: "FAILED", startedAt: 0, jobDefinition: "d" } as const;
const summary = (jobId: string, jobName: string, createdAt: number) => ({ jobId, jobName, createdAt });
const child = (index: number, statusReason: string, exitCode?: number) => ({
  ...detail,
  statusReason,
  arrayProperties: { index },
  attempts: [{ container: { exitCode } }],
});
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface SentRequest {
  readonly path: string;
  readonly body: unknown;
}
/** Batch with a server that answers by path and records its requests. */
async function open(answer: (request: SentRequest) => unknown) {
  const requests: SentRequest[] = [];
  const server = await serve((request, text, response) => {
    const call = { path: request.url ?? "", body: JSON.parse(text) };
    requests.push(call);
    const value = answer(call);
    if (value === "lost") response.destroy();
    else if (value === "throttled") json(response, 429, { message: "Rate exceeded" }, THROTTLED);
    else json(response, 200, value);
  });
  const clients = awsClients({
    endpoint: `http://127.0.0.1:${server.port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
  });
  cleanups.push(server.close, clients.close);
  const gpuClassOf = new Map([
    ["vllm/one", "gpu-24"],
    ["vllm/two", "gpu-80"],
  ]);
  return { compute: batchCompute({ client: clients.batch, prefix: "medhelm-test", gpuClassOf }), requests };
}
const THROTTLED = { "x-amzn-errortype": "TooManyRequestsException" };

test("a CPU job goes to the CPU queue with the environment of its only container and the owner's fair share", async () => {
  const { compute, requests } = await open(() => ({ jobId: "id-1", jobName: "n" }));
  const environment = { MEDHELM_SUBMISSION: "s" };
  const request = { name: "n", definition: "worker", environment, secrets: ["B_KEY", "A_KEY"], owner: "x-1" } as const;
  expect(await compute.submit(request)).toEqual({ id: "id-1" });
  expect(requests).toEqual([
    {
      path: "/v1/submitjob",
      body: {
        jobName: "n",
        jobDefinition: "medhelm-test-worker-cpu-A_KEY-B_KEY",
        jobQueue: "medhelm-test-cpu",
        shareIdentifier: "owner389",
        schedulingPriorityOverride: 0,
        containerOverrides: { environment: [{ name: "MEDHELM_SUBMISSION", value: "s" }] },
      },
    },
  ]);
});

test("a served deployment's job goes to its GPU class and sets the worker's environment, and a single child is not an array", async () => {
  const { compute, requests } = await open(() => ({ jobId: "id", jobName: "n" }));
  const request = { name: "n", definition: "worker", environment: { A: "1" }, served: "vllm/two" } as const;
  await compute.submit({ ...request, arraySize: 3 });
  await compute.submit({ ...request, arraySize: 1 });
  const body = {
    jobName: "n",
    jobDefinition: "medhelm-test-worker-vllm_two",
    jobQueue: "medhelm-test-gpu-80",
    shareIdentifier: "service",
    schedulingPriorityOverride: 0,
    ecsPropertiesOverride: {
      taskProperties: [{ containers: [{ name: "worker", environment: [{ name: "A", value: "1" }] }] }],
    },
  };
  expect(requests.map((call) => call.body)).toEqual([{ ...body, arrayProperties: { size: 3 } }, body]);
});

test("a submission with a lost reply is not sent again, and a throttled one is", async () => {
  const answers = ["throttled", { jobId: "id", jobName: "n" }, "lost"];
  const { compute, requests } = await open(() => answers.shift());
  const request = { name: "n", definition: "site", environment: {} } as const;
  expect(await compute.submit(request)).toEqual({ id: "id" });
  expect(requests).toHaveLength(2);
  await expect(compute.submit(request)).rejects.toThrow("socket hang up");
  expect(requests).toHaveLength(3);
});

test("all jobs of a name, in any state, are found in all queues and pages, the newest first", async () => {
  const { compute, requests } = await open(({ path, body }) => {
    const text = JSON.stringify(body);
    if (path === "/v1/describejobs")
      return { jobs: ["old", "newer", "newest"].map((jobId) => ({ ...detail, jobId, status: "RUNNABLE" })) };
    if (text.includes("gpu-24"))
      return { jobSummaryList: [summary("new but other", "N", 9), summary("newest", "n", 8)] };
    if (text.includes("gpu-80")) return { jobSummaryList: [] };
    return text.includes("page 2")
      ? { jobSummaryList: [summary("newer", "n", 7)] }
      : { jobSummaryList: [summary("old", "n", 6)], nextToken: "page 2" };
  });
  const waiting = { name: "a", state: "waiting" };
  expect(await compute.findByName("n")).toEqual(["newest", "newer", "old"].map((id) => ({ id, ...waiting })));
  expect(requests.at(-1)).toEqual({ path: "/v1/describejobs", body: { jobs: ["newest", "newer", "old"] } });
  expect(requests.filter(({ path }) => path === "/v1/listjobs")).toHaveLength(4);
  expect(requests[0]?.body).toEqual({
    jobQueue: "medhelm-test-cpu",
    filters: [{ name: "JOB_NAME", values: ["n"] }],
  });
});

test("Batch's states map to four states, and an array runs while one of its children runs", async () => {
  const states = ["SUBMITTED", "PENDING", "RUNNABLE", "STARTING", "RUNNING", "SUCCEEDED"];
  const { compute } = await open(({ body }) => {
    const [id] = idsIn(body);
    if (id === "array")
      return {
        jobs: [
          { ...detail, status: "PENDING", arrayProperties: { size: 2, statusSummary: { RUNNING: 1 } }, jobId: "array" },
        ],
      };
    return { jobs: id === "none" ? [] : [{ ...detail, jobId: id, status: id }] };
  });
  const seen = await Promise.all([...states, "array", "none"].map(async (id) => (await compute.describe(id))?.state));
  expect(seen).toEqual(["waiting", "waiting", "waiting", "waiting", "running", "succeeded", "running", undefined]);
});
const idsIn = (body: unknown): readonly unknown[] =>
  typeof body === "object" && body !== null && "jobs" in body && Array.isArray(body.jobs) ? body.jobs : [];

test("the reason of a failed array names a child that failed before one that was interrupted", async () => {
  const children = [
    child(2, "Essential container in task exited", 3),
    child(0, "Host EC2 (instance i-0a) terminated."),
  ];
  const { compute } = await open(({ path, body }) => {
    if (path === "/v1/listjobs")
      return {
        jobSummaryList: [
          { jobId: "1:2", jobName: "a" },
          { jobId: "1:0", jobName: "a" },
        ],
      };
    if (idsIn(body).length === 2) return { jobs: children };
    return { jobs: [{ ...detail, statusReason: "Array Child Job failed", arrayProperties: { size: 3 } }] };
  });
  expect((await compute.describe("1"))?.reason).toBe("child 2: exit code 3: Essential container in task exited");
  children.shift();
  children.unshift(child(1, "Your Spot Task was interrupted.", 137));
  expect((await compute.describe("1"))?.reason).toBe("child 0: Host EC2 (instance i-0a) terminated.");
});

test("a request to Batch describes at most 100 jobs", async () => {
  const { compute, requests } = await open(({ body }) => ({
    jobs: idsIn(body).map((id) => ({ ...detail, jobId: id, status: "RUNNING" })),
  }));
  const ids = Array.from({ length: 250 }, (_, i) => `job-${i}`);
  const found = await compute.describeAll(ids);
  expect([...found.keys()]).toEqual(ids);
  expect(found.get("job-249")).toEqual({ id: "job-249", name: "a", state: "running" });
  expect(requests.map(({ body }) => idsIn(body).length)).toEqual([100, 100, 50]);
});

test("cancel sends the reason to Batch, and describe returns it", async () => {
  const { compute, requests } = await open(({ path }) =>
    path === "/v1/terminatejob"
      ? {}
      : { jobs: [{ ...detail, statusReason: "cancelled: enough", attempts: [{ container: { exitCode: 143 } }] }] },
  );
  await compute.cancel("1", "enough");
  expect(requests[0]).toEqual({ path: "/v1/terminatejob", body: { jobId: "1", reason: "cancelled: enough" } });
  expect(await compute.describe("1")).toEqual({ id: "1", name: "a", state: "failed", reason: "cancelled: enough" });
});

const exited = "Essential container in task exited";
const ended = (statusReason: string | undefined, exitCode?: number, reason?: string) =>
  reasonOf({
    ...detail,
    statusReason,
    attempts: [{ container: { exitCode: 1 } }, { container: { exitCode, reason } }],
  });
const ofSeveral = (several: { readonly name: string; readonly exitCode?: number; readonly reason?: string }[]) =>
  reasonOf({ ...detail, statusReason: exited, attempts: [{ taskProperties: [{ containers: several }] }] });

test("the reason of a failure starts with the part that decides about a retry", () => {
  expect(ended(exited, 75)).toBe("exit code 75: Essential container in task exited");
  expect(ended(exited, 137, "OutOfMemoryError: Container killed due to memory usage")).toBe(
    "exit code 137: OutOfMemoryError: Container killed due to memory usage",
  );
  expect(ended("Host EC2 (instance i-0a) terminated.", 137)).toBe("Host EC2 (instance i-0a) terminated.");
  expect(ended("Your Spot Task was interrupted.", 143)).toBe("Your Spot Task was interrupted.");
  expect(ended("Task failed to start", undefined, "CannotPullContainerError: no such image")).toBe(
    "Task failed to start: CannotPullContainerError: no such image",
  );
  expect(ended(undefined)).toBe("AWS Batch gave no reason");
  const containers = [
    { name: "server", exitCode: 1 },
    { name: "worker", exitCode: 75 },
  ];
  expect(ofSeveral(containers)).toBe("exit code 75: Essential container in task exited");
  expect(
    ofSeveral([{ name: "weights", exitCode: 2 }, { name: "server" }, { name: "worker", reason: "never ran" }]),
  ).toBe("exit code 2: the container weights failed; read its log");
  expect(
    ofSeveral([
      { name: "weights", exitCode: 0 },
      { name: "worker", reason: "CannotStartContainerError" },
    ]),
  ).toBe("Essential container in task exited: CannotStartContainerError");
});
