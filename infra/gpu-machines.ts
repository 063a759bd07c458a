// Machines with GPUs: one queue for each class of conf/gpu_classes.yaml. Batch tries Spot first, then on-demand; both scale to zero.
// batch.ts says why these are not components of sst.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { gpuClasses } from "./conf.ts";
import { fairShare } from "./fair-share.ts";
import { jobPrefix, tags } from "./names.ts";
import { workerNetwork } from "./network.ts";
import { arnHere, policyOf } from "./permissions.ts";

/** A folder of the machine, which the containers of a job mount as a volume. */
export const WEIGHTS_ON_HOST = "/var/lib/medhelm/weights";

/** The permissions of the ECS agent. AWS's own policy for it also allows all of ECR and every log of the account. */
const machineRole = new aws.iam.Role("Machine", {
  assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "ec2.amazonaws.com" }),
});
new aws.iam.RolePolicy("MachinePolicy", {
  role: machineRole.id,
  policy: policyOf([
    {
      // the name is unknown here, because Batch creates the cluster together with the compute environment
      actions: [
        "ecs:RegisterContainerInstance",
        "ecs:DeregisterContainerInstance",
        "ecs:SubmitTaskStateChange",
        "ecs:SubmitContainerStateChange",
        "ecs:SubmitAttachmentStateChanges",
      ],
      resources: [arnHere("ecs", "cluster/*")],
    },
    {
      actions: ["ecs:Poll", "ecs:StartTelemetrySession", "ecs:UpdateContainerInstancesState"],
      resources: [arnHere("ecs", "container-instance/*")],
    },
    {
      actions: ["ecs:TagResource"],
      resources: [arnHere("ecs", "container-instance/*")],
      conditions: [{ test: "StringEquals", variable: "ecs:CreateAction", values: ["RegisterContainerInstance"] }],
    },
    { actions: ["ecs:DiscoverPollEndpoint"], resources: ["*"] },
  ]),
});
const machineProfile = new aws.iam.InstanceProfile("MachineProfile", { role: machineRole.name });

const BOUNDARY = "==MEDHELM==";
/**
 * The format is MIME, because Batch adds a part of its own. A reclaimed machine is drained: it gets no further job. Draining stops
 * only tasks of ECS services, and Batch jobs are not services. A running job gets SIGTERM from the shutdown of the machine, with
 * little time left; correctness does not depend on that signal. A cancelled job has 110 seconds from SIGTERM to SIGKILL.
 * The time-outs are longer than the defaults. The image of the server has about 10 GB and takes more than a minute to unpack. The GPUs take more than
 * three minutes to start. Tasks on the host's network use their own roles, also for logs.
 * The user of the image is not root, so that every user may write to the folder of weights.
 */
const userData = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="${BOUNDARY}"

--${BOUNDARY}
Content-Type: text/x-shellscript; charset="us-ascii"

#!/bin/bash
cat >>/etc/ecs/ecs.config <<'CONFIG'
ECS_ENABLE_SPOT_INSTANCE_DRAINING=true
ECS_CONTAINER_STOP_TIMEOUT=110s
ECS_CONTAINER_START_TIMEOUT=10m
ECS_IMAGE_PULL_INACTIVITY_TIMEOUT=10m
ECS_ENABLE_TASK_IAM_ROLE=true
ECS_ENABLE_TASK_IAM_ROLE_NETWORK_HOST=true
ECS_ENABLE_AWSLOGS_EXECUTIONROLE_OVERRIDE=true
ECS_ENGINE_TASK_CLEANUP_WAIT_DURATION=1m
CONFIG
install -d -m 1777 ${WEIGHTS_ON_HOST}

--${BOUNDARY}--
`;

/** Space for the unpacked images and the system. */
const IMAGES_GB = 60;

type GpuClass = (typeof gpuClasses)[number];

/** Space for one copy of all weights of the class, because weights stay on the machine for its next jobs. */
function volumeGb({ deployments }: GpuClass) {
  const weights = new Map(
    deployments.map(({ served }) => [`${served.repo}@${served.revision} ${served.gguf ?? ""}`, served.weightsGb]),
  );
  return IMAGES_GB + Math.ceil(1.1 * [...weights.values()].reduce((sum, gb) => sum + gb, 0));
}

const launchTemplate = (gpuClass: GpuClass) =>
  new aws.ec2.LaunchTemplate(`Machine-${gpuClass.name}`, {
    updateDefaultVersion: true,
    userData: btoa(userData),
    metadataOptions: { httpEndpoint: "enabled", httpTokens: "required", httpPutResponseHopLimit: 1 },
    blockDeviceMappings: [
      {
        deviceName: "/dev/xvda",
        ebs: {
          volumeType: "gp3",
          volumeSize: volumeGb(gpuClass),
          // Writes 140 GB of weights in two and a half minutes. The default of gp3 takes nineteen, while the GPU machine costs money.
          throughput: 1000,
          iops: 4000,
          encrypted: "true",
          deleteOnTermination: "true",
        },
      },
    ],
    tagSpecifications: ["instance", "volume"].map((resourceType) => ({ resourceType, tags })),
  });

function environment(name: string, gpuClass: GpuClass, template: aws.ec2.LaunchTemplate, isSpot: boolean) {
  return new aws.batch.ComputeEnvironment(name, {
    type: "MANAGED",
    computeResources: {
      type: isSpot ? "SPOT" : "EC2",
      allocationStrategy: isSpot ? "SPOT_PRICE_CAPACITY_OPTIMIZED" : "BEST_FIT_PROGRESSIVE",
      instanceTypes: gpuClass.instanceTypes,
      minVcpus: 0,
      maxVcpus: Math.floor(gpuClass.maxGpus / gpuClass.gpus) * gpuClass.vcpus,
      ec2Configurations: [{ imageType: "ECS_AL2023_NVIDIA" }],
      instanceRole: machineProfile.arn,
      launchTemplate: { launchTemplateId: template.id, version: $interpolate`${template.latestVersion}` }, // a new version replaces the machines
      tags,
      ...workerNetwork,
    },
    // After a change of the launch template, running jobs have six hours before Batch replaces their machine and retries them.
    updatePolicy: { terminateJobsOnUpdate: false, jobExecutionTimeoutMinutes: 360 },
    tags,
  });
}

/** the name of a class -> its queue */
export const gpuQueues = new Map(
  gpuClasses.map((gpuClass) => {
    const { name } = gpuClass;
    const template = launchTemplate(gpuClass);
    return [
      name,
      fairShare(`Queue-${name}`, jobNames.gpuQueue(jobPrefix, name), [
        environment(`Spot-${name}`, gpuClass, template, true),
        environment(`OnDemand-${name}`, gpuClass, template, false),
      ]),
    ];
  }),
);
