import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import {
  dispatchPorts,
  MESSAGE,
  storeWithSubmission,
  SUBMISSION,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { dispatch } from "./dispatch.ts";

test("if two deliveries find a dead dispatcher's claim, one starts the job, even if etags are MD5 hashes", async () => {
  const clock = fakeClock();
  const objects = await storeWithSubmission(SUBMISSION, { clock, etags: "of the bytes" });
  const dead = { formatVersion: 1, ...MESSAGE, attempt: 1, faults: 0 };
  await putJson(objects, keys.job(MESSAGE.submission, MESSAGE.deployment, MESSAGE.role), dead);
  await clock.advance(60_000);
  const compute = testCompute();
  const ports = dispatchPorts(objects, compute, clock);
  await Promise.all([dispatch(ports, MESSAGE), dispatch(ports, MESSAGE)]);
  expect(compute.jobs).toHaveLength(1);
});
