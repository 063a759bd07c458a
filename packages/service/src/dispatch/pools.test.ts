import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import {
  dispatchPorts,
  findDeployment,
  storeWithSubmission,
  submissionOf,
  testCompute,
} from "@medhelm/testing/fixtures/dispatch";
import { expect, test } from "vitest";
import { dispatch } from "./dispatch.ts";

/** A service with pools, and a submission with two runs on a served model. */
async function bench() {
  const run = { modelDeployment: "gpu/a", judges: ["host/judge"] };
  const objects = await storeWithSubmission(submissionOf({ a: run, agent: run }));
  const compute = testCompute();
  const ports = { ...dispatchPorts(objects, compute), deployments: findDeployment, hasPools: true };
  const send = () => dispatch(ports, { submission: "sub", deployment: "gpu/a", role: "candidate" });
  const needServer = (name: string) => putJson(objects, keys.needsServer("s", name), { formatVersion: 1 });
  return { compute, send, needServer };
}

test("with pools the job of a served model has no GPUs and holds the keys of its hosted judges", async () => {
  const { compute, send } = await bench();
  await send();
  const [request] = compute.requests;
  expect(request?.environment).toMatchObject({ MEDHELM_POOLS: "on" });
  expect([request?.served, request?.secrets]).toEqual([undefined, ["HOST_KEY"]]);
});

test("runs for which no pool can ask get a job with the model's server, after the others", async () => {
  const { compute, send, needServer } = await bench();
  await needServer("agent");
  await send();
  expect(compute.requests[0]?.environment).toMatchObject({ MEDHELM_POOLS: "on" });
  compute.end("job-1", "succeeded");
  await needServer("a");
  await send();
  expect(compute.requests[1]).toMatchObject({ served: "gpu/a", environment: { MEDHELM_POOLS: "server" } });
});
