// Reads the operator's configuration (conf/*.yaml) when the stack is deployed. It names the GPU classes, served models,
// secrets of providers, and organisations. Every bundle and the image contain the same folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readYaml } from "@medhelm/core/text/read-yaml";
import type { Deployment, Served } from "@medhelm/core/models/deployment";
import { GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { checkDistinct, jobNames } from "@medhelm/core/jobs/job-places";
import { secretsOf } from "@medhelm/core/models/credentials";
import { ofProviders } from "@medhelm/core/models/of-providers";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { ServiceConf } from "../packages/core/src/service-conf.ts";

/** `scripts/bundle.ts --conf` copies the same folder into the bundles. */
const folder = process.env.MEDHELM_CONF || "conf";
const text = (file: string) => readFileSync(join(folder, file), "utf8");

export const service = readYaml(text("service.yaml"), `${folder}/service.yaml`, ServiceConf);
/** How functions and jobs report what they do. */
export const reporting: Record<string, string> = {
  MEDHELM_LOG_LEVEL: service.logLevel,
  ...(service.otlpEndpoint !== undefined && { MEDHELM_OTLP_ENDPOINT: service.otlpEndpoint }),
};

const { gpuClasses: classes } = readYaml(text("gpu_classes.yaml"), `${folder}/gpu_classes.yaml`, GpuClasses);
const deployments = ofProviders(
  parseModelDeployments(
    text("model_deployments.yaml"),
    `${folder}/model_deployments.yaml`,
    new Map(), // Secrets Manager holds the keys of the service
  ),
  service.providers,
);

export interface ServedDeployment extends Deployment {
  readonly served: Served;
}
export const servedDeployments = deployments.filter(
  (deployment): deployment is ServedDeployment => deployment.served !== undefined,
);

/** The environment variables of the providers' keys and headers, sorted. */
export const secretNames = [
  ...new Set(deployments.flatMap((deployment) => (deployment.served === undefined ? secretsOf(deployment) : []))),
].toSorted();

const MAX_SECRETS = 6; // gives 64 job definitions for public data and 64 for each organisation
if (secretNames.length > MAX_SECRETS)
  throw new Error(
    `${folder}/model_deployments.yaml names ${secretNames.length} secrets (${secretNames.join(", ")}), but at most ${MAX_SECRETS} are possible, because each subset gets a job definition: remove providers from ${folder}/service.yaml`,
  );

/** [], [A], [B], [A, B], ... */
export const secretSubsets = secretNames.reduce<string[][]>(
  (subsets, name) => [...subsets, ...subsets.map((subset) => [...subset, name])],
  [[]],
);

/** undefined means work on public data. */
export const organisations: readonly (string | undefined)[] = [undefined, ...service.organisations];

/** The GPU classes, each with the deployments that its machines serve. */
export const gpuClasses = classes.map((gpuClass) => ({
  ...gpuClass,
  deployments: servedDeployments.filter(({ served }) => served.gpuClass === gpuClass.name),
}));
for (const { name, served } of servedDeployments)
  if (!classes.some((gpuClass) => gpuClass.name === served.gpuClass))
    throw new Error(
      `${folder}/model_deployments.yaml: ${name} is served on ${served.gpuClass}, which ${folder}/gpu_classes.yaml does not define: define it there or change the deployment`,
    );

// "local/a.b" and "local/a-b" would share a job definition; "st-mary" and "st_mary" would share a role
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
