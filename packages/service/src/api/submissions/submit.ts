import { canonicalJson, sha256Hex } from "@medhelm/core/store/canonical";
import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Quote } from "@medhelm/core/money/quote";
import type { Quota } from "@medhelm/core/service-conf";
import { type DispatchMessage, StoredSubmission, type SubmissionRequest } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import { claimSuite, mayWriteSuite } from "../access/access.ts";
import type { ApiPorts, PlannedRun, Principal } from "../ports.ts";
import { Refusal } from "../problem.ts";
import { type Allowance, allowDollars, quoteOf } from "./quote.ts";
import { releaseRuns, reserveRuns, type RunQuotaPorts } from "../../index/quota.ts";
import { noteOpen } from "../../index/open-work.ts";
import { createSubmission } from "../../index/submission-record.ts";
import { refusePaths, uploadedFiles } from "./uploaded-files.ts";

/** owners/<owner>/idempotency/<sha256 of the key>.json */
export const Claim = z.object({ formatVersion: z.literal(1), bodySha256: z.string(), id: z.string() });
type Claim = z.infer<typeof Claim>;

/**
 * Validates, expands, stores and queues a submission. With an Idempotency-Key a client may repeat it after any interruption. The key is bound to an
 * id before anything is stored under that id, and a message may be sent twice.
 * `isNew`: no worker can have started it yet.
 * @throws UserError if an entry cannot run; Refusal if the suite or the key is taken
 */
export async function submit(
  ports: ApiPorts,
  principal: Principal,
  request: SubmissionRequest,
  idempotencyKey: string | undefined,
): Promise<{ readonly submission: StoredSubmission; readonly isNew: boolean }> {
  const { objects, index } = ports;
  const claimKey =
    idempotencyKey === undefined ? undefined : keys.idempotency(principal.owner, sha256Hex(idempotencyKey));
  const bodySha256 = sha256Hex(canonicalJson(request));
  if (claimKey !== undefined) {
    const claim = await getJson(objects, claimKey, Claim);
    const stored = claim && (await getJson(objects, keys.submission(sameBody(claim, bodySha256)), StoredSubmission));
    if (stored !== undefined) {
      await createSubmission(index, stored, ports.clock.nowMs()); // the first attempt may have ended before it did so
      return { submission: await queue(ports, stored), isNew: false };
    }
  }
  const runs = await plan(ports, principal, request);
  const organisations = checkOrganisations(principal, runs);
  const nowMs = ports.clock.nowMs();
  const mine = newestFirstId(nowMs, ports.clock.randomUuid());
  // A repeat plans the same runs under another id, so the reservation is named by the request's content.
  const reservation = claimKey === undefined ? mine : sha256Hex(canonicalJson([claimKey, bodySha256]));
  const createdAt = new Date(nowMs).toISOString();
  const quote = await quoteOf(ports, runs);
  const quota = principal.quota ?? ports.service?.quota;
  const { budgetUsd } = request;
  const dollars = await allowDollars(ports, principal.owner, quota, { quote, budgetUsd, reservation, createdAt });
  const then = { index, clock: { nowMs: () => nowMs } }; // the day of `createdAt`
  const id = await withinQuota(then, principal, quota, runs, reservation, dollars, async () => {
    await claimSuite(ports, principal, request.suite);
    return claimKey === undefined ? mine : claimId(ports, claimKey, bodySha256, mine);
  });
  const submission: StoredSubmission = {
    formatVersion: 1,
    id,
    owner: principal.owner,
    ...(organisations.length === 0 ? {} : { organisations }),
    createdAt,
    request,
    runs,
    quote,
    ...(dollars.limitUsd === undefined ? {} : { limitUsd: dollars.limitUsd }),
    ...(quota === undefined ? {} : { reservation }),
  };
  const dueMs = nowMs; // the next sweep sends lost dispatch messages again
  await dollars.bind(id);
  await noteOpen(index, id, dueMs);
  const { stored, isNew } = await createJson(objects, keys.submission(id), StoredSubmission, submission);
  await createSubmission(index, stored, dueMs);
  return { submission: await queue(ports, stored), isNew };
}

