import { describe, expect, test } from "vitest";
import { asRecord, ContainerProperties, cpuJob, EcsProperties, gpuJob, JOB } from "./jobs.ts";
import { all, json, names, one, stages } from "./program.ts";

const secretsOf = (name: string) =>
  cpuJob(stages.dev, name).secrets.map(({ name: variable, valueFrom }) => `${variable} ${valueFrom}`);

const rolesOf = (name: string) => {
  const { executionRoleArn, jobRoleArn } = cpuJob(stages.dev, name);
  return [executionRoleArn, jobRoleArn].map((arn) => arn.replace("arn:aws:iam::123456789012:role/", ""));
};

const logOptions = (stream: string) => ({
  "awslogs-region": "eu-central-1",
  "awslogs-group": "/medhelm-dev/jobs",
  "awslogs-stream-prefix": stream,
});

export function jobCases(): void {
  describe("jobs", () => {
    const cpuVariants = ["", "-OPENAI_API_KEY", "-OTHER_API_KEY", "-OPENAI_API_KEY-OTHER_API_KEY"];

    test("every subset of the secrets and every served deployment has a definition, for public data and for each organisation", () => {
      const workers = [
        ...cpuVariants.map((secrets) => `cpu${secrets}`),
        "local_small_1b",
        "local_large_70b",
        "local_packed_8b",
      ].flatMap((what) => [`worker-${what}`, `worker-${what}-org-st_mary`]);
      expect(names(stages.dev, JOB).toSorted()).toEqual(
        [...workers, "aggregate", "release", "site", "pull-weights"].toSorted(),
      );
      for (const { name, inputs } of all(stages.dev, JOB)) expect(inputs["name"]).toBe(`medhelm-dev-${name}`);
    });

    test("Batch retries a job after the loss of its host or exit code 75, and fails it otherwise", () => {
      for (const { inputs } of all(stages.dev, JOB)) {
        expect(inputs["retryStrategy"]).toEqual({
          attempts: 10,
          evaluateOnExits: [
            { action: "RETRY", onStatusReason: "Host EC2*" },
            { action: "RETRY", onStatusReason: "Your Spot Task was interrupted*" },
            { action: "RETRY", onExitCode: "75" },
            { action: "EXIT", onReason: "*" },
          ],
        });
        expect(inputs["propagateTags"]).toBe(true);
      }
    });

    test("a job refers to exactly the secrets in its name", () => {
      const arn = "arn:aws:secretsmanager:eu-central-1:123456789012:";
      expect(secretsOf("worker-cpu")).toEqual([]);
      expect(secretsOf("worker-cpu-OPENAI_API_KEY")).toEqual([`OPENAI_API_KEY ${arn}OPENAI_API_KEY`]);
      expect(secretsOf("worker-cpu-OPENAI_API_KEY-OTHER_API_KEY-org-st_mary")).toEqual([
        `OPENAI_API_KEY ${arn}OPENAI_API_KEY`,
        `OTHER_API_KEY ${arn}OTHER_API_KEY`,
      ]);
      expect(secretsOf("pull-weights")).toEqual([`HF_TOKEN ${arn}HF_TOKEN`]);
      for (const name of ["aggregate", "release", "site"]) expect(secretsOf(name)).toEqual([]);
    });

    test("the execution role reads only those secrets, and the job role only that data", () => {
      expect(rolesOf("worker-cpu")).toEqual(["StartCpu", "Worker"]);
      expect(rolesOf("worker-cpu-OTHER_API_KEY")).toEqual(["StartCpu_OTHER_API_KEY", "Worker"]);
      expect(rolesOf("worker-cpu-OTHER_API_KEY-org-st_mary")).toEqual(["StartCpu_OTHER_API_KEY", "Worker_st-mary"]);
      expect(rolesOf("aggregate")).toEqual(["StartCpu", "AggregateJob"]);
      expect(rolesOf("release")).toEqual(["StartCpu", "ReleaseJob"]);
      expect(rolesOf("site")).toEqual(["StartCpu", "SiteJob"]);
      expect(rolesOf("pull-weights")).toEqual(["StartPullWeights", "PullWeights"]);
      const task = gpuJob(stages.dev, "worker-local_small_1b-org-st_mary").task;
      expect([task.executionRoleArn, task.taskRoleArn]).toEqual([
        "arn:aws:iam::123456789012:role/StartGpu",
        "arn:aws:iam::123456789012:role/Worker_st-mary",
      ]);
      expect(gpuJob(stages.dev, "worker-local_small_1b").task.taskRoleArn).toBe(
        "arn:aws:iam::123456789012:role/Worker",
      );
    });

    test("each job on Fargate has its program, size and environment", () => {
      const seen = ["worker-cpu-org-st_mary", "aggregate", "release", "site", "pull-weights"].map((name) => {
        const { command, resourceRequirements, environment } = cpuJob(stages.dev, name);
        expect(one(stages.dev, JOB, name)["platformCapabilities"]).toEqual(["FARGATE"]);
        return [
          name,
          command,
          resourceRequirements.map(({ value }) => value),
          Object.keys(asRecord(environment)).toSorted(),
        ];
      });
      const buckets = [
        "MEDHELM_DATA_BUCKET",
        "MEDHELM_INDEX_TABLE",
        "MEDHELM_INPUTS_BUCKET",
        "MEDHELM_RESULTS_BUCKET",
        "MEDHELM_SCRATCH_BUCKET",
      ];
      const common = ["AWS_REGION", "MEDHELM_CONF", "MEDHELM_LOG_LEVEL"];
      expect(seen).toEqual([
        [
          "worker-cpu-org-st_mary",
          ["worker"],
          ["1", "4096"],
          [...common, ...buckets, "MEDHELM_DISPATCH_QUEUE", "MEDHELM_MODELS_BUCKET", "MEDHELM_ORGANISATION"].toSorted(),
        ],
        ["aggregate", ["aggregate"], ["4", "16384"], [...common, ...buckets].toSorted()],
        ["release", ["release"], ["1", "4096"], [...common, ...buckets, "MEDHELM_SITE_BUCKET"].toSorted()],
        [
          "site",
          ["site"],
          ["2", "8192"],
          ["AWS_REGION", "MEDHELM_INDEX_TABLE", "MEDHELM_LOG_LEVEL", "MEDHELM_RESULTS_BUCKET", "MEDHELM_SITE_BUCKET"],
        ],
        ["pull-weights", ["pull-weights"], ["2", "4096"], [...common, "MEDHELM_MODELS_BUCKET"]],
      ]);
      expect(asRecord(cpuJob(stages.dev, "worker-cpu-org-st_mary").environment)["MEDHELM_ORGANISATION"]).toBe(
        "st-mary",
      );
      expect(asRecord(cpuJob(stages.dev, "worker-cpu").environment)["MEDHELM_ORGANISATION"]).toBeUndefined();
    });

    test("a definition names its image by digest", () => {
      const images = all(stages.dev, JOB).flatMap(({ inputs }) =>
        inputs["containerProperties"] === undefined
          ? json(inputs["ecsProperties"], EcsProperties).taskProperties.flatMap(({ containers }) =>
              containers.map(({ image }) => image),
            )
          : [json(inputs["containerProperties"], ContainerProperties).image],
      );
      expect(images).toHaveLength(8 + 6 * 3 + 4);
      for (const image of images) expect(image).toMatch(/@sha256:[0-9a-f]{64}$/);
    });

    test("a GPU job copies the weights, then starts the server with all GPUs, and the worker", () => {
      const { container } = gpuJob(stages.dev, "worker-local_large_70b");
      const order = ["weights", "server", "worker"].map((name) => [
        name,
        container(name).essential,
        container(name).dependsOn?.map(({ containerName, condition }) => `${containerName} ${condition}`),
      ]);
      expect(order).toEqual([
        ["weights", false, undefined],
        ["server", false, ["weights SUCCESS"]],
        ["worker", true, ["server START"]],
      ]);
      const sizes = (name: string) => container(name).resourceRequirements.map(({ type, value }) => `${type} ${value}`);
      expect(sizes("server")).toEqual(["VCPU 190", "MEMORY 1881292", "GPU 8"]);
      expect(sizes("worker")).toEqual(["VCPU 1", "MEMORY 4096"]);
      expect(sizes("weights")).toEqual(["VCPU 1", "MEMORY 2048"]);
      expect(container("server").linuxParameters).toEqual({ sharedMemorySize: 470_323 });
      const small = gpuJob(stages.dev, "worker-local_small_1b").container("server");
      expect(small.resourceRequirements.at(-1)).toEqual({ type: "GPU", value: "1" });
    });

    test("the server reads its weights from the volume, uses the client's model name and listens on loopback only", () => {
      const { container } = gpuJob(stages.dev, "worker-local_small_1b");
      const weights = "Example/Small-1B@0123456789abcdef0123456789abcdef01234567";
      expect(container("weights").command).toEqual(["weights", weights, "/weights"]);
      expect(container("server").command.join(" ")).toBe(
        `/weights/${weights} --served-model-name small-1b --host 127.0.0.1 --port 8000 --tensor-parallel-size 1 --max-model-len 4096 --enforce-eager`,
      );
      expect(container("server").mountPoints).toEqual([
        { sourceVolume: "weights", containerPath: "/weights", readOnly: true },
        { sourceVolume: "server", containerPath: "/server", readOnly: false },
      ]);
      expect(gpuJob(stages.dev, "worker-local_small_1b").task.volumes).toEqual([
        { name: "weights", host: { sourcePath: "/var/lib/medhelm/weights" } },
        { name: "server", host: {} },
      ]);
    });

    test("a deployment with a GGUF file is served by llama.cpp, whose context is that of all its slots", () => {
      const server = gpuJob(stages.dev, "worker-local_packed_8b").container("server");
      expect(server.image).toContain("/llama-cpp@sha256:");
      expect(server.command.join(" ")).toBe(
        "--model /weights/Example/Packed-8B-GGUF@fedcba9876543210fedcba9876543210fedcba98/packed-8b-q4_k_m.gguf --alias packed-8b --host 127.0.0.1 --port 8000 --n-gpu-layers 999 --parallel 4 --ctx-size 32768",
      );
      expect(gpuJob(stages.dev, "worker-local_small_1b").container("server").image).toContain("/vllm-openai@sha256:");
    });

    test("no container of a GPU job writes a core dump, which would hold prompts and keys", () => {
      const { task } = gpuJob(stages.dev, "worker-local_small_1b");
      expect(task.containers.map(({ ulimits }) => ulimits)).toEqual(
        ["weights", "server", "worker"].map(() => [{ name: "core", softLimit: 0, hardLimit: 0 }]),
      );
    });

    test("every container logs to the stack's group, in a stream with its name", () => {
      const { task } = gpuJob(stages.dev, "worker-local_small_1b");
      expect(task.containers.map(({ logConfiguration }) => logConfiguration.options)).toEqual(
        ["weights", "server", "worker"].map(logOptions),
      );
      for (const name of ["worker-cpu", "aggregate", "release", "site", "pull-weights"])
        expect(cpuJob(stages.dev, name).logConfiguration.options).toEqual(logOptions(name.replace(/-cpu$/, "")));
    });

    test("the worker of a served model knows its deployment and has no secret of a provider", () => {
      const { container } = gpuJob(stages.dev, "worker-local_small_1b-org-st_mary");
      expect(asRecord(container("worker").environment)).toMatchObject({
        MEDHELM_SERVED: "local/small-1b",
        MEDHELM_SERVER_URL: "http://127.0.0.1:8000/v1",
        MEDHELM_SERVER_FOLDER: "/server",
        MEDHELM_ORGANISATION: "st-mary",
        MEDHELM_CONF: "/app/conf",
        AWS_REGION: "eu-central-1",
        MEDHELM_LOG_LEVEL: "info",
      });
      for (const name of ["weights", "server", "worker"]) expect(container(name).secrets).toBeUndefined();
      expect(asRecord(container("server").environment)).toEqual({
        MEDHELM_SERVER_FOLDER: "/server",
        HF_HUB_OFFLINE: "1",
        TRANSFORMERS_OFFLINE: "1",
        VLLM_NO_USAGE_STATS: "1",
        DO_NOT_TRACK: "1",
      });
    });
  });
}
