import { z } from "zod";
import { readYaml } from "../text/read-yaml.ts";
import type { Credentials } from "./credentials.ts";
import type { Deployment } from "./deployment.ts";
import { keepLastByName } from "./keep-last-by-name.ts";

/** The contents of HELM's prod_env folder: model_deployments.yaml, model_metadata.yaml and credentials.conf. */
export interface ProdEnv {
  /** With unique names. HELM: of several entries with one name, the last is kept, at its own position. */
  readonly deployments: readonly Deployment[];
  readonly models: readonly ModelMetadata[];
  readonly credentials: Credentials;
}
export const emptyProdEnv: ProdEnv = { deployments: [], models: [], credentials: new Map() };

export const ModelMetadata = z.object({
  name: z.string(),
  creator_organization_name: z.string(),
  display_name: z.string(),
  description: z.string(),
  access: z.enum(["open", "limited", "closed"]),
  release_date: z.coerce.string().optional(),
  tags: z.array(z.string()).default([]),
  num_parameters: z.number().optional(),
  /** an addition of MedHELM: the year, month or day up to which the model has knowledge, as its maker says */
  knowledge_cutoff: z.coerce.string().exactOptional(),
  deployment_names: z.array(z.string()).optional(),
});
export type ModelMetadata = z.infer<typeof ModelMetadata>;

/** Parses HELM's model_metadata.yaml. @throws UserError naming file and key */
export function parseModelMetadata(text: string, label: string): ModelMetadata[] {
  const { models } = readYaml(text, label, z.object({ models: z.array(ModelMetadata) }));
  return keepLastByName(models);
}
