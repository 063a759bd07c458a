import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { JobRecord } from "@medhelm/core/jobs/job";
import { expect, test } from "vitest";
import { messages } from "@medhelm/testing/fixtures/api";
import type { StoredRelease } from "@medhelm/core/release/release-request";
import { releaseJobName, shardsJobName, siteJobName } from "../release/release-job-names.ts";
import { refreshRelease } from "../index/releases.ts";
import { requestId } from "../release/request-id.ts";
import { type EndedJob, JobEvent, recordJobEvent } from "./job-event.ts";

const RECORD: JobRecord = {
  formatVersion: 1,
  submission: "e6a5-01d2",
  deployment: "gpu-host/a.b",
  role: "judge",
  attempt: 2,
  id: "job-2",
  faults: 0,
};
const NAME = "e6a5-01d2-gpu-host_a_b-judge-2";

/** An event as EventBridge sends it, with fields that the service does not read. */
const event = (detail: object) => ({
  version: "0",
  id: "c8f9c4b5",
  "detail-type": "Batch Job State Change",
  source: "aws.batch",
  account: "123456789012",
  time: "2026-01-01T00:00:00Z",
  region: "us-east-1",
  resources: ["arn:aws:batch:us-east-1:123456789012:job/job-2"],
  detail: {
    jobArn: "arn:aws:batch:us-east-1:123456789012:job/job-2",
    jobId: "job-2",
    jobName: NAME,
    jobQueue: "q",
    status: "FAILED",
    statusReason: "Essential container in task exited",
    attempts: [],
    createdAt: 1,
    ...detail,
  },
});

async function bench() {
  const objects = memoryStore();
  const clock = fakeClock();
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, releaseQueue] = [queue(), queue()];
  const ended: EndedJob[] = [];
  const recordGpuJob = async (job: EndedJob) => void ended.push(job);
  await putJson(objects, keys.job(RECORD.submission, RECORD.deployment, RECORD.role), RECORD);
  await putJson(objects, keys.job(RECORD.submission, RECORD.deployment, "candidate"), { ...RECORD, role: "candidate" });
  const asked: string[] = [];
  const counted: ObjectStore = {
    ...objects,
    get: (key) => (asked.push(`get ${key}`), objects.get(key)),
    list: (prefix, options) => (asked.push(`list ${prefix}`), objects.list(prefix, options)),
  };
  const index = sqliteIndex(":memory:");
  const ports = { objects: counted, index, clock, dispatchQueue, releaseQueue, recordGpuJob };
  const request = async (stored: StoredRelease): Promise<void> => {
    await putJson(objects, keys.releaseRequest(stored.request.name), stored);
    await refreshRelease({ objects, index }, stored.request.name);
  };
  const pass = (ms: number) => clock.advance(ms);
  const deliver = (detail: object) => recordJobEvent(ports, JobEvent.parse(event(detail)));
  return { objects, dispatchQueue, releaseQueue, ended, deliver, pass, request, asked };
}

const MESSAGE = { submission: RECORD.submission, deployment: RECORD.deployment, role: RECORD.role };

test.for(["FAILED", "SUCCEEDED"])(
  "the event of an ended job (%s) sends a message to the dispatcher at once",
  async (status) => {
    const { dispatchQueue, deliver } = await bench();
    await deliver({ status });
    await deliver({ status });
    expect(await messages(dispatchQueue)).toEqual([MESSAGE, MESSAGE]); // a second message is harmless
  },
);

test("the dispatcher gets the message again when the lease of a killed worker has expired", async () => {
  const { dispatchQueue, deliver, pass } = await bench();
  await deliver({});
  expect(await dispatchQueue.depth()).toEqual({ visible: 1, inFlight: 1 });
  await pass(90_000);
  expect(await dispatchQueue.depth()).toEqual({ visible: 2, inFlight: 0 });
});

test("events of running jobs, older attempts and foreign jobs send no message", async () => {
  const { dispatchQueue, deliver } = await bench();
  for (const status of ["SUBMITTED", "RUNNABLE", "STARTING", "RUNNING"]) await deliver({ status });
  await deliver({ jobName: NAME.replace(/2$/, "1") }); // late: a newer attempt has started
  await deliver({ jobName: "somebody-elses-judge-2" });
  await deliver({ jobName: "nightly" });
  expect(await messages(dispatchQueue)).toEqual([]);
});

