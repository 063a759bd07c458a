import { PoolModel } from "@medhelm/core/pools/shard";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getIfReadable } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import type { DeploymentPorts } from "../work/models/deployment-ports.ts";
import { runShards } from "./run-shards.ts";

/** The pools of a submission whose jobs do not reach the servers: a pool's worker finds out which model answers. */
export const poolsOf = (
  ports: { readonly objects: ObjectStore; readonly clock: Clock },
  { id: submission, owner }: Pick<StoredSubmission, "id" | "owner">,
): NonNullable<DeploymentPorts["pools"]> => ({
  submission,
  shards: (of) => runShards(ports, { ...of, owner, submission }),
  async modelOf({ suite, run, deployment }) {
    const found = await getIfReadable(ports.objects, keys.poolModel(suite, run, deployment), PoolModel);
    return found?.submission === submission ? { model: found.model, notices: found.notices } : undefined;
  },
});
