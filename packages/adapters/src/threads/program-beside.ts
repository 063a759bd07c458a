import { fileURLToPath } from "node:url";

/**
 * The path of a program for a thread or a child process. `url`: the import.meta.url of the caller. `source`: the program next to the caller's source.
 * `bundled`: its file in the folder of the bundle (scripts/bundle.ts), where all files are.
 */
export const programBeside = (url: string, source: string, bundled: string): string =>
  fileURLToPath(new URL(url.endsWith(".ts") ? source : bundled, url));
