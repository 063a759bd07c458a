import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { Argument, Command } from "commander";
import { z } from "zod";
import { licensedPlaces } from "../run/licensed-places.ts";
import { openBucket } from "../service-api/open-bucket.ts";
import { parseOptions } from "../terminal/options.ts";
import { type PushedFile, pushData, type Readers } from "../service-api/push-data.ts";
import { say } from "../terminal/say.ts";

const program = new Command("medhelm data")
  .description(
    "Put data sets into a service on AWS, from a folder that is laid out as --data-dir has it, with the operator's own rights at the data bucket. What is there already is not sent again. Files of the built-in gated and private benchmarks are known by their places, and never go where others than their licensor's runs can read them; of files that no built-in benchmark names (a custom benchmark's, or a licensed file under another name) nobody can know that, so look at what --dry-run lists before you push with --public.",
  )
  .addArgument(new Argument("<action>").choices(["push"]))
  .argument("<folder>", "a mirror of data sets; their places are the paths in it, e.g. pubmed_qa/ori_pqal.json")
  .option("--bucket <name>", "the service's data bucket")
  .option("--public", "every job of the service may read it")
  .option("--organisation <name>", "runs with this organisation's licensed data may read it, and no other")
  .option("--only <paths...>", "files and folders in the folder, in place of all")
  .option("--dry-run", "list what would be sent, and send nothing");

const Options = z
  .object({
    operands: z.array(z.string()).transform(([, folder = ""]) => folder),
    bucket: z
      .string("give --bucket NAME, the service's data bucket")
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name, without s3://"),
    public: z.literal(true).optional(),
    organisation: FolderName.optional(),
    only: z.array(z.string()).optional(),
    dryRun: z.boolean().default(false),
  })
  .transform(({ operands: folder, ...options }) => ({ folder, ...options }));

export async function command(args: readonly string[]): Promise<number> {
  const { bucket, folder, only, dryRun: isDryRun, ...who } = parseOptions(program, args, Options);
  const readers = readersOf(who);
  const objects = await openBucket(bucket, process.env);
  const places = await licensedPlaces();
  const files = await pushData(objects, { folder, only, readers, places, isDryRun, report: progress() }).catch(
    (cause: unknown) => {
      if (cause instanceof UserError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new UserError(
        `--bucket ${bucket}: the data cannot be put there (${why}); use the credentials of a deploy`,
        {
          cause,
        },
      );
    },
  );
  if (isDryRun)
    for (const { path, sizeBytes, isThere } of files)
      process.stdout.write(`${isThere ? "there" : "send "} ${sizeText(sizeBytes).padStart(9)}  ${path}\n`);
  say(summary(files, bucket, isDryRun));
  return 0;
}

function readersOf({
  public: isPublic,
  organisation,
}: {
  readonly public?: true | undefined;
  readonly organisation?: string | undefined;
}): Readers {
  if (isPublic === true && organisation === undefined) return { public: true };
  if (isPublic === undefined && organisation !== undefined) return { organisation };
  throw new UserError("give either --public or --organisation NAME: who may read these files");
}

function summary(files: readonly PushedFile[], bucket: string, isDryRun: boolean): string {
  const sent = files.filter(({ isThere }) => !isThere);
  const size = sizeText(sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const were = isDryRun ? "would be sent" : "sent";
  return `${sent.length} of ${files.length} files ${were} to ${bucket} (${size}), ${files.length - sent.length} were there`;
}

const SAY_EVERY_MS = 2000;

/** A line every few seconds. */
function progress() {
  const done = { read: 0, sent: 0 };
  let saidMs = performance.now();
  return (step: "read" | "sent", { path }: { readonly path: string }, of: number): void => {
    done[step]++;
    if (performance.now() - saidMs < SAY_EVERY_MS) return;
    saidMs = performance.now();
    say(`${step} ${done[step]} of ${of}: ${path}`);
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
