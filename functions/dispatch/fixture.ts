import { memoryStore } from "@medhelm/adapters/memory";
import { keys } from "@medhelm/core/object-keys";
import { putJson } from "@medhelm/core/objects";
import type { Compute, Job, JobRequest, JobState, ObjectStore } from "@medhelm/core/ports";
import { Deployment } from "@medhelm/core/run/deployment";
import type { DispatchMessage, StoredSubmission } from "@medhelm/core/submission";

export interface TestCompute extends Compute {
  readonly jobs: (Job & { readonly environment: JobRequest["environment"] })[];
  /** as they were submitted */
  readonly requests: JobRequest[];
  end(id: string, state: JobState, reason?: string): void;
  readonly cancelled: string[];
}

/** For tests: jobs that run until the test ends them. */
export function testCompute(): TestCompute {
  const jobs: TestCompute["jobs"] = [];
  const requests: JobRequest[] = [];
  const cancelled: string[] = [];
  return {
    jobs,
    requests,
    cancelled,
    async submit(request) {
      const { name, environment } = request;
      requests.push(request);
      const id = `job-${jobs.length + 1}`;
      jobs.push({ id, name, state: "running", environment });
      return { id };
    },
    describe: async (id) => jobs.find((job) => job.id === id),
    describeAll: async (ids) =>
      new Map(jobs.filter(({ id }) => ids.includes(id)).map((job): [string, Job] => [job.id, job])),
    findByName: async (name) => jobs.findLast((job) => job.name === name),
    cancel: async (id) => void cancelled.push(id),
    end(id, state, reason) {
      const at = jobs.findIndex((job) => job.id === id);
      const job = jobs[at];
      if (job !== undefined) jobs[at] = { ...job, state, ...(reason === undefined ? {} : { reason }) };
    },
  };
}

export const SUBMISSION: StoredSubmission = {
  formatVersion: 1,
  id: "sub",
  owner: "ann",
  createdAt: "2025-01-01T00:00:00.000Z",
  request: { suite: "s", entries: [{ description: "quiz:model=m/one" }] },
  runs: ["quiz:model=m_one", "quiz,shots=5:model=m_one"].map((run) => ({
    run,
    description: "quiz:model=m/one",
    benchmark: "quiz",
    model: "m/one",
    modelDeployment: "m/one",
  })),
};
export const MESSAGE: DispatchMessage = { submission: "sub", deployment: "m/one", role: "candidate" };

/** A store with one submission: of two runs on one deployment, where nothing else is given. */
export async function storeWithSubmission(
  submission = SUBMISSION,
  options: Parameters<typeof memoryStore>[0] = {},
): Promise<ObjectStore> {
  const objects = memoryStore(options);
  await putJson(objects, keys.submission("sub"), submission);
  return objects;
}

const SERVED = { gpuClass: "gpu-24", repo: "a/b", revision: "0".repeat(40), weightsGb: 1 };
const server = (name: string, more: object = {}) => ({
  name,
  modelName: name,
  trust: "covered",
  client: { kind: "openai-chat", baseUrl: "http://127.0.0.1:8000/v1", modelSent: name },
  ...more,
});
const hosted = (name: string, secret: string) => {
  const { client, ...more } = server(name);
  return { ...more, client: { ...client, apiKeyFrom: { kind: "env", name: secret } } };
};
const SERVICE = [
  server("gpu/a", { served: { ...SERVED, replicas: 3 } }),
  server("gpu/judge", { served: SERVED }),
  server("open/server"),
  hosted("host/a", "HOST_KEY"),
  hosted("host/judge", "HOST_KEY"),
  hosted("b/judge", "B_KEY"),
].map((deployment) => Deployment.parse(deployment));

/** A service's deployments: two with GPUs of their own, three with a provider's key, one without. */
export const findDeployment = (name: string): Deployment | undefined =>
  SERVICE.find((deployment) => deployment.name === name);

type Run = StoredSubmission["runs"][number];
/** Runs by name -> what differs from a run of "m/one" without judges. */
export function submissionOf(runs: Readonly<Record<string, Partial<Run>>>): StoredSubmission {
  return {
    ...SUBMISSION,
    runs: Object.entries(runs).map(([run, more]) => ({
      run,
      description: run,
      benchmark: "quiz",
      model: "m",
      modelDeployment: "m/one",
      ...more,
    })),
  };
}

export async function putAwaiting(
  objects: ObjectStore,
  run: string,
  deployment: string,
  submission = "sub",
): Promise<void> {
  await putJson(objects, keys.progress("s", run), {
    formatVersion: 1,
    state: "awaiting",
    done: 1,
    total: 1,
    deployment,
    submission,
  });
}
