import { join } from "node:path";
import { parseModelMetadata } from "@medhelm/core/models/prod-env";
import type { ModelInfo } from "@medhelm/core/release/runs/loaded-run";
import { modelInfo } from "@medhelm/service/models/catalog-models";
import { packagedConf } from "../packaged.ts";
import { readUserText } from "../places/disk-files.ts";

let read: Promise<ReadonlyMap<string, ModelInfo>> | undefined;

/** The facts of the models that come with medhelm, by name: maker, weights, size, and the end of the training data where it is known. */
export function packagedModels(): Promise<ReadonlyMap<string, ModelInfo>> {
  return (read ??= readUserText(join(packagedConf, "model_metadata.yaml")).then(
    (text) =>
      new Map(parseModelMetadata(text, "conf/model_metadata.yaml").map((model) => [model.name, modelInfo(model)])),
  ));
}
