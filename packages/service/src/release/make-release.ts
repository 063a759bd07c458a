import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { Compute, Index, ObjectStore } from "@medhelm/core/ports";
import { StoredRelease } from "@medhelm/core/release/release-request";
import { UserError } from "@medhelm/core/user-error";
import { startNumberedJob } from "../dispatch/numbered-job.ts";
import { buildRelease } from "./build-release.ts";
import type { ReleasePorts, SchemaChoice } from "./ports.ts";
import { siteJobName } from "./site-job-name.ts";

export interface ReleaseJobPorts extends ReleasePorts {
  readonly index?: Index;
  readonly compute: Compute;
}

/**
 * Makes a release that a user requested over the API: first its files, then a job that builds its site. A second call changes
 * nothing: it keeps existing files and does not start a second site job. An error that the user can correct is stored for the
 * API to show.
 */
export async function makeRelease(ports: ReleaseJobPorts, release: string): Promise<void> {
  const { objects } = ports;
  const stored = await getJson(objects, keys.releaseRequest(release), StoredRelease);
  if (stored === undefined) return;
  try {
    if (!(await isBuilt(objects, release)))
      await build(ports, stored).catch(async (error: unknown) => {
        if (!(await isBuilt(objects, release))) throw error; // otherwise another delivery has built it
      });
    await startSite(ports, release);
    await objects.delete(keys.releaseFailed(release));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const at = new Date(ports.clock.nowMs()).toISOString();
    await putJson(objects, keys.releaseFailed(release), { formatVersion: 1, reason: error.message, at });
  }
}

/** release.json is the last file of a release. */
const isBuilt = async (objects: ObjectStore, release: string): Promise<boolean> =>
  (await objects.head(keys.releaseFile(release, "release.json"))) !== undefined;

async function build(ports: ReleaseJobPorts, { owner, publicOnly = [], request }: StoredRelease): Promise<void> {
  const { name, suites, profile, publish } = request;
  for (const suite of suites)
    if (await isEmpty(ports.objects, suite))
      throw new UserError(`The suite ${suite} has no runs yet. Request the release again after a run is sealed.`);
  const schema = await schemaOf(ports, owner, request.schema);
  await buildRelease(ports, {
    kind: "release",
    release: name,
    suites,
    profile,
    publish,
    schema,
    publicOnly,
    keepFirst: true,
  });
}

/** Checked here, because the message of loadSuite names all suites, including those of other owners. */
async function isEmpty(objects: ObjectStore, suite: string): Promise<boolean> {
  for await (const _ of objects.list(keys.runs(suite))) return false;
  return true;
}

async function schemaOf(
  { objects }: ReleaseJobPorts,
  owner: string,
  schema: string | undefined,
): Promise<SchemaChoice> {
  if (schema === undefined) return { kind: "packaged" };
  const found = await objects.get(keys.input(owner, schema.slice("input:".length)));
  if (found === undefined) throw new UserError(`${schema}: the uploaded schema has expired. Upload it again.`);
  return { kind: "file", label: schema, text: new TextDecoder().decode(found.body) };
}

const MAX_SITE_JOBS = 50;

async function startSite({ objects, compute }: ReleaseJobPorts, release: string): Promise<void> {
  if ((await objects.head(keys.sitePublished(release))) !== undefined) return;
  const request = { definition: "site" as const, environment: { MEDHELM_RELEASE: release }, maxJobs: MAX_SITE_JOBS };
  const abandoned = await startNumberedJob(compute, (n) => siteJobName(release, n), request);
  if (abandoned === undefined) return;
  const why = abandoned.isFaulty ? (abandoned.last?.reason ?? "") : `its job was interrupted ${MAX_SITE_JOBS} times`;
  throw new UserError(`The site of ${release} could not be built: ${why}`);
}
