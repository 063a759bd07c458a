import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Juries, parseJuries } from "@medhelm/core/judge/judges-file";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { type GpuClass, GpuClasses } from "@medhelm/core/jobs/gpu-class";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { ofProviders } from "@medhelm/core/models/of-providers";
import { emptyProdEnv, parseModelMetadata, type ProdEnv } from "@medhelm/core/models/prod-env";
import { ServiceConf } from "@medhelm/core/service-conf";
import { UserError } from "@medhelm/core/user-error";

export interface ServiceFiles {
  /** credentials are empty: jobs that need keys have them in their environment */
  prodEnv(): Promise<ProdEnv>;
  juries(): Promise<Juries>;
  gpuClasses(): Promise<readonly GpuClass[]>;
  service(): Promise<ServiceConf>;
  /** text of schema_medhelm.yaml */
  schema(): Promise<string>;
}

/**
 * Reads the configuration of a service: the deployed conf/ folder (MEDHELM_CONF). Each file is read once, at its first
 * use.
 */
export function serviceFiles(folder: string): ServiceFiles {
  const text = (name: string): Promise<string> =>
    readFile(join(folder, name), "utf8").catch((cause: unknown) => {
      throw new UserError(`${join(folder, name)} cannot be read; MEDHELM_CONF must name a folder like conf/`, {
        cause,
      });
    });
  const file = <T>(name: string, parse: (content: string, label: string) => T): (() => Promise<T>) => {
    let read: Promise<T> | undefined;
    return () => (read ??= text(name).then((content) => parse(content, join(folder, name))));
  };
  const deployments = file("model_deployments.yaml", (content, label) =>
    parseModelDeployments(content, label, emptyProdEnv.credentials),
  );
  const service = file("service.yaml", (content, label) => readYaml(content, label, ServiceConf));
  const metadata = file("model_metadata.yaml", parseModelMetadata);
  return {
    async prodEnv() {
      const here = ofProviders(await deployments(), (await service()).providers);
      const names = new Set(here.map(({ modelName }) => modelName));
      const models = (await metadata()).filter(({ name }) => names.has(name));
      return { ...emptyProdEnv, deployments: here, models };
    },
    juries: file("judges.yaml", parseJuries),
    gpuClasses: file("gpu_classes.yaml", (content, label) => readYaml(content, label, GpuClasses).gpuClasses),
    service,
    schema: file("schema_medhelm.yaml", (content) => content),
  };
}
