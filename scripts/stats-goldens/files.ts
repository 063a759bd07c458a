import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "@medhelm/core/user-error";
import { ZodError } from "zod";
import { type Goldens, parseGoldens } from "./goldens.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The project's own small set, with invented data. */
export const ownGoldens = (): Goldens => fileGoldens(at("packages/testing/fixtures/stats/goldens.json"));

/** The reference cases; undefined if they are not on this machine. */
export function sharedGoldens(): Goldens | undefined {
  const file = join(process.env["MEDHELM_SHARED"] ?? at("../shared"), "stats/goldens.json");
  return existsSync(file) ? fileGoldens(file) : undefined;
}

/** A file of the paper's data; undefined if it is not on this machine. */
export function paperFile(name: string): string | undefined {
  const file = join(process.env["MEDHELM_SHARED"] ?? at("../shared"), "paper", name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** @throws UserError if the file is absent or malformed */
export function fileGoldens(file: string): Goldens {
  try {
    return parseGoldens(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new UserError(`${file} has no goldens (${whyNot(error)}); give a file like ../shared/stats/goldens.json`);
  }
}

function whyNot(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join(".") || "the file"}: ${issue?.message}`;
  }
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}
