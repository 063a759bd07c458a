import { counted } from "@medhelm/core/text/counted";
import { UserError } from "@medhelm/core/user-error";
import { printMessage } from "../terminal/print-message.ts";
import { sizeText } from "../terminal/size-text.ts";
import { licensedPlaces } from "./licensed-places.ts";
import { openBucket } from "./open-bucket.ts";
import { type PushedFile, pushData, type Readers } from "./push-data.ts";

export interface PushCommandOptions {
  readonly bucket?: string | undefined;
  readonly public: boolean;
  readonly organisation?: string | undefined;
  readonly only?: readonly string[] | undefined;
  readonly dryRun: boolean;
}

/** Puts data sets into the data bucket of a service. @returns the exit code */
export async function pushCommand(
  folder: string,
  { bucket, only, dryRun: isDryRun, public: isPublic, organisation }: PushCommandOptions,
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

function readersOf(isPublic: boolean, organisation: string | undefined): Readers {
  if (isPublic && organisation === undefined) return { public: true };
  if (!isPublic && organisation !== undefined) return { organisation };
  throw new UserError("give either --public or --organisation NAME, which says who may read these files");
}

function summary(files: readonly PushedFile[], bucket: string, isDryRun: boolean): string {
  const sent = files.filter(({ isThere }) => !isThere);
  const size = sizeText(sent.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const verb = isDryRun ? "would be sent" : "sent";
  return `${sent.length} of ${counted(files.length, "file")} ${verb} to ${bucket} (${size}), ${files.length - sent.length} were already there`;
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
