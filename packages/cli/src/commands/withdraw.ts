import { counted } from "@medhelm/core/text/counted";
import { holderIsAlive, holderIsGone } from "@medhelm/adapters/lease-holder";
import { systemClock } from "@medhelm/adapters/system-clock";
import { UserError } from "@medhelm/core/user-error";
import { FolderName } from "@medhelm/core/submission";
import { putAuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { NothingLeft } from "@medhelm/service/withdraw/nothing-left";
import { placesOfRelease, placesOfRuns, type WithdrawnPlaces } from "@medhelm/service/withdraw/places-of";
import { type WithdrawReleasePorts, withdrawRelease } from "@medhelm/service/withdraw/withdraw-release";
import { type WithdrawnRuns, type WithdrawRunsPorts, withdrawRuns } from "@medhelm/service/withdraw/withdraw-runs";
import { type Withdrawal, withdrawCommand } from "@medhelm/service/withdraw/withdrawal-mark";
import { z } from "zod";
import { deleteOldVersions } from "../places/delete-old-versions.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";
import { versionsWarning } from "../places/versions-warning.ts";
import { countDeletes } from "../stack/store/count-deletes.ts";
import { bucketOption, bucketNameOf, storeOptions, withStore } from "../stack/store/store-place.ts";
import { thisUser } from "../stack/store/this-user.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { flag, option } from "../terminal/option.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { outputOption } from "../terminal/common-options.ts";
import { printMessage } from "../terminal/print-message.ts";

export const command = defineCommand({
  name: "medhelm withdraw",
  description:
    "Delete runs of a suite with all their text, or a release with its site, from a folder or a service on AWS. Without --yes it only counts. An interrupted call continues at the next one. docs/operate.md says what else to do.",
  options: {
    ...storeOptions,
    scratch: bucketOption("with --store and --suite: s3://BUCKET, the service's scratch bucket"),
    site: bucketOption("with --store and --release: s3://BUCKET, the service's site bucket"),
    suite: option("name", "delete the runs of this suite", FolderName.optional()),
    run: option("name", "with --suite: delete only this run", z.string().min(1).optional()),
    release: option("name", "delete this release and its site", FolderName.optional()),
    yes: flag("delete; nothing can bring the objects back, apart from a bucket's old versions and your backups"),
    versions: flag(
      "with --yes: delete also the old versions that the bucket keeps of these objects, also after a call without it",
    ),
  },
  async run({ suite, run, release, yes, versions, scratch, site, ...place }) {
    if ((suite === undefined) === (release === undefined))
      throw new UserError("give either --suite NAME, with or without --run, or --release NAME");
    if (run !== undefined && suite === undefined)
      throw new UserError(`--run ${run} needs --suite NAME, the suite of the run`);
    requireBuckets(place, { suite, scratch, site });
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const { what, count, places, sentences, gone } = await withStore(
      { ...place, scratch, site },
      process.env,
      async ({ objects: stored, index }) => {
        const objects = countDeletes(stored, (done) => line.count("withdraw: objects deleted", done));
        const ports = { objects, clock: systemClock, holderIsGone, holderIsAlive };
        if (yes)
          await putAuditEntry(ports, {
            ...thisUser("medhelm withdraw"),
            named: pickDefined({ suite, run, release }, ["suite", "run", "release"]),
          });
        if (suite !== undefined)
          return withdrawFromSuite(
            ports,
            { suite, ...(run && { run }) },
            { yes, versions, here: optionsOf({ ...place, scratch }) },
          );
        if (index === undefined || release === undefined) throw new Error("a release has an index");
        return withdrawOneRelease({ objects, index }, release, yes, versions);
      },
    ).finally(line.clear);
    sentences.forEach((sentence) => printMessage(sentence));
    const old = yes && versions ? await deleteVersionsOf(places, place) : 0;
    if (gone !== undefined && old === 0) throw gone;
    if (!versions) await warnOfVersions(place);
    if (!yes) throw new UserError(`${what} has ${counted(count, "object")}; add --yes to delete them`);
    printMessage(`${counted(count, "object")} of ${what} deleted${old === 0 ? "" : `, old versions: ${old}`}`);
    return 0;
  },
});

type Place = Pick<ValuesOf<typeof storeOptions>, "store" | "outputPath">;

/** Deletes the old versions that the bucket of the place keeps. A folder keeps none. */
async function deleteVersionsOf(places: WithdrawnPlaces, { store, outputPath }: Place): Promise<number> {
  const bucket = store === undefined ? readSharedBucket(outputPath)?.bucket : bucketNameOf(store);
  if (bucket === undefined) return 0;
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const onDeleted = (done: number, total: number): void => line.count("withdraw: old versions deleted", done, total);
  return deleteOldVersions(bucket, places, process.env, onDeleted).finally(line.clear);
}

async function warnOfVersions({ store, outputPath }: Place): Promise<void> {
  const warning = store === undefined ? await versionsWarning(outputPath, process.env) : undefined;
  if (warning !== undefined) printMessage(`${warning}; --versions does it`);
}

interface Withdrawn {
  readonly what: string;
  readonly count: number;
  readonly places: WithdrawnPlaces;
  readonly sentences: readonly string[];
  /** Nothing was left, so that only old versions may be deleted. */
  readonly gone?: NothingLeft;
}

async function withdrawFromSuite(
  ports: WithdrawRunsPorts,
  target: Withdrawal,
  { yes, versions, here }: { readonly yes: boolean; readonly versions: boolean; readonly here: NextOptions },
): Promise<Withdrawn> {
  const { suite, run } = target;
  const whatOf = (runs: readonly string[]): string =>
    run === undefined ? `suite ${suite} (${counted(runs.length, "run")})` : `run ${run} of suite ${suite}`;
  try {
    const deleted = await withdrawRuns(ports, target, yes);
    const { runs, objects: count } = deleted;
    return { what: whatOf(runs), count, places: placesOfRuns(target, runs), sentences: whatIsLeft(deleted, here) };
  } catch (error) {
    return goneOf(error, yes && versions, { what: whatOf([]), places: placesOfRuns(target, []) });
  }
}

async function withdrawOneRelease(
  ports: WithdrawReleasePorts,
  release: string,
  isConfirmed: boolean,
  withVersions: boolean,
): Promise<Withdrawn> {
  const [what, places] = [`release ${release}`, placesOfRelease(release)];
  try {
    return { what, places, count: await withdrawRelease(ports, release, isConfirmed), sentences: [] };
  } catch (error) {
    return goneOf(error, isConfirmed && withVersions, { what, places });
  }
}

/** An earlier call may have deleted the objects and left their old versions. */
function goneOf(error: unknown, isForVersions: boolean, of: Pick<Withdrawn, "what" | "places">): Withdrawn {
  if (!isForVersions || !(error instanceof NothingLeft)) throw error;
  return { ...of, count: 0, sentences: [], gone: error };
}

/** The options that the next commands need to find the same place, with the space before them. */
interface NextOptions {
  readonly ofRelease: string;
  readonly ofSuite: string;
}

const optionsOf = ({ store, scratch, outputPath }: Place & { readonly scratch: string | undefined }): NextOptions =>
  store === undefined
    ? { ofRelease: outputOption(outputPath), ofSuite: outputOption(outputPath) }
    : {
        ofRelease: ` --store ${store} --site s3://SITE --index TABLE`,
        ofSuite: ` --store ${store} --scratch ${scratch}`,
      };

/** Sentences about releases with these runs, and about other withdrawals of the suite. */
function whatIsLeft(
  { releases, unreadable, unfinished }: WithdrawnRuns,
  { ofRelease, ofSuite }: NextOptions,
): string[] {
  const withdraw = (name: string): string => `withdraw it, too: medhelm withdraw --release ${name}${ofRelease}`;
  return [
    ...releases.map((name) => `release ${name} shows numbers of these runs; ${withdraw(name)}`),
    ...unreadable.map(
      (name) => `a file of release ${name} is damaged, so that it may show these runs; ${withdraw(name)}`,
    ),
    ...unfinished.map((other) => {
      const what =
        other.run === undefined ? `another withdrawal of suite ${other.suite}` : `the withdrawal of run ${other.run}`;
      return `${what} has not ended; repeat it if it was interrupted: ${withdrawCommand(other)}${ofSuite}`;
    }),
  ];
}

/** A call on AWS names the buckets and the table that it changes. */
function requireBuckets(
  place: { readonly store?: string | undefined; readonly index?: string | undefined },
  { suite, scratch, site }: Readonly<Record<"suite" | "scratch" | "site", string | undefined>>,
): void {
  if (place.store === undefined) {
    if (scratch === undefined && site === undefined) return;
    throw new UserError("--scratch and --site name buckets of a service; give --store s3://BUCKET with them");
  }
  if (suite !== undefined && scratch === undefined)
    throw new UserError("give --scratch s3://BUCKET, the service's scratch bucket, which has texts of the runs, too");
  if (suite === undefined && (site === undefined || place.index === undefined))
    throw new UserError("give --site s3://BUCKET and --index TABLE, the service's site bucket and index table");
}
