import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import { sizeText } from "../terminal/size-text.ts";
import { printMessage } from "../terminal/print-message.ts";
import { duration } from "../terminal/progress-line.ts";
import { chooseResults, partOfFile, RESULT_PARTS, type ResultPart } from "./choose-results.ts";
import { type BucketFile, googleBucket } from "./google-bucket.ts";
import { planPull, pullResults } from "./pull-results.ts";

export interface PullOptions {
  readonly place: string;
  readonly storageUrl: string;
  readonly outputPath: string;
  readonly release?: string | undefined;
  readonly parts?: readonly ResultPart[] | undefined;
  readonly dryRun: boolean;
}

/** Prints the size, then copies HELM's results from a bucket. */
export async function pullCommand({
  place,
  storageUrl,
  outputPath,
  release,
  parts,
  dryRun,
}: PullOptions): Promise<void> {
  const bucket = googleBucket(place, storageUrl);
  const files = await chooseResults(bucket, release, parts ?? RESULT_PARTS);
  const plan = await planPull(files, outputPath);
  const size = sizeOf(plan.missing);
  const there = plan.present === 0 ? "" : `; ${plan.present} are in ${outputPath}`;
  printMessage(`${place}: ${counted(files.length, "file")}, ${sizeText(sizeOf(files))} (${partsText(files)})${there}`);
  if (dryRun) return printMessage(`${counted(plan.missing.length, "file")} would be copied, ${sizeText(size)}`);
  if (plan.missing.length > 0) {
    const show = progress(plan.missing.length, size);
    await pullResults(bucket, plan, outputPath, show);
  }
  printMessage(`${counted(plan.missing.length, "file")} copied to ${outputPath}, ${sizeText(size)}`);
  const shown = release ?? firstRelease(files);
  if (shown !== undefined) process.stdout.write(`next     helm-server --release ${shown} -o ${outputPath}\n`);
}

const sizeOf = (files: readonly BucketFile[]): number => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** E.g. "groups 1.2 MB, stats 30.1 MB". */
function partsText(files: readonly BucketFile[]): string {
  const byPart = Map.groupBy(files, ({ path }) => partOfFile(path));
  return RESULT_PARTS.flatMap((part) => {
    const own = byPart.get(part);
    return own === undefined ? [] : [`${part} ${sizeText(sizeOf(own))}`];
  }).join(", ");
}

function firstRelease(files: readonly BucketFile[]): string | undefined {
  const found = files.find(({ path }) => /^releases\/[^/]+\/summary\.json$/.test(path));
  return found?.path.split("/")[1];
}

const LOG_EVERY_MS = 10_000;

/** Returns a function that prints files, bytes and the remaining time, every ten seconds. */
function progress(files: number, size: number): (bytes: number, files: number) => void {
  const startMs = systemClock.monotonicMs();
  let [doneFiles, doneBytes, lastMs] = [0, 0, startMs];
  return (bytes, complete) => {
    doneFiles += complete;
    doneBytes += bytes;
    const nowMs = systemClock.monotonicMs();
    if (nowMs - lastMs < LOG_EVERY_MS) return;
    lastMs = nowMs;
    const leftS = (((nowMs - startMs) / 1000) * Math.max(0, size - doneBytes)) / Math.max(1, doneBytes);
    printMessage(
      `${doneFiles} of ${counted(files, "file")}, ${sizeText(doneBytes)} of ${sizeText(size)}, ${duration(leftS)} left`,
    );
  };
}
