import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { licensedPlaces } from "../service-api/licensed-places.ts";
import { openBucket } from "../service-api/open-bucket.ts";
import { pullCommand } from "../results/pull-command.ts";
import { RESULT_PARTS, type ResultPart } from "../results/choose-results.ts";
import { GOOGLE_STORAGE } from "../results/google-bucket.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { sizeText } from "../terminal/size-text.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { type PushedFile, pushData, type Readers } from "../service-api/push-data.ts";
import { printMessage } from "../terminal/print-message.ts";

export const command = defineCommand({
  name: "medhelm data",
  description:
    "pull: copy HELM's official results from Google Storage, which helm-server and medhelm summarize read. push: put data sets into a service on AWS, with your own rights at its data bucket. The folder has the layout of --data-dir. Files that are already there are not sent again. The command knows the files of the built-in gated and private benchmarks by their paths, and refuses a place where runs without the licensor's data can read them. It cannot know this of other files, e.g. those of a custom benchmark or a renamed licensed file, so check the list that --dry-run prints before you push with --public.",
  options: {
    action: argument("pull or push", z.enum(["pull", "push"])),
    what: argument(
      "pull: the word results. push: a mirror of data sets; the path of a file in it is its key, e.g. pubmed_qa/ori_pqal.json",
      z.string(),
    ),
    place: argument("pull: gs://BUCKET/FOLDER of Google Storage", z.string().optional()),
    outputPath: commonOptions.outputPath,
    release: option("name", "pull: only this release, and the runs of its suites", FolderName.optional()),
    storageUrl: option("url", "address of Google Storage's API", z.string().default(GOOGLE_STORAGE), {
      isHidden: true,
    }),
    bucket: option(
      "name",
      "push: the service's data bucket",
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name, without s3://")
        .optional(),
    ),
    public: flag("push: every job of the service may read the files"),
    organisation: option(
      "name",
      "push: only runs with this organisation's licensed data may read the files",
      FolderName.optional(),
    ),
    only: option(
      "names",
      `pull: only these parts: ${RESULT_PARTS.join(", ")}. push: only these files and folders`,
      z.array(z.string()).optional(),
    ),
    dryRun: flag("print the size or the list of files, and copy nothing"),
  },
  async run({ action, what, place, ...options }) {
    if (action === "push") return push(what, options);
    if (what !== "results" || place === undefined)
      throw new UserError(
        `medhelm data pull ${what}: only official results can be pulled; write medhelm data pull results gs://BUCKET/FOLDER`,
      );
    await pullCommand({ ...options, place, parts: options.only?.flatMap(partsIn) });
    return 0;
  },
});

interface PushOptions {
  readonly bucket?: string | undefined;
  readonly public: boolean;
  readonly organisation?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly dryRun: boolean;
}

async function push(
  folder: string,
  { bucket, only, dryRun: isDryRun, public: isPublic, organisation }: PushOptions,
): Promise<number> {
  if (bucket === undefined) throw new UserError("medhelm data push needs --bucket NAME, the service's data bucket");
  const readers = readersOf(isPublic, organisation);
  const objects = await openBucket(bucket, process.env);
  const places = await licensedPlaces();
  const files = await pushData(objects, { folder, only, readers, places, isDryRun, report: progress() }).catch(
    (cause: unknown) => {
      if (cause instanceof UserError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new UserError(
        `--bucket ${bucket}: the data cannot be put there (${why}); use the credentials that deploy the service`,
        { cause },
      );
    },
  );
  if (isDryRun)
    for (const { path, sizeBytes, isThere } of files)
      process.stdout.write(`${isThere ? "there" : "send "} ${sizeText(sizeBytes).padStart(9)}  ${path}\n`);
  printMessage(summary(files, bucket, isDryRun));
  return 0;
}

/** Names may be separated by commas, too. */
function partsIn(text: string): ResultPart[] {
  return text.split(",").map((name) => {
    const part = RESULT_PARTS.find((one) => one === name);
    if (part === undefined)
      throw new UserError(`--only ${name}: a part of the results is one of ${RESULT_PARTS.join(", ")}`);
    return part;
  });
}

function readersOf(isPublic: boolean, organisation: string | undefined): Readers {
  if (isPublic && organisation === undefined) return { public: true };
  if (!isPublic && organisation !== undefined) return { organisation };
  throw new UserError("give either --public or --organisation NAME, which says who may read these files");
}

function summary(files: readonly PushedFile[], bucket: string, isDryRun: boolean): string {
  const sent = files.filter(({ isThere }) => !isThere);
  const size = sizeText(sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const verb = isDryRun ? "would be sent" : "sent";
  return `${sent.length} of ${files.length} files ${verb} to ${bucket} (${size}), ${files.length - sent.length} were already there`;
}

const REPORT_EVERY_MS = 2000;

/** Returns a function that prints a line every two seconds. */
function progress() {
  const done = { read: 0, sent: 0 };
  let reportedMs = performance.now();
  return (step: "read" | "sent", { path }: { readonly path: string }, of: number): void => {
    done[step]++;
    if (performance.now() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = performance.now();
    printMessage(`${step} ${done[step]} of ${of}: ${path}`);
  };
}