/** The number of runs and the likely cost of a submission that is not stored. @throws as submit() for entries that cannot run */
export async function quoteFor(
  ports: ApiPorts,
  principal: Principal,
  request: SubmissionRequest,
): Promise<{ readonly runCount: number; readonly quote: Quote }> {
  const runs = await plan(ports, principal, request);
  checkOrganisations(principal, runs);
  return { runCount: runs.length, quote: await quoteOf(ports, runs) };
}

async function plan(ports: ApiPorts, principal: Principal, request: SubmissionRequest): Promise<PlannedRun[]> {
  const { objects } = ports;
  const files = uploadedFiles(objects, principal.owner, request.inputs);
  refusePaths((request.entries ?? []).map(({ description }) => description));
  await files.requireAll(request.entries);
  await mayWriteSuite(objects, principal, request.suite);
  const runs = await ports.expand(request, files);
  if (runs.length === 0)
    throw new UserError("no run is left: modelsToRun, groupsToRun or priority exclude every entry");
  refusePaths(runs.map(({ description }) => description)); // the entries of a conf are known only after the expansion
  await files.requireAll(runs);
  const byName = Map.groupBy(runs, ({ run }) => run);
  for (const [run, same] of byName)
    if (same.length > 1)
      throw new UserError(
        `${same.length} entries give the same run "${run}" (${same.map(({ description }) => description).join(" and ")}); submit them to two suites`,
      );
  return [...runs];
}

/** Returns the organisations whose licensed data the runs read. @throws Refusal if the caller does not belong to one of them */
function checkOrganisations({ organisations }: Principal, runs: readonly PlannedRun[]): string[] {
  for (const { run, organisation } of runs)
    if (organisation !== undefined && organisations !== "all" && !organisations.has(organisation))
      throw new Refusal(
        "forbidden",
        `The run "${run}" reads data that ${organisation} licenses, and this API key is not of that organisation.`,
      );
  return [
    ...new Set(runs.flatMap(({ organisation }) => (organisation === undefined ? [] : [organisation]))),
  ].toSorted();
}

/** Runs `claim` after reserving the owner's runs of the day. If `claim` is refused, it frees the runs and the dollars. */
async function withinQuota(
  ports: RunQuotaPorts,
  { owner }: Principal,
  quota: Quota | undefined,
  runs: readonly PlannedRun[],
  reservation: string,
  dollars: Allowance,
  claim: () => Promise<string>,
): Promise<string> {
  if (quota === undefined) return claim();
  let day: string | undefined;
  try {
    day = await reserveRuns(ports, owner, reservation, runs.length, quota.runsPerDay);
    return await claim();
  } catch (error) {
    // after any other error it is unknown what was stored
    if (error instanceof Refusal) {
      if (day !== undefined) await releaseRuns(ports.index, owner, day, reservation);
      await dollars.release();
    }
    throw error;
  }
}

async function claimId({ objects }: ApiPorts, key: string, bodySha256: string, id: string): Promise<string> {
  const mine: Claim = { formatVersion: 1, bodySha256, id };
  return sameBody((await createJson(objects, key, Claim, mine)).stored, bodySha256);
}

function sameBody(claim: Claim, bodySha256: string): string {
  if (claim.bodySha256 !== bodySha256)
    throw new Refusal(
      "conflict",
      "This Idempotency-Key was used with another body; send a new key for a new submission.",
    );
  return claim.id;
}

const CONCURRENT_SENDS = 16;

/**
 * Sends one dispatch message for each deployment: one job serves all runs of a deployment, so it loads the model once. A repeated
 * request sends them again; the dispatcher ignores jobs that it has started.
 */
export async function queue({ dispatchQueue }: ApiPorts, submission: StoredSubmission): Promise<StoredSubmission> {
  const deployments = new Set(submission.runs.map(({ modelDeployment }) => modelDeployment));
  await mapBounded(deployments, CONCURRENT_SENDS, (deployment) => {
    const message: DispatchMessage = { submission: submission.id, deployment, role: "candidate" };
    return dispatchQueue.send(JSON.stringify(message));
  });
  return submission;
}

/** Stores list keys in byte order. An id that decreases with time lists the newest first without an index. */
export function newestFirstId(nowMs: number, uuid: string): string {
  return `${(2 ** 48 - 1 - nowMs).toString(16).padStart(12, "0")}-${uuid.slice(-12)}`;
}
