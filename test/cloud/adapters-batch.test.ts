import {
  BatchClient,
  CreateComputeEnvironmentCommand,
  CreateJobQueueCommand,
  DescribeJobsCommand,
  RegisterJobDefinitionCommand,
} from "@aws-sdk/client-batch";
import { batchCompute } from "@medhelm/adapters/compute/batch";
import type { Compute } from "@medhelm/core/ports";
import { jobNames } from "@medhelm/core/jobs/job-places";
import { beforeAll, describe, expect, test } from "vitest";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import type { Peer } from "./peers/peer.ts";
import { usePeer } from "./peers/peer-clients.ts";

const why = whyNoMoto();
const PREFIX = "medhelm-test";
const SERVED = "vllm/one";

/**
 * The stand-in moto submits, lists and describes as Batch does, and every job succeeds at once. The unit test
 * packages/adapters/src/compute/batch.test.ts covers failures, their reasons, and what a job runs. Because moto has no ecsProperties, these tests do
 * not see a served job's environment.
 */
describe.skipIf(why !== undefined)(`Batch at moto${why === undefined ? "" : ` (${why})`}`, () => {
  const clients = usePeer(startMoto);
  let compute: Compute;
  beforeAll(async () => {
    const { peer, one } = clients();
    await createRole(peer.url);
    await createPlaces(peer);
    compute = batchCompute({ client: one.batch, prefix: PREFIX, gpuClassOf: new Map([[SERVED, "gpu-24"]]) });
  });

  test("a job is submitted to its queue and definition, with its environment, and succeeds", async () => {
    const environment = { MEDHELM_SUBMISSION: "s", MEDHELM_ROLE: "candidate" };
    const { id } = await compute.submit({ name: "one", definition: "worker", environment, owner: "x" });
    expect(await compute.describe(id)).toEqual({ id, name: "one", state: "succeeded" });
    const [found] =
      (
        await clients()
          .one.batch()
          .send(new DescribeJobsCommand({ jobs: [id] }))
      ).jobs ?? [];
    expect(found?.jobQueue).toContain(jobNames.cpuQueue(PREFIX));
    expect(found?.jobDefinition).toContain(`/${jobNames.cpuWorker(PREFIX)}:`);
    expect(found?.container?.environment).toEqual(
      expect.arrayContaining([
        { name: "MEDHELM_SUBMISSION", value: "s" },
        { name: "MEDHELM_ROLE", value: "candidate" },
      ]),
    );
  });

  test("all jobs of an exact name are found in any queue, the newest first; an unknown job is undefined", async () => {
    const cpu = { name: "same", definition: "worker", environment: {} } as const;
    await compute.submit({ ...cpu, name: "SAME" });
    const first = await compute.submit(cpu);
    await new Promise((resolve) => setTimeout(resolve, 20)); // created in another millisecond
    const second = await compute.submit({ ...cpu, served: SERVED });
    expect(first.id).not.toBe(second.id);
    expect((await compute.findByName("same")).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await compute.findByName("other")).toEqual([]);
    expect(await compute.describe("no such id")).toBeUndefined();
  });

  test("an array is one job with the requested number of children, and succeeds after them", async () => {
    const { id } = await compute.submit({ name: "array", definition: "worker", environment: {}, arraySize: 3 });
    expect(await compute.describe(id)).toEqual({ id, name: "array", state: "succeeded" });
    const children = Array.from({ length: 4 }, (_, i) => `${id}:${i}`);
    const { jobs } = await clients()
      .one.batch()
      .send(new DescribeJobsCommand({ jobs: children }));
    expect(jobs?.map(({ jobId }) => jobId).toSorted()).toEqual(children.slice(0, 3));
  });

  test("jobs are described in one request, without the missing ones", async () => {
    const ids: string[] = [];
    for (const name of ["first", "second"])
      ids.push((await compute.submit({ name, definition: "worker", environment: {} })).id);
    const unknown = Array.from({ length: 100 }, (_, i) => `no such id ${i}`);
    const found = await compute.describeAll([...ids, ...unknown]);
    expect([...found.values()].map(({ id, name }) => ({ id, name }))).toEqual([
      { id: ids[0], name: "first" },
      { id: ids[1], name: "second" },
    ]);
  });

  test("cancelling a job that has ended changes nothing", async () => {
    const { id } = await compute.submit({ name: "ended", definition: "worker", environment: {} });
    await compute.cancel(id, "too late");
    expect(await compute.describe(id)).toEqual({ id, name: "ended", state: "succeeded" });
  });

  test("a definition that the stack does not have is an error that names it", async () => {
    const unknown = { name: "n", definition: "worker", environment: {}, secrets: ["NO_SUCH_KEY"] } as const;
    await expect(compute.submit(unknown)).rejects.toThrow("medhelm-test-worker-cpu-NO_SUCH_KEY");
  });
});

/** Uses a client without time limits: moto's first call may take long, and a second creation of a place is refused. */
async function createPlaces({ url, region, credentials }: Peer): Promise<void> {
  const batch = new BatchClient({ endpoint: url, region, credentials, maxAttempts: 1 });
  const serviceRole = "arn:aws:iam::123456789012:role/peer";
  const { computeEnvironmentArn } = await batch.send(
    new CreateComputeEnvironmentCommand({ computeEnvironmentName: "peer", type: "UNMANAGED", serviceRole }),
  );
  for (const jobQueueName of [jobNames.cpuQueue(PREFIX), jobNames.gpuQueue(PREFIX, "gpu-24")])
    await batch.send(
      new CreateJobQueueCommand({
        jobQueueName,
        state: "ENABLED",
        priority: 1,
        computeEnvironmentOrder: [{ order: 1, computeEnvironment: computeEnvironmentArn }],
      }),
    );
  for (const jobDefinitionName of [jobNames.cpuWorker(PREFIX), jobNames.gpuWorker(PREFIX, SERVED)])
    await batch.send(
      new RegisterJobDefinitionCommand({
        jobDefinitionName,
        type: "container",
        containerProperties: { image: "worker", vcpus: 1, memory: 512 },
      }),
    );
}

/** Uses the plain protocol, because the tests need no other request to IAM. */
async function createRole(url: string): Promise<void> {
  const body = new URLSearchParams({ Action: "CreateRole", Version: "2010-05-08", RoleName: "peer" });
  body.set("AssumeRolePolicyDocument", JSON.stringify({ Version: "2012-10-17", Statement: [] }));
  const scope = "Credential=peer/20250101/us-east-1/iam/aws4_request"; // moto derives the service from it
  const headers = { authorization: `AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host, Signature=none` };
  const reply = await fetch(url, { method: "POST", body, headers });
  if (!reply.ok) throw new Error(`moto made no role: ${await reply.text()}`);
}
