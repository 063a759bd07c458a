import { errorCode } from "@medhelm/core/error-code";
import { exitCodes } from "@medhelm/core/exit-codes";
import { visibleText } from "@medhelm/core/release/pages/visible-text";
import { UserError } from "@medhelm/core/user-error";
import { DISK_REFUSALS } from "@medhelm/core/disk-refusals";
import { isRefusedByDisk } from "@medhelm/core/writing-to";
import { bucketFault } from "../service-api/bucket-fault.ts";
import { wasInterrupted } from "./interrupt-signal.ts";
import { printMessage } from "./print-message.ts";

/** Thrown after --help was printed. It ends the command without an error. */
export class HelpShown extends Error {}

/**
 * Prints an error on stderr: one sentence if the user can fix it, the stack if it is a bug. An aborted call without a signal is a bug.
 * @param isVerbose whether to print also what caused the error
 * @returns the exit code of the process
 */
export function reportError(error: unknown, isVerbose = false, isInterrupted = wasInterrupted()): number {
  if (error instanceof HelpShown) return exitCodes.success;
  const sentence = error instanceof UserError ? error.message : sentenceOf(error);
  if (sentence !== undefined) {
    printMessage(sentence);
    if (isVerbose && error instanceof Error) process.stderr.write(`${visibleText(causesOf(error))}\n`);
    return exitCodes.userError;
  }
  if (isInterrupted && error instanceof Error && error.name === "AbortError") {
    printMessage("interrupted; run the same command again to continue");
    return exitCodes.interrupted;
  }
  printMessage(
    `this is a bug; please report it with the lines below\n${error instanceof Error ? error.stack : String(error)}`,
  );
  return exitCodes.bug;
}

/** The stacks of an error and of what caused it. */
function causesOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by: ${causesOf(error.cause)}` : stack;
}

/** True if the user, or the owner of the machine, can fix the cause. */
export function isUserFixable(error: unknown): boolean {
  return error instanceof UserError || sentenceOf(error) !== undefined;
}

/** The text about a run or a job that an error ended: one sentence if the user can fix the cause, else the stack. */
export function errorText(error: unknown): string {
  if (error instanceof UserError) return error.message;
  return sentenceOf(error, ADVICE) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Faults of a disk that its owner can correct. They come in the middle of work. */
const DISK: Readonly<Record<string, string>> = {
  ...DISK_REFUSALS,
  EIO: "the disk reports a fault",
  EMFILE: "too many files are open; raise the limit with ulimit -n",
  ENFILE: "too many files are open on this machine",
  EFBIG: "the file is larger than this disk or ulimit -f allows",
  ESTALE: "the network disk has lost it",
};
/** Faults of a path. Mostly a command meets them before it has started, or it only reads. */
const PATH: Readonly<Record<string, string>> = {
  EACCES: "you have no permission to read or write it",
  EISDIR: "a folder is in the place of this file; remove it",
  ELOOP: "it is a link that leads back to itself; remove it",
  ENAMETOOLONG: "its name is longer than this disk allows; use a shorter one",
  ENOTDIR: "a file is in the place of a folder above it; remove it",
};
/** Of a call on a path only: other calls have these codes too. */
const PATH_CALL: Readonly<Record<string, string>> = {
  EEXIST: "a file is in the place of this folder; remove it",
  EPERM: "you have no permission to change it",
};
/** A file that is damaged at its beginning is named when it is opened. */
const DAMAGED =
  "a SQLite file in .medhelm of the output folder is damaged: stop medhelm, and call medhelm repair, which keeps the readable answers; then run the same command again";
const AGAIN = "fix this, then run the same command again";
const ADVICE = `finished work is kept: ${AGAIN}`;
const IN_FOLDER = "a SQLite file in .medhelm of the output folder";
/** SQLite's primary result codes SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN and SQLITE_NOTADB. */
const SQLITE: Readonly<Record<number, string>> = {
  8: `${IN_FOLDER} cannot be written; ${ADVICE}`,
  10: `${IN_FOLDER} cannot be read or written, because the disk reports a fault or is full; ${ADVICE}`,
  11: DAMAGED,
  13: `the disk of the output folder is full; ${ADVICE}`,
  14: `${IN_FOLDER} cannot be opened; ${ADVICE}`,
  26: DAMAGED,
};

/**
 * One sentence if a disk or the bucket of the objects has a fault that the owner of the machine can correct.
 * @param ofPath the advice after a fault of a path
 */
function sentenceOf(error: unknown, ofPath = AGAIN): string | undefined {
  if (error instanceof Error && "syscall" in error && error.syscall === "uv_cwd")
    return "the folder in which this command started no longer exists; change to another one with cd";
  const fault = bucketFault(error);
  return fault === undefined ? diskSentence(error, ofPath) : `the bucket with the objects: ${fault}`;
}

function diskSentence(error: unknown, ofPath: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const place = "path" in error && typeof error.path === "string" ? `${error.path}: ` : "";
  if (place !== "" && isRefusedByDisk(error))
    return `${place}${DISK[errorCode(error) ?? ""] ?? DISK_REFUSALS.ENOSPC}; ${ADVICE}`;
  if ("errcode" in error && typeof error.errcode === "number") return SQLITE[error.errcode & 0xff];
  const code = errorCode(error) ?? "";
  if (DISK[code] !== undefined) return `${place}${DISK[code]}; ${ADVICE}`;
  const why = PATH[code] ?? (place === "" ? undefined : PATH_CALL[code]);
  return why === undefined ? undefined : `${place}${why}; ${ofPath}`;
}
