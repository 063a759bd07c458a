// Machines with GPUs, a queue for each class of conf/gpu_classes.yaml: Spot, and on-demand where there is none. Both scale to zero.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { gpuClasses } from "./conf.ts";
import { fairShare } from "./fair-share.ts";
import { jobPrefix, tags } from "./names.ts";
import { workerNetwork } from "./network.ts";
import { arnHere, policyOf } from "./permissions.ts";

/** On the machine; the containers of a job see it as one volume. */
export const WEIGHTS_ON_HOST = "/var/lib/medhelm/weights";

/** What ECS's agent needs on a machine. AWS's own policy for it also grants all of ECR and every log of the account. */
const machineRole = new aws.iam.Role("Machine", {
  assumeRolePolicy: aws.iam.assumeRolePolicyForPrincipal({ Service: "ec2.amazonaws.com" }),
});
new aws.iam.RolePolicy("MachinePolicy", {
  role: machineRole.id,
  policy: policyOf([
    {
      // Batch makes the cluster and its name, when it makes the compute environment
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
 * Batch joins this with its own part, hence MIME. A reclaimed machine is drained: it gets no further job. Draining stops the tasks of
 * ECS services alone, and Batch's are none, so what runs is told by the machine's own shutdown, with little time: nothing depends on
 * being told. A job that is cancelled has 110 seconds from SIGTERM to SIGKILL.
 * The server's image is some 10 GB and may take longer than the agent's minute to unpack, and its GPUs longer than three to start.
 * The roles of host-network tasks, their logs included, are the tasks' own, not the machine's. The image's user is not root,
 * hence a folder that everybody may write.
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

/** The images, unpacked, and what the machine needs for itself. */
const IMAGES_GB = 60;

type GpuClass = (typeof gpuClasses)[number];

/** Room for all weights that are served in the class, each once: what one job brought stays for the machine's next. */
function volumeGb({ deployments }: GpuClass) {
  const weights = new Map(deployments.map(({ served }) => [`${served.repo}@${served.revision}`, served.weightsGb]));
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
          // 140 GB of weights in two and a half minutes; gp3's default takes nineteen, at a GPU machine's price
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
      launchTemplate: { launchTemplateId: template.id, version: $interpolate`${template.latestVersion}` }, // a new one renews the machines
      tags,
      ...workerNetwork,
    },
    // new machines, say after a change of the launch template: what runs has six hours, and is then tried again
    updatePolicy: { terminateJobsOnUpdate: false, jobExecutionTimeoutMinutes: 360 },
    tags,
  });
}

/** class -> its queue */
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