test("the ledger gets every period that a job used its machine, also for older attempts", async () => {
  const { ended, deliver } = await bench();
  const attempts = [
    { startedAt: 1000, stoppedAt: 4000, container: { exitCode: 75 }, statusReason: "Host EC2 terminated" },
    { startedAt: 9000, stoppedAt: 19_000, container: { exitCode: 1 } },
    { container: { reason: "CannotPullContainerError" } }, // this attempt never had a machine
  ];
  await deliver({ jobName: NAME.replace(/2$/, "1"), jobId: "job-1", attempts, startedAt: 9000, stoppedAt: 19_000 });
  await deliver({ attempts: [], startedAt: 5, stoppedAt: 7 });
  await deliver({ status: "RUNNING", startedAt: 5 });
  const job = { ...MESSAGE };
  expect(ended).toEqual([
    {
      ...job,
      jobId: "job-1",
      name: NAME.replace(/2$/, "1"),
      periods: [
        { startedAtMs: 1000, stoppedAtMs: 4000 },
        { startedAtMs: 9000, stoppedAtMs: 19_000 },
      ],
    },
    { ...job, jobId: "job-2", name: NAME, periods: [{ startedAtMs: 5, stoppedAtMs: 7 }] },
  ]);
});

test("the ledger charges an array's children, and only the parent's end sends a message", async () => {
  const { dispatchQueue, ended, deliver } = await bench();
  const child = { arrayProperties: { index: 1 }, jobId: "job-2:1", startedAt: 5, stoppedAt: 7 };
  await deliver(child);
  expect(await messages(dispatchQueue)).toEqual([]);
  await deliver({ arrayProperties: { size: 2, statusSummary: { FAILED: 1 } }, startedAt: 5, stoppedAt: 9 });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(ended.map(({ jobId, name }) => [jobId, name])).toEqual([["job-2:1", `${NAME}:1`]]);
});

test("the ledger does not charge a job that a pool's run has in the queue without GPUs, and its end sends a message", async () => {
  const { dispatchQueue, ended, deliver } = await bench();
  const times = { startedAt: 5, stoppedAt: 9 };
  await deliver({ ...times, jobQueue: "arn:aws:batch:us-east-1:123456789012:job-queue/medhelm-dev-cpu" });
  expect(ended).toEqual([]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  await deliver({ ...times, jobQueue: "arn:aws:batch:us-east-1:123456789012:job-queue/medhelm-dev-gpu-24" });
  expect(ended).toMatchObject([{ jobId: "job-2", periods: [{ startedAtMs: 5, stoppedAtMs: 9 }] }]);
});

const storedOf = (name: string): StoredRelease => ({
  formatVersion: 1,
  owner: "ann",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name, suites: ["s"], profile: "helm", publish: true },
});

test("a failed site job sends the release message again at once; a successful one sends no message", async () => {
  const { releaseQueue, dispatchQueue, deliver, request } = await bench();
  for (const name of ["v1.0-beta", "v1_0-beta"]) await request(storedOf(name));
  const jobName = siteJobName("v1.0-beta", requestId(storedOf("v1.0-beta")), 1);
  await deliver({ jobName, status: "SUCCEEDED" });
  expect(await messages(releaseQueue)).toEqual([]);
  await deliver({ jobName });
  await deliver({ jobName: siteJobName("unknown", "request", 1) });
  expect(await messages(releaseQueue)).toEqual([{ release: "v1.0-beta" }]);
  expect(await messages(dispatchQueue)).toEqual([]);
});

test("every end of a release job sends the release message, so that the next step starts at once; a child's end does not", async () => {
  const { releaseQueue, deliver, request } = await bench();
  const stored = storedOf("v1.0");
  await request(stored);
  const jobName = releaseJobName("v1.0", requestId(stored), 1);
  await deliver({ jobName, status: "SUCCEEDED" });
  await deliver({ jobName });
  const shards = shardsJobName("v1.0", requestId(stored), 1);
  await deliver({ jobName: shards, status: "SUCCEEDED", arrayProperties: { index: 1 } });
  await deliver({ jobName: shards, status: "SUCCEEDED", arrayProperties: { size: 25 } });
  expect(await messages(releaseQueue)).toEqual([{ release: "v1.0" }, { release: "v1.0" }, { release: "v1.0" }]);
});

test("the end of a release's job costs the same after a year of nightly releases", async () => {
  const { objects, deliver, request, asked } = await bench();
  for (let night = 0; night < 365; night++) {
    await putJson(objects, keys.sitePublished(`nightly.${night}`), {});
    await request(storedOf(`nightly.${night}`));
  }
  await request(storedOf("nightly.now"));
  await deliver({ jobName: siteJobName("nightly.now", requestId(storedOf("nightly.now")), 1) });
  expect(asked).toEqual([`get ${keys.releaseRequest("nightly.now")}`]);
});

test("the end of a job is handled although the record of another job cannot be read", async () => {
  const { objects, dispatchQueue, deliver } = await bench();
  await objects.put(`jobs/${RECORD.submission}/a.json`, "{");
  await deliver({});
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});
