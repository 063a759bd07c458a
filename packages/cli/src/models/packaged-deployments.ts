import { join } from "node:path";
import { type Deployment, enginePart } from "@medhelm/core/models/deployment";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { packagedConf } from "../packaged.ts";
import { readUserText } from "../places/disk-files.ts";

let text: Promise<string> | undefined;
let parsed: Promise<readonly Deployment[]> | undefined;

const readText = (): Promise<string> => (text ??= readUserText(join(packagedConf, "model_deployments.yaml")));

/** The deployments that come with medhelm: contexts, prices and other facts of providers' models. */
export function packagedDeployments(): Promise<readonly Deployment[]> {
  return (parsed ??= readText().then((yaml) => parseModelDeployments(yaml, "conf/model_deployments.yaml", new Map())));
}

/**
 * As `packagedDeployments`, for the look-up of one name: none if the file does not contain it. A model of the user's own server then
 * costs no parsing, which takes 0.1 s.
 */
export async function packagedDeploymentsFor(name: string): Promise<readonly Deployment[]> {
  const engine = enginePart(name).replace("@", "-"); // Vertex AI writes the date of a version behind an @
  return (await readText()).includes(engine) ? packagedDeployments() : [];
}
