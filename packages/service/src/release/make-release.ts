import { keys } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { dropAbandonedRelease, refreshRelease, releaseState } from "../index/releases.ts";
import { hasActiveJob, type NumberedJobPorts, startNumberedJob } from "../dispatch/numbered-job.ts";
import type { BuiltRelease } from "./build-requested-release.ts";
import { deleteAttempts, deleteUnfinished } from "./delete-attempts.ts";
import { recordFailure } from "./record-release-failure.ts";
import { releaseJobName, shardsJobName, siteJobName } from "./release-job-names.ts";
import { arraySizeOf, isBuilt } from "./release-plan.ts";
import { requestId } from "./request-id.ts";

export interface ReleaseJobPorts extends NumberedJobPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs" | "randomUuid">;
  /** Builds the files in this process, on one machine. Absent on AWS, where a job builds them. */
  readonly buildHere?: (release: string) => Promise<BuiltRelease>;
}

/**
 * Starts the next job of a release that a user requested over the API. The first job builds its files, and the second its site. On AWS an array job
 * loads the runs of a large release before them. A second call changes nothing, because it finds the active job by its name. An error that the user
 * can correct is stored for the API to show.
 */
export async function makeRelease(ports: ReleaseJobPorts, release: string): Promise<void> {
  try {
    await makeNext(ports, release);
  } catch (error) {
    if (!(await isShownAsUnreadable(ports, release, error))) throw error;
  }
}

/** Whether the index now shows that an object of the release cannot be read. The sweep then sends no message for it. */
const isShownAsUnreadable = async (ports: ReleaseJobPorts, release: string, error: unknown): Promise<boolean> =>
  error instanceof UnreadableObject && (await refreshRelease(ports, release))?.status.state === "failed";

async function makeNext(ports: ReleaseJobPorts, release: string): Promise<void> {
  const { objects } = ports;
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) return dropAbandonedRelease(ports.index, release, ports.clock.nowMs());
  try {
    await startNext(ports, stored);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (await isShownAsUnreadable(ports, release, error)) return;
    const step = (await isBuilt(objects, stored)) ? "site" : "build";
    await recordFailure(ports, stored, step, error);
    // All jobs have ended, and the lifecycle rules of the bucket keep the folders of killed ones.
    if (step === "build") await deleteAttempts(objects, release);
  }
  await refreshRelease(ports, release);
}

async function startNext(ports: ReleaseJobPorts, stored: StoredRelease): Promise<void> {
  const { objects, buildHere } = ports;
  const release = stored.request.name;
  if (buildHere !== undefined) {
    const built = await buildHere(release);
    if (built === "failed") await deleteUnfinished(objects, release); // no other process builds it
    if (built !== "built") return;
  } else if (!(await isBuilt(objects, stored))) {
    // The job has stored why the release cannot be built. A new request deletes the reason.
    const { state } = await releaseState(objects, stored);
    if (state === "queued") return startBuild(ports, stored);
    if (state === "failed" && !(await isBeingBuilt(ports, stored))) await deleteAttempts(objects, release);
    return;
  }
  await startSite(ports, stored);
  await objects.delete(keys.releaseFailed(release));
}

async function isBeingBuilt(ports: ReleaseJobPorts, stored: StoredRelease): Promise<boolean> {
  return hasActiveJob(ports, (n) => releaseJobName(stored.request.name, requestId(stored), n));
}

/** Limits the cost of a job that is interrupted again and again. */
const MAX_JOBS = 50;

async function startBuild(ports: ReleaseJobPorts, stored: StoredRelease): Promise<void> {
  const { name } = stored.request;
  const id = requestId(stored);
  const arraySize = await arraySizeOf(ports.objects, stored);
  const environment = { MEDHELM_RELEASE: name };
  const request = { definition: "release" as const, environment, maxJobs: MAX_JOBS };
  const abandoned =
    arraySize === undefined
      ? await startNumberedJob(ports, (n) => releaseJobName(name, id, n), request)
      : await startNumberedJob(ports, (n) => shardsJobName(name, id, n), { ...request, arraySize });
  if (abandoned === undefined) return;
  const why = abandoned.isFaulty ? (abandoned.last?.reason ?? "") : `its job did not finish in ${MAX_JOBS} attempts`;
  throw new UserError(`the release ${name} could not be built: ${why}`);
}

async function startSite(ports: ReleaseJobPorts, stored: StoredRelease): Promise<void> {
  const release = stored.request.name;
  if ((await ports.objects.head(keys.sitePublished(release))) !== undefined) return;
  const request = { definition: "site" as const, environment: { MEDHELM_RELEASE: release }, maxJobs: MAX_JOBS };
  const abandoned = await startNumberedJob(ports, (n) => siteJobName(release, requestId(stored), n), request);
  if (abandoned === undefined) return;
  const why = abandoned.isFaulty ? (abandoned.last?.reason ?? "") : `its job was interrupted ${MAX_JOBS} times`;
  throw new UserError(`the site of ${release} could not be built: ${why}`);
}
