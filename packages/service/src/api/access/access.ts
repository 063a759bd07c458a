import { hasObjects } from "@medhelm/core/store/has-objects";
import { createJson } from "@medhelm/core/store/create-json";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { Clock, Index, ObjectStore } from "@medhelm/core/ports";
import { Suite } from "@medhelm/core/suite";
import { announceSuite } from "../../index/open-work.ts";
import { refreshSuite } from "../../index/suites.ts";
import type { Principal } from "../ports.ts";
import { Refusal } from "../problem.ts";

export const isOwnOrAdmin = ({ owner, scopes }: Principal, ofOwner: string | undefined): boolean =>
  owner === ofOwner || scopes.has("admin");

/**
 * Determines how much of a suite the caller may read. `whole`: all runs; `public`: its public runs; undefined: the API answers as if the suite did
 * not exist. A suite that only the command line wrote to has no owner; only an administrator may read it.
 */
export async function suiteAccess(
  objects: ObjectStore,
  principal: Principal,
  suite: string,
): Promise<"whole" | "public" | undefined> {
  const record = await getJson(objects, keys.suite(suite), Suite);
  if (isOwnOrAdmin(principal, record?.owner)) return "whole";
  return record?.visibility === "public" ? "public" : undefined;
}

/**
 * Refuses a suite of another owner. A caller may claim a suite without an owner only while the suite is empty. Otherwise the first submitter could
 * read runs that the command line wrote there. The answer is the same for both, and does not say that the suite exists.
 * @throws Refusal 403
 */
export async function mayWriteSuite(objects: ObjectStore, principal: Principal, suite: string): Promise<void> {
  const record = await getJson(objects, keys.suite(suite), Suite);
  const isFree = record === undefined && (principal.scopes.has("admin") || (await isEmpty(objects, suite)));
  if (!isFree && record?.owner !== principal.owner)
    throw new Refusal("forbidden", `This API key cannot use the suite name "${suite}"; choose another name.`);
}

async function isEmpty(objects: ObjectStore, suite: string): Promise<boolean> {
  return !(await hasObjects(objects, keys.runs(suite))) && !(await hasObjects(objects, keys.worksOf(suite)));
}

/** The first submitter owns the suite. Safe to repeat. */
export async function claimSuite(
  ports: { readonly objects: ObjectStore; readonly index: Index; readonly clock: Pick<Clock, "nowMs"> },
  principal: Principal,
  suite: string,
): Promise<void> {
  const record: Suite = { formatVersion: 1, owner: principal.owner, visibility: "private" };
  const isListed = (await ports.index.get(indexKeys.allSuite(suite))) !== undefined;
  if (!isListed) await announceSuite(ports.index, suite, ports.clock.nowMs());
  const { stored } = await createJson(ports.objects, keys.suite(suite), Suite, record);
  if (stored.owner !== principal.owner) await mayWriteSuite(ports.objects, principal, suite);
  if (!isListed) await refreshSuite(ports, suite);
}
