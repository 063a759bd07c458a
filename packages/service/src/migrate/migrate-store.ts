import { createJson } from "@medhelm/core/store/create-json";
import { listFolders } from "@medhelm/core/store/list-folders";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getJson, UnreadableObject } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { updateJson } from "@medhelm/core/store/update-json";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { formOf, type RunForm, type SealFlatRunPorts, sealFlatRun } from "./seal-flat-run.ts";
import { type StepName, TREE_FORMAT, TreeFormat } from "./tree-format.ts";

const CONCURRENT_RUNS = 4;

export interface MigratePorts extends SealFlatRunPorts {
  /** Whether users read HELM's layout in the store: a run's files then stay in its own folder, too. False for S3. */
  readonly showsRuns: boolean;
  /** Builds the index again from the objects. Absent: the store keeps the marks that the index replaces. */
  readonly reindex?: () => Promise<void>;
  report(progress: MigrateProgress): void;
}

export interface MigrateProgress {
  readonly step: StepName;
  readonly done: number;
  readonly total: number;
  /** what an earlier call has done */
  readonly before: number;
}

export interface MigrateReport {
  readonly isDryRun: boolean;
  /** The format of the tree at the end, or, in a dry run, now. */
  readonly tree: number;
  /** Runs by the form in which they were found. */
  readonly runs: Readonly<Record<RunForm | "unreadable", number>>;
  /** suite/run of the runs of which a file is missing or the manifest is damaged; they stay as they are */
  readonly incomplete: readonly string[];
  /** Sentences about objects of runs that cannot be read, e.g. of a newer format. These runs stay as they are, too. */
  readonly unreadable: readonly string[];
  /** Whether the index was built, or would be. */
  readonly index: boolean;
  /** Marks that the index replaces. */
  readonly marks: number;
  /** Files in the run's own folder that the folder of its generation replaces. */
  readonly flatFiles: number;
}

interface Run {
  readonly suite: string;
  readonly run: string;
}

/**
 * Upgrades a store from format 1 to format 2. Every step can be repeated, and format.json records the steps that are done: after an
 * interruption the next call continues. Everything that could be read before stays readable at every moment. A dry run changes nothing.
 * @throws UserError if the store has a later format
 */
export async function migrateStore(ports: MigratePorts, isDryRun: boolean): Promise<MigrateReport> {
  const stored = await storedFormat(ports);
  const before = isDryRun ? stored : await begin(ports);
  const isDone = (step: StepName): boolean => before?.isComplete === false && before.steps.includes(step);
  const finish = (step: StepName) => (isDryRun ? undefined : record(ports, step));

  const all = await allRuns(ports);
  const generations = await moveRuns(ports, all, isDryRun, isDone("generations"));
  if (generations.unreadable.length === 0) await finish("generations"); // so that a repetition names them again
  if (!isDryRun && !isDone("index")) await ports.reindex?.();
  await finish("index");
  const marks = ports.reindex === undefined || isDone("marks") ? 0 : await dropMarks(ports, isDryRun);
  await finish("marks");
  const flatFiles = ports.showsRuns ? 0 : await dropFlatFiles(ports, all, isDryRun);
  await finish("flat-files");
  if (!isDryRun) await complete(ports);
  return {
    isDryRun,
    tree: !isDryRun || stored?.isComplete === true ? TREE_FORMAT : TREE_FORMAT - 1,
    ...generations,
    index: ports.reindex !== undefined,
    marks,
    flatFiles,
  };
}

async function storedFormat({ objects }: MigratePorts): Promise<TreeFormat | undefined> {
  const stored = await getJson(objects, keys.format(), TreeFormat);
  if (stored !== undefined && stored.tree > TREE_FORMAT)
    throw new UserError(
      `${keys.format()}: this store has format ${stored.tree}, and this medhelm writes format ${TREE_FORMAT}; upgrade medhelm`,
    );
  return stored;
}

/** Reads or makes the record. A repetition of a complete migration looks at everything again. */
async function begin({ objects }: MigratePorts): Promise<TreeFormat> {
  const fresh: TreeFormat = {
    formatVersion: 1,
    tree: TREE_FORMAT,
    steps: [],
    isComplete: false,
  };
  const { stored } = await createJson(objects, keys.format(), TreeFormat, fresh);
  if (!stored.isComplete) return stored;
  const again = await updateJson(objects, keys.format(), TreeFormat, (now) =>
    now?.isComplete === true ? { ...now, tree: TREE_FORMAT, steps: [], isComplete: false } : undefined,
  );
  return again ?? stored;
}

