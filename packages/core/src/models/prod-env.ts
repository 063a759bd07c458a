import { z } from "zod";
import { readYaml } from "../text/read-yaml.ts";
import type { Credentials } from "./credentials.ts";
import type { Deployment } from "./deployment.ts";
import { lastOfEachName } from "./last-of-each-name.ts";

/** What HELM's prod_env folder says (model_deployments.yaml, model_metadata.yaml, credentials.conf). */
export interface ProdEnv {
  /** Unique names; where a name came twice the later one stands, at the later one's place, as in HELM. */
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
  deployment_names: z.array(z.string()).optional(),
});
export type ModelMetadata = z.infer<typeof ModelMetadata>;

/** @throws UserError naming file and key */
export function parseModelMetadata(text: string, label: string): ModelMetadata[] {
  const { models } = readYaml(text, label, z.object({ models: z.array(ModelMetadata) }));
  return lastOfEachName(models);
}
