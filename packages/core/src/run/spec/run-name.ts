import { UserError } from "../../user-error.ts";

/** The limit of file systems and of HELM's layout, which has a folder for each run. */
const MAX_BYTES = 255;
/** of a UTF-16 code unit in UTF-8 */
const MOST_BYTES = 3;
const SHOWN = 60;

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Why a file or an object cannot have this name; undefined for a good name. It continues a sentence about the name. */
export function nameProblem(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return `is ${JSON.stringify(name)}, which is no file name`;
  if (!name.isWellFormed()) return "is not valid Unicode; write it as UTF-8";
  const [character] = /[\p{Cc}\\/]/u.exec(name) ?? [];
  if (character !== undefined) return `contains ${characterText(character)}; remove it`;
  if (name.length * MOST_BYTES <= MAX_BYTES) return undefined; // the sweep makes millions of keys
  const bytes = byteLength(name);
  if (bytes <= MAX_BYTES) return undefined;
  const characters = Array.from(name).length;
  const size = characters === bytes ? `${bytes} bytes` : `${bytes} bytes (${characters} characters)`;
  return `has ${size}, and a file name has at most ${MAX_BYTES} bytes; shorten ${longestPart(name)}`;
}

/** Why this machine, S3 or another computer cannot hold a run of this name, as a sentence; undefined for a good name. */
export function runNameProblem(run: string): string | undefined {
  const problem = nameProblem(run);
  return problem && `the run name ${shown(run)} ${problem}`;
}

/**
 * Checks the name of a planned run. It refuses more than `runNameProblem`: names that Windows changes.
 * @throws UserError that says what to change
 */
export function checkRunName(run: string): void {
  const problem =
    runNameProblem(run) ??
    (/[. ]$/.test(run)
      ? `the run name ${shown(run)} ends with a dot or a space, which Windows removes; change the entry's last argument`
      : undefined);
  if (problem !== undefined) throw new UserError(problem);
}

/** Names with an equal result are one folder on macOS and Windows. */
export const foldedName = (name: string): string => name.normalize("NFC").toLowerCase();

function longestPart(run: string): string {
  const [longest = ""] = run.split(/[:,]/).toSorted((a, b) => byteLength(b) - byteLength(a));
  const argument = /^[^=]+(?==)/.exec(longest)?.[0];
  return argument === undefined ? "the benchmark's name" : `the value of ${shown(argument)}`;
}

/** Quotes and escapes a name, because it may contain control characters, and cuts a long one. */
export function shown(name: string): string {
  const characters = Array.from(name);
  return JSON.stringify(characters.length <= SHOWN ? name : `${characters.slice(0, SHOWN).join("")}...`);
}

function characterText(character: string): string {
  if (character === "\\") return "a backslash";
  if (character === "/") return "a slash";
  return `the control character U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}
