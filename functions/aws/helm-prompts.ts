import { join } from "node:path";
import type { PromptsPlace } from "@medhelm/service/prompts/with-helm-prompts";

/** HELM's prompts lie in the operator's conf folder, which the bundles and the image contain. */
export const helmPromptsOf = (conf: string): PromptsPlace => ({
  folder: join(conf, "prompts"),
  label: "the service",
  pull: "medhelm prompts pull gs://BUCKET/FOLDER --prompts-dir conf/prompts, and deploy again",
});
