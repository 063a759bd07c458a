import { join } from "node:path";
import type { Deployment } from "@medhelm/core/models/deployment";
import { parseModelDeployments } from "@medhelm/core/models/model-deployments";
import { packagedConf } from "../packaged.ts";
import { readUserText } from "./disk-files.ts";

let read: Promise<readonly Deployment[]> | undefined;

/** The deployments that come with medhelm: contexts, prices and other facts of providers' models. */
export function packagedDeployments(): Promise<readonly Deployment[]> {
  return (read ??= readUserText(join(packagedConf, "model_deployments.yaml")).then((text) =>
    parseModelDeployments(text, "conf/model_deployments.yaml", new Map()),
  ));
}
