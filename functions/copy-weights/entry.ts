// Runs in a GPU job before its model server: `weights <repo>@<revision> <folder>` copies the weights to the machine.
import { makeFolders } from "@medhelm/adapters/make-folders";
import { UserError } from "@medhelm/core/user-error";
import { ModelsBucket, readEnvironment } from "../aws/environment.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { copyWeights } from "@medhelm/service/weights/copy-weights";

const log = awsLog("weights", process.env);

await runProgram(log, async (signal) => {
  readEnvironment("weights", ModelsBucket, process.env);
  const [weights, folder] = process.argv.slice(-2);
  if (weights === undefined || folder === undefined || !weights.includes("@"))
    throw new UserError("usage: weights <repo>@<revision> <folder>");
  const startedMs = performance.now();
  const { files, copied } = await copyWeights(
    { objects: awsObjects(process.env), makeFolders },
    weights,
    folder,
    signal,
  );
  const tookS = Math.round((performance.now() - startedMs) / 1000);
  log("info", `${weights}: ${copied} of ${files} files copied in ${tookS} s`);
});
