import { putJudged } from "@medhelm/testing/fixtures/judged";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryQueue } from "@medhelm/testing/queues/memory-queue";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { messages } from "@medhelm/testing/fixtures/api";
import {
  dispatchPorts,
  MESSAGE,
  storeWithSubmission,
  SUBMISSION,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "../dispatch/dispatch.ts";
import { markDone, markFailed } from "../submissions/submission-run-state.ts";
import { sweep } from "./sweep.ts";

const [first = "", second = ""] = SUBMISSION.runs.map(({ run }) => run);

async function bench() {
  const objects = await storeWithSubmission();
  const clock = fakeClock();
  const queue = () => memoryQueue({ clock, visibilityMs: 30_000 });
  const [dispatchQueue, aggregateQueue, releaseQueue] = [queue(), queue(), queue()];
  const reported: string[] = [];
  const report = (_: unknown, key: string) => void reported.push(key);
  const ports = { objects, clock, dispatchQueue, aggregateQueue, releaseQueue, report };
  return { objects, dispatchQueue, aggregateQueue, releaseQueue, reported, ports, once: () => sweep(ports) };
}

test("the sweep sends the dispatcher one message for each deployment with open runs", async () => {
  const { dispatchQueue, aggregateQueue, once } = await bench();
  expect(await once()).toEqual({ submissions: 1, dispatched: 1, aggregated: 0, released: 0 });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(await messages(aggregateQueue)).toEqual([]);
});

test("the sweep sends a run with complete answers to the aggregator until the run is sealed", async () => {
  const { objects, dispatchQueue, aggregateQueue, once } = await bench();
  await markDone(objects, "sub", first);
  await markDone(objects, "sub", second);
  await putJudged(objects, "s", second);
  const keyOf = await putJudged(objects, "s", first);
  await putJson(objects, keys.manifest("s", second), { contentSha256: "c" });
  expect(await once()).toMatchObject({ aggregated: 1, dispatched: 0 });
  await putJson(objects, keyOf("derived-0123456789ab/stats.json"), []); // the aggregator stopped after its first file
  expect(await once()).toMatchObject({ aggregated: 1, dispatched: 0 });
  const message = { suite: "s", run: first };
  expect(await messages(aggregateQueue)).toEqual([message, message]);
  expect(await messages(dispatchQueue)).toEqual([]);
});

test("the sweep sends the run of a worker that was killed while it wrote to the dispatcher", async () => {
  const { objects, dispatchQueue, aggregateQueue, once } = await bench();
  for (const run of [first, second])
    await putJson(objects, keys.progress("s", run), { formatVersion: 1, state: "judging", done: 3, total: 3 });
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep ignores stats that a late aggregator of format N-1 wrote into the run's own folder", async () => {
  const { objects, aggregateQueue, dispatchQueue, once } = await bench();
  await markDone(objects, "sub", first);
  await putJson(objects, keys.runFile("s", first, "stats.json"), []);
  await once();
  expect(await messages(aggregateQueue)).toEqual([]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep marks a submission whose runs have all ended, and skips it from then on", async () => {
  const { objects, once } = await bench();
  await markFailed(objects, "sub", first, "no such column");
  await markDone(objects, "sub", second);
  await putJson(objects, keys.manifest("s", second), { contentSha256: "c" });
  expect(await once()).toMatchObject({ submissions: 1, dispatched: 0, aggregated: 0 });
  expect(await objects.head(keys.submissionDone("sub"))).toBeDefined();
  expect(await once()).toMatchObject({ submissions: 0 });
});

test("the sweep sends messages for a running job of a cancelled submission until the job has ended", async () => {
  const { objects, dispatchQueue, ports } = await bench();
  const compute = testCompute();
  const { id } = await compute.submit({ name: "sub-m_one-candidate-1", definition: "worker", environment: {} });
  const record = { formatVersion: 1, ...MESSAGE, attempt: 1, faults: 0, id };
  await putJson(objects, keys.job("sub", "m/one", "candidate"), record);
  await putJson(objects, keys.submissionCancel("sub"), { formatVersion: 1, cancelledAt: "" });
  await sweep({ ...ports, compute });
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
  expect(await objects.head(keys.submissionDone("sub"))).toBeUndefined();
  await dispatch(dispatchPorts(objects, compute), MESSAGE);
  expect(compute.cancelled).toEqual([id]);
  compute.end(id, "failed", "cancelled: the submission was cancelled");
  await sweep({ ...ports, compute });
  expect(await messages(dispatchQueue)).toEqual([]);
  expect(await objects.head(keys.submissionDone("sub"))).toBeDefined();
});

test("the sweep reports a damaged submission and continues with the others", async () => {
  const { objects, dispatchQueue, reported, once } = await bench();
  await objects.put(keys.submission("damaged"), "{");
  expect(await once()).toMatchObject({ submissions: 1, dispatched: 1 });
  expect(reported).toEqual([keys.submission("damaged")]);
  expect(await messages(dispatchQueue)).toEqual([MESSAGE]);
});

test("the sweep requests a release without a site again, but not a failed release", async () => {
  const { objects, releaseQueue, once } = await bench();
  for (const release of ["open", "failed", "built"]) await putJson(objects, keys.releaseRequest(release), {});
  await putJson(objects, keys.releaseFailed("failed"), {});
  await putJson(objects, keys.sitePublished("built"), {});
  expect(await once()).toMatchObject({ released: 1 });
  expect(await messages(releaseQueue)).toEqual([{ release: "open" }]);
});
