import { describe, expect, test } from "vitest";
import { z } from "zod";
import { all, one, sorted, stages } from "./program.ts";

const environments = (): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    all(stages.dev, "batch/computeEnvironment:ComputeEnvironment").map(({ name, inputs }) => [
      name,
      z.record(z.string(), z.unknown()).parse(inputs["computeResources"]),
    ]),
  );
const arn = (name: string) => `arn:aws:batch:eu-central-1:123456789012:${name}`;

export function machineCases(): void {
  describe("machines", () => {
    test("each GPU class runs on Spot, and on demand if Spot has no machine; both scale to zero", () => {
      const short = Object.entries(environments()).map(([name, resources]) => [
        name,
        resources["type"],
        resources["allocationStrategy"],
        resources["minVcpus"],
        resources["maxVcpus"],
        resources["instanceTypes"],
      ]);
      const g = ["g6.2xlarge", "g5.2xlarge"];
      expect(sorted(short)).toEqual([
        ["CpuOnDemand", "FARGATE", undefined, undefined, 64, undefined],
        ["CpuSpot", "FARGATE_SPOT", undefined, undefined, 64, undefined],
        ["OnDemand-gpu-24", "EC2", "BEST_FIT_PROGRESSIVE", 0, 32, g],
        // 20 GPUs at most are two machines of eight
        ["OnDemand-gpu-8x80", "EC2", "BEST_FIT_PROGRESSIVE", 0, 384, ["p5.48xlarge"]],
        ["Spot-gpu-24", "SPOT", "SPOT_PRICE_CAPACITY_OPTIMIZED", 0, 32, g],
        ["Spot-gpu-8x80", "SPOT", "SPOT_PRICE_CAPACITY_OPTIMIZED", 0, 384, ["p5.48xlarge"]],
      ]);
    });

    test("running jobs have six hours before Batch replaces their machine", () => {
      const policies = all(stages.dev, "batch/computeEnvironment:ComputeEnvironment").flatMap(({ name, inputs }) =>
        name.includes("gpu") ? [inputs["updatePolicy"]] : [],
      );
      const sixHours = { terminateJobsOnUpdate: false, jobExecutionTimeoutMinutes: 360 };
      expect(policies).toEqual([sixHours, sixHours, sixHours, sixHours]);
    });

    test("each class has a queue, and so has CPU; queues are fair between owners and prefer Spot", () => {
      const queues = all(stages.dev, "batch/jobQueue:JobQueue").map(({ inputs }) => [
        inputs["name"],
        inputs["schedulingPolicyArn"],
        inputs["computeEnvironmentOrders"],
      ]);
      const spotFirst = (spot: string, onDemand: string) => [
        { order: 1, computeEnvironment: arn(spot) },
        { order: 2, computeEnvironment: arn(onDemand) },
      ];
      expect(sorted(queues)).toEqual([
        ["medhelm-dev-cpu", arn("FairShare"), spotFirst("CpuSpot", "CpuOnDemand")],
        ["medhelm-dev-gpu-24", arn("FairShare"), spotFirst("Spot-gpu-24", "OnDemand-gpu-24")],
        ["medhelm-dev-gpu-8x80", arn("FairShare"), spotFirst("Spot-gpu-8x80", "OnDemand-gpu-8x80")],
      ]);
      expect(one(stages.dev, "batch/schedulingPolicy:SchedulingPolicy", "FairShare")["fairSharePolicy"]).toEqual({
        computeReservation: 0,
        shareDecaySeconds: 86_400,
        shareDistributions: [{ shareIdentifier: "further", weightFactor: 999.9999 }],
      });
    });

    test("a job that fits no machine fails after an hour", () => {
      for (const { inputs } of all(stages.dev, "batch/jobQueue:JobQueue"))
        expect(inputs["jobStateTimeLimitActions"]).toEqual(
          ["MISCONFIGURATION:COMPUTE_ENVIRONMENT_MAX_RESOURCE", "MISCONFIGURATION:JOB_RESOURCE_REQUIREMENT"].map(
            (reason) => ({ reason, state: "RUNNABLE", maxTimeSeconds: 3600, action: "CANCEL" }),
          ),
        );
    });

    test("a machine's disk is encrypted and holds the class's weights; its metadata service requires tokens", () => {
      const sizes = all(stages.dev, "ec2/launchTemplate:LaunchTemplate").map(({ name, inputs }) => {
        expect(inputs["metadataOptions"]).toEqual({
          httpEndpoint: "enabled",
          httpTokens: "required",
          httpPutResponseHopLimit: 1,
        });
        const [disk] = z
          .array(z.object({ deviceName: z.string(), ebs: z.record(z.string(), z.unknown()) }))
          .parse(inputs["blockDeviceMappings"]);
        expect(disk).toMatchObject({ deviceName: "/dev/xvda", ebs: { encrypted: "true", volumeType: "gp3" } });
        return [name, disk?.ebs["volumeSize"]];
      });
      expect(sorted(sizes)).toEqual([
        ["Machine-gpu-24", 69], // 60 and 1.1 x (3 + 5)
        ["Machine-gpu-8x80", 214], // 60 and 1.1 x 140
      ]);
    });

    test("a reclaimed machine is drained, and containers have 110 seconds to stop and enough time to start", () => {
      const [template] = all(stages.dev, "ec2/launchTemplate:LaunchTemplate");
      const userData = Buffer.from(z.string().parse(template?.inputs["userData"]), "base64").toString("utf8");
      expect(userData).toMatch(
        /^MIME-Version: 1\.0\nContent-Type: multipart\/mixed; boundary="==MEDHELM=="\n\n--==MEDHELM==\n/,
      );
      expect(userData).toMatch(/\n--==MEDHELM==--\n$/);
      expect(userData.split("\n").filter((line) => line.startsWith("ECS_"))).toEqual([
        "ECS_ENABLE_SPOT_INSTANCE_DRAINING=true",
        "ECS_CONTAINER_STOP_TIMEOUT=110s",
        "ECS_CONTAINER_START_TIMEOUT=10m",
        "ECS_IMAGE_PULL_INACTIVITY_TIMEOUT=10m",
        "ECS_ENABLE_TASK_IAM_ROLE=true",
        "ECS_ENABLE_TASK_IAM_ROLE_NETWORK_HOST=true",
        "ECS_ENABLE_AWSLOGS_EXECUTIONROLE_OVERRIDE=true",
        "ECS_ENGINE_TASK_CLEANUP_WAIT_DURATION=1m",
      ]);
      const gpus = Object.entries(environments()).filter(([name]) => name.includes("gpu"));
      expect(gpus).toHaveLength(4);
      for (const [, resources] of gpus)
        expect(resources).toMatchObject({
          ec2Configurations: [{ imageType: "ECS_AL2023_NVIDIA" }],
          launchTemplate: { version: "1" },
          tags: { project: "medhelm", stage: "dev" },
        });
    });

    test("machines accept no connection, use no NAT, and reach S3 and DynamoDB without the internet", () => {
      expect(one(stages.dev, "ec2/securityGroup:SecurityGroup", "WorkerSecurityGroup")["ingress"]).toEqual([]);
      expect(one(stages.dev, "ec2/defaultSecurityGroup:DefaultSecurityGroup", "NobodySecurityGroup")).toMatchObject({
        ingress: [],
        egress: [],
      });
      expect(stages.dev.resources.filter(({ type }) => /nat|eip/i.test(type.split(":")[1] ?? ""))).toEqual([]);
      for (const [endpoint, service] of [
        ["S3Endpoint", "s3"],
        ["DynamoEndpoint", "dynamodb"],
      ] as const)
        expect(one(stages.dev, "ec2/vpcEndpoint:VpcEndpoint", endpoint)).toMatchObject({
          serviceName: `com.amazonaws.eu-central-1.${service}`,
          vpcEndpointType: "Gateway",
          routeTableIds: ["Routes-id"],
        });
      for (const resources of Object.values(environments()))
        expect(resources).toMatchObject({
          subnets: ["Subnet0-id", "Subnet1-id", "Subnet2-id"],
          securityGroupIds: ["WorkerSecurityGroup-id"],
        });
    });
  });
}
