import { isAbsolute, resolve } from "node:path";
import { parseArgs } from "node:util";

/** An error that the user can correct. The build prints its message as one line and exits with code 2. */
export class SiteError extends Error {
  override readonly name = "SiteError";
}

export interface BuildOptions {
  /** absolute */
  readonly releaseDir: string;
  /** absolute */
  readonly out: string;
  /** starts and ends with "/" */
  readonly base: string;
  /** Whether to copy the instance chunks. If false, a server must provide data/<slug>/. */
  readonly data: boolean;
  /** Whether the service provides the pages of sealed generations under /runs/, so that they are not copied. */
  readonly served: boolean;
  /** Whether to write name.gz and name.br next to each text file. */
  readonly compress: boolean;
  /** A file like releases.json with the other releases that the service knows. */
  readonly releases?: string;
  /** The leaderboard.json of the release before this one, if its site is not in the parent folder of `out`. */
  readonly previous?: string;
}

export const usage =
  "node web/build.ts --release-dir DIR --out DIR [--base /x/] [--no-data] [--served] [--compress] [--releases FILE] [--previous FILE]";

/**
 * "/", "/x", "x/" -> "/", "/x/", "/x/".
 * @throws SiteError for a path that a browser would interpret in another way
 */
export function normalBase(base: string): string {
  const path = `/${base}/`.replaceAll(/\/+/g, "/");
  if (!/^\/([A-Za-z0-9._~-]+\/)*$/.test(path) || path.includes("/../") || path.includes("/./"))
    throw new SiteError(
      `--base ${JSON.stringify(base)} is not a plain path. Write it as /x/, without a host and without a query.`,
    );
  return path;
}

/**
 * Parses the command line. Relative paths are resolved against `cwd`.
 * @throws SiteError for a missing or unknown option
 */
export function buildOptions(args: readonly string[], cwd: string): BuildOptions {
  const values = parsed(args);
  const { "release-dir": releaseDir, out } = values;
  if (releaseDir === undefined || releaseDir === "") throw new SiteError(`--release-dir is missing. Usage: ${usage}`);
  if (out === undefined || out === "") throw new SiteError(`--out is missing. Usage: ${usage}`);
  const absolute = (path: string) => (isAbsolute(path) ? path : resolve(cwd, path));
  return {
    releaseDir: absolute(releaseDir),
    out: absolute(out),
    base: normalBase(values.base ?? "/"),
    data: values["no-data"] !== true,
    served: values.served === true,
    compress: values.compress === true,
    ...(values.releases === undefined ? {} : { releases: absolute(values.releases) }),
    ...(values.previous === undefined ? {} : { previous: absolute(values.previous) }),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        "release-dir": { type: "string" },
        out: { type: "string" },
        base: { type: "string" },
        "no-data": { type: "boolean" },
        served: { type: "boolean" },
        compress: { type: "boolean" },
        releases: { type: "string" },
        previous: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new SiteError(
      `${error instanceof Error ? error.message.replace(/\.$/, "") : "The arguments are invalid"}. Usage: ${usage}`,
    );
  }
}
