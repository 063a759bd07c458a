// What the operator configures (conf/*.yaml) decides what there is to deploy: GPU classes, served models, providers' secrets,
// organisations. Read when the stack is deployed; the same folder travels in every bundle and in the image.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml } from "@medhelm/core/text/read-yaml";
import type { Deployment, Served } from "@medhelm/core/models/deployment";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { checkDistinct, jobNames } from "@medhelm/core/jobs/job-places";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { ServiceConf } from "../packages/core/src/service-conf.ts";

/** `scripts/bundle.ts --conf` takes the same folder along with the code. */
const folder = process.env.MEDHELM_CONF || "conf";
const text = (file: string) => readFileSync(join(folder, file), "utf8");

export const service = readYaml(text("service.yaml"), `${folder}/service.yaml`, ServiceConf);
const { gpuClasses: classes } = readYaml(text("gpu_classes.yaml"), `${folder}/gpu_classes.yaml`, GpuClasses);
const deployments = parseModelDeployments(
  text("model_deployments.yaml"),
  `${folder}/model_deployments.yaml`,
  new Map(), // the service's keys are in Secrets Manager
);

export interface ServedDeployment extends Deployment {
  readonly served: Served;
}
export const servedDeployments = deployments.filter(
  (deployment): deployment is ServedDeployment => deployment.served !== undefined,
);

/** Environment names of the providers' keys, sorted. */
export const secretNames = [
  ...new Set(
    deployments.flatMap(({ client, served }) =>
      client.kind === "builtin" || served !== undefined || client.apiKeyFrom?.kind !== "env"
        ? []
        : [client.apiKeyFrom.name],
    ),
  ),
].toSorted();

const MAX_SECRETS = 6; // 64 job definitions, and as many again for each organisation
if (secretNames.length > MAX_SECRETS)
  throw new Error(
    `${folder}/model_deployments.yaml names ${secretNames.length} secrets (${secretNames.join(", ")}); a job definition is made for each subset of them: at most ${MAX_SECRETS}`,
  );

/** [], [A], [B], [A, B], ... */
export const secretSubsets = secretNames.reduce<string[][]>(
  (subsets, name) => [...subsets, ...subsets.map((subset) => [...subset, name])],
  [[]],
);

/** undefined: work on public data. */
export const organisations: readonly (string | undefined)[] = [undefined, ...service.organisations];

/** The classes with the deployments that are served on their machines. */
export const gpuClasses = classes.map((gpuClass) => ({
  ...gpuClass,
  deployments: servedDeployments.filter(({ served }) => served.gpuClass === gpuClass.name),
}));
for (const { name, served } of servedDeployments)
  if (!classes.some((gpuClass) => gpuClass.name === served.gpuClass))
    throw new Error(
      `${folder}/model_deployments.yaml: ${name} is served on ${served.gpuClass}, which gpu_classes.yaml does not have`,
    );

// "local/a.b" and "local/a-b" would share a job definition, "st-mary" and "st_mary" a role
checkDistinct(
  organisations.flatMap((organisation) => {
    const whose = organisation === undefined ? "" : ` for ${organisation}`;
    return [
      ...servedDeployments.map(({ name }) => ({
        what: `${name}${whose}`,
        name: jobNames.gpuWorker("", name, organisation),
      })),
      ...secretSubsets.map((secrets) => ({
        what: `work with ${secrets.join(", ") || "no secret"}${whose}`,
        name: jobNames.cpuWorker("", { secrets, ...(organisation !== undefined && { organisation }) }),
      })),
    ];
  }),
);