async function record({ objects }: MigratePorts, step: StepName): Promise<void> {
  await updateJson(objects, keys.format(), TreeFormat, (now) =>
    now === undefined || now.steps.includes(step) ? undefined : { ...now, steps: [...now.steps, step] },
  );
}

async function complete({ objects }: MigratePorts): Promise<void> {
  await updateJson(objects, keys.format(), TreeFormat, (now) =>
    now === undefined || now.isComplete ? undefined : { ...now, isComplete: true },
  );
}

/** Every folder in a suite that may be a run. */
async function allRuns({ objects }: MigratePorts): Promise<Run[]> {
  const runs: Run[] = [];
  for (const suite of await listFolders(objects, keys.allRuns()))
    for (const run of await listFolders(objects, keys.runs(suite))) if (!run.startsWith(".")) runs.push({ suite, run });
  return runs;
}

/** Moves the runs of format 1 into the folders of their generations. A dry run only counts them. */
async function moveRuns(
  ports: MigratePorts,
  all: readonly Run[],
  isDryRun: boolean,
  isDone: boolean,
): Promise<Pick<MigrateReport, "runs" | "incomplete" | "unreadable">> {
  const counts = { flat: 0, sealed: 0, foreign: 0, incomplete: 0, none: 0, unreadable: 0 };
  const incomplete: string[] = [];
  const unreadable: string[] = [];
  if (isDone) return { runs: counts, incomplete, unreadable };
  await mapBounded(all, CONCURRENT_RUNS, async ({ suite, run }) => {
    const form = await moveRun(ports, { suite, run }, isDryRun).catch((error: unknown) => {
      if (!(error instanceof UnreadableObject)) throw error;
      unreadable.push(error.message);
      return "unreadable" as const;
    });
    counts[form]++;
    if (form === "incomplete") incomplete.push(`${suite}/${run}`);
    const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
    ports.report({ step: "generations", done, total: all.length, before: done - counts.flat });
  });
  return { runs: counts, incomplete: incomplete.toSorted(), unreadable: unreadable.toSorted() };
}

const moveRun = async (ports: MigratePorts, { suite, run }: Run, isDryRun: boolean): Promise<RunForm> =>
  isDryRun ? (await formOf(ports.objects, suite, run)).form : sealFlatRun(ports, suite, run);

/** Deletes the marks that format 1 listed: the index has them. Returns their number. */
async function dropMarks({ objects, report }: MigratePorts, isDryRun: boolean): Promise<number> {
  const marks: string[] = [];
  const find = async (prefix: string): Promise<void> => {
    for await (const { key } of objects.list(prefix)) marks.push(key);
  };
  await find(keys.openSubmissions());
  await find(keys.submissionsChecked());
  for (const owner of await listFolders(objects, TOP_FOLDERS.owners)) await find(keys.ownSubmissions(owner));
  if (isDryRun) return marks.length;
  for (const [i, key] of marks.entries()) {
    await objects.delete(key);
    report({ step: "marks", done: i + 1, total: marks.length, before: 0 });
  }
  return marks.length;
}

/** Deletes files that the folder of the sealed generation replaces, one by one, after it has looked for the other file. */
async function dropFlatFiles(
  { objects, report }: MigratePorts,
  all: readonly Run[],
  isDryRun: boolean,
): Promise<number> {
  let dropped = 0;
  let done = 0;
  await mapBounded(all, CONCURRENT_RUNS, async ({ suite, run }) => {
    const manifest = await formOf(objects, suite, run).then(
      (found) => found.manifest,
      (error: unknown) => {
        if (!(error instanceof UnreadableObject)) throw error; // moveRuns has named it
      },
    );
    report({ step: "flat-files", done: ++done, total: all.length, before: 0 });
    if (manifest === undefined || (manifest.folder === undefined && !isDryRun)) return;
    const folder = keys.run(suite, run);
    const keyOf = runFileKeys(suite, run, manifest);
    for await (const { key, sizeBytes } of objects.list(folder)) {
      const file = key.slice(folder.length);
      if (manifest.files[file] === undefined) continue;
      if (!isDryRun) {
        if ((await objects.head(keyOf(file)))?.sizeBytes !== sizeBytes) continue;
        await objects.delete(key);
      }
      dropped++;
    }
  });
  return dropped;
}
