// The operator starts it once for each served deployment. It copies the weights from the hub to the models bucket.
import { systemClock } from "@medhelm/adapters/system-clock";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { Conf, ModelsBucket, readEnvironment } from "../aws/environment.ts";
import { awsObjects } from "../aws/objects.ts";
import { serviceFiles } from "@medhelm/service/models/service-files";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { pullWeights } from "@medhelm/service/weights/pull-weights";

const Environment = z.object({
  ...ModelsBucket.shape,
  ...Conf.shape,
  /** a deployment with `served`; absent: all of them */
  MEDHELM_DEPLOYMENT: z.string().min(1).optional(),
  /** for repositories whose licence the operator must accept first */
  HF_TOKEN: z.string().optional(),
  HF_ENDPOINT: z.url().default("https://huggingface.co"),
});

const log = awsLog("pull-weights", process.env);
const say = (line: string): void => log("info", line);

await runProgram(log, async () => {
  const env = readEnvironment("pull-weights", Environment, process.env);
  const { deployments } = await serviceFiles(env.MEDHELM_CONF).prodEnv();
  const wanted = deployments.filter(
    ({ name, served }) => served !== undefined && (env.MEDHELM_DEPLOYMENT ?? name) === name,
  );
  if (wanted.length === 0)
    throw new UserError(
      `${env.MEDHELM_CONF}/model_deployments.yaml contains no deployment ${env.MEDHELM_DEPLOYMENT === undefined ? "" : `${env.MEDHELM_DEPLOYMENT} `}with \`served\`; add it and deploy again`,
    );
  const objects = awsObjects(process.env);
  const hub = { endpoint: env.HF_ENDPOINT, token: env.HF_TOKEN, fetch, sleep: systemClock.sleep };
  for (const { name, served } of wanted) {
    if (served === undefined) continue;
    const { files, bytes, present } = await pullWeights(
      { objects, hub, say },
      served.repo,
      served.revision,
      served.gguf,
    );
    say(
      `${name}: ${files} files of ${(bytes / 1e9).toFixed(2)} GB are stored, ${present} of them from an earlier pull`,
    );
  }
});
