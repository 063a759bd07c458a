import { toUsd } from "@medhelm/core/money/micro-usd";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import type { WorkProgress } from "@medhelm/service/work/ports";

/** The part of stderr that the line uses. */
export interface Screen {
  readonly isTTY?: boolean;
  /** the width of a terminal; absent: unknown */
  readonly columns?: number;
  write(text: string): unknown;
}

/** Without `total` the amount of work is unknown. `prompts`: whose wording the run has (core/run/wording.ts). */
type LineProgress = Omit<WorkProgress, "total"> & { readonly total?: number; readonly prompts?: string | undefined };

/**
 * Prints progress and the remaining time: on a terminal one line that it rewrites, in a log a line every 10 s. Several runs in progress
 * share the line.
 * The remaining time does not count answers from the cache, because they arrive at once.
 */
export function progressLine(stream: Screen, nowMs: () => number) {
  /** By run, what is in progress. */
  const active = new Map<string, Step>();
  const isTerminal = stream.isTTY;
  let lastMs = Number.NEGATIVE_INFINITY;
  const erase = (): void => {
    if (isTerminal) stream.write("\r\u001B[K");
  };
  /** Keeps the progress of a run, and starts its clock where a step with a pace of its own begins. */
  const enter = (progress: LineProgress): void => {
    const name = `${progress.run}${progress.stage === "encoding" ? ": BERTScore" : ""}`;
    const before = active.get(progress.run);
    const isNew = before?.name !== name;
    const isAlone = active.size === (before === undefined ? 0 : 1);
    const startMs = isNew ? nowMs() : before.startMs;
    if (isNew && isAlone) lastMs = isTerminal ? Number.NEGATIVE_INFINITY : startMs;
    active.set(progress.run, { name, startMs, progress });
  };
  const report = (progress: LineProgress): void => {
    if (progress.notice !== undefined)
      stream.write(`${isTerminal ? "\r\u001B[K" : ""}${visibleText(`${progress.run}: ${progress.notice}`)}\n`);
    enter(progress);
    if (!isShown(progress) || nowMs() - lastMs < (isTerminal ? 100 : 10_000)) return;
    lastMs = nowMs();
    const line = visibleText(lineOf([...active.values()], lastMs));
    stream.write(isTerminal ? `\r\u001B[K${cutTo(stream.columns, line)}` : `${line}\n`);
  };
  return {
    report,
    /** The progress of work without requests, such as files. Without `total` the amount of work is unknown. */
    count(what: string, done: number, total?: number): void {
      report({ run: what, stage: "asking", done, ...(total !== undefined && { total }), failed: 0, reused: 0 });
    },
    /** Erases the line. Call it before you print something else. */
    clear(): void {
      active.clear();
      erase();
    },
    /** As clear(), at the end of one of several runs. */
    end(run: string): void {
      active.delete(run);
      erase();
    },
  };
}

/** A line that wraps could not be rewritten. */
export const cutTo = (columns: number | undefined, line: string): string =>
  columns === undefined || columns < 2 || line.length < columns ? line : `${line.slice(0, columns - 2)}…`;

const isShown = ({ stage }: LineProgress): boolean => stage === "asking" || stage === "encoding";

interface Step {
  readonly name: string;
  readonly startMs: number;
  readonly progress: LineProgress;
}

function lineOf(steps: readonly Step[], atMs: number): string {
  const sum = (of: (progress: LineProgress) => number): number =>
    steps.reduce((total, { progress }) => total + of(progress), 0);
  const [first] = steps;
  const done = sum((one) => one.done);
  const reused = sum((one) => one.reused);
  const failed = sum((one) => one.failed);
  const total = steps.every(({ progress }) => progress.total !== undefined) ? sum((one) => one.total ?? 0) : undefined;
  const prompts = steps.length === 1 ? first?.progress.prompts : undefined;
  const elapsedS = (atMs - Math.min(...steps.map(({ startMs }) => startMs))) / 1000;
  const asked = done - reused;
  const leftS = asked > 0 && total !== undefined ? ((total - done) * elapsedS) / asked : undefined;
  const facts = [
    total === undefined ? String(done) : `${done} of ${total}`,
    ...(reused > 0 ? [`${reused} from before`] : []),
    ...(failed > 0 ? [`${failed} failed${kindsText(steps)}`] : []),
    leftS === undefined ? "" : `${duration(leftS)} left`,
    ...spentFacts(steps.flatMap(({ progress }) => progress.spent ?? [])),
    prompts === undefined ? "" : `prompts: ${prompts}`,
  ];
  const label = steps.length === 1 ? first?.name : `${steps.length} runs`;
  return `${label}: ${facts.filter((fact) => fact !== "").join(", ")}`;
}

/** E.g. " (timeout 2, rate_limit 1)"; the most frequent kind first. */
function kindsText(steps: readonly Step[]): string {
  const sums = new Map<string, number>();
  for (const { progress } of steps)
    for (const [kind, count] of Object.entries(progress.failures ?? {})) sums.set(kind, (sums.get(kind) ?? 0) + count);
  const kinds = [...sums].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} ${count}`);
  return kinds.length === 0 ? "" : ` (${kinds.join(", ")})`;
}

/** The verdicts, tokens and dollars of the runs in progress, as far as they are known. */
function spentFacts(spent: readonly NonNullable<LineProgress["spent"]>[]): string[] {
  const sum = (of: (one: (typeof spent)[number]) => number): number => spent.reduce((total, one) => total + of(one), 0);
  const asked = sum((one) => one.verdictsAsked);
  const tokens = sum((one) => one.tokens);
  const isPriced = spent.every((one) => one.tokens === 0 || one.microUsd !== undefined);
  return [
    ...(asked > 0 ? [`${sum((one) => one.verdictsScored)} of ${asked} verdicts`] : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString("en-US")} tokens`] : []),
    ...(tokens > 0 && isPriced ? [`$${toUsd(sum((one) => one.microUsd ?? 0)).toFixed(4)}`] : []),
  ];
}

/** Formats seconds for people: "5 s", "2 min 5 s", "1 h 2 min". */
export function duration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}
