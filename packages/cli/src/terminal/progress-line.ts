import { visibleText } from "@medhelm/core/release/visible-text";
import type { WorkProgress } from "@medhelm/service/work/ports";

/** The part of stderr that the line uses. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Without `total` the amount of work is unknown. `prompts`: whose wording the run has (core/run/wording.ts). */
type LineProgress = Omit<WorkProgress, "total"> & { readonly total?: number; readonly prompts?: string | undefined };

/**
 * Prints progress and the remaining time: on a terminal one line that it rewrites, in a log a line every 10 s.
 * The remaining time does not count answers from the cache, because they arrive at once.
 */
export function progressLine(stream: Screen, nowMs: () => number) {
  let step = "";
  let startMs = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  const isTerminal = stream.isTTY;
  return {
    report(progress: LineProgress): void {
      if (progress.notice !== undefined)
        stream.write(`${isTerminal ? "\r\u001B[K" : ""}${visibleText(`${progress.run}: ${progress.notice}`)}\n`);
      const isEncoding = progress.stage === "encoding"; // has its own pace
      const now = `${progress.run}${isEncoding ? ": BERTScore" : ""}`;
      if (now !== step) {
        step = now;
        startMs = nowMs();
        lastMs = isTerminal ? Number.NEGATIVE_INFINITY : startMs;
      }
      if ((progress.stage !== "asking" && !isEncoding) || nowMs() - lastMs < (isTerminal ? 100 : 10_000)) return;
      lastMs = nowMs();
      const line = visibleText(lineOf({ ...progress, run: now }, (nowMs() - startMs) / 1000));
      stream.write(isTerminal ? `\r\u001B[K${line}` : `${line}\n`);
    },
    /** Erases the line. Call it before you print something else. */
    clear(): void {
      if (isTerminal) stream.write("\r\u001B[K");
    },
  };
}

function lineOf({ run, done, total, failed, reused, prompts }: LineProgress, elapsedS: number): string {
  const asked = done - reused;
  const leftS = asked > 0 && total !== undefined ? ((total - done) * elapsedS) / asked : undefined;
  const facts = [
    total === undefined ? String(done) : `${done} of ${total}`,
    ...(reused > 0 ? [`${reused} from before`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    leftS === undefined ? "" : `${duration(leftS)} left`,
    prompts === undefined ? "" : `prompts: ${prompts}`,
  ];
  return `${run}: ${facts.filter((fact) => fact !== "").join(", ")}`;
}

/** Formats seconds for people: "5 s", "2 min 5 s", "1 h 2 min". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
