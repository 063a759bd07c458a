import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { ranksControls } from "@medhelm/core/release/runs/control-runs";
import { isPublicPage } from "@medhelm/core/release/public-pages";
import { SiteError } from "./options.ts";

/**
 * Reads and checks DIR/leaderboard.json.
 * @throws SiteError if it is missing, is not JSON, has another format version or does not match its schema. Also if it ranks altered references as
 * models, or has a run whose slug or pages could lead out of their folder
 */
export async function readLeaderboard(releaseDir: string): Promise<Leaderboard> {
  const path = join(releaseDir, "leaderboard.json");
  const value = json(path, await text(path));
  const version =
    typeof value === "object" && value !== null && "formatVersion" in value ? value.formatVersion : undefined;
  if (version !== 1)
    throw new SiteError(
      `${path} has formatVersion ${JSON.stringify(version)}, but this version of MedHELM reads 1. Upgrade MedHELM, or make the release again with this version.`,
    );
  const result = Leaderboard.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new SiteError(
      `${path} is invalid at ${issue?.path.join(".") ?? "?"} (${issue?.message ?? "?"}). Make the release again.`,
    );
  }
  const { name, suites } = result.data;
  if (ranksControls(result.data))
    throw new SiteError(
      `${path} ranks the altered references of \`medhelm judges check\` as models, because an earlier version of MedHELM made it. Make it again: medhelm summarize --release ${name} --suites ${suites.join(" ")}`,
    );
  for (const { slug, pages } of result.data.runs) {
    if (!isPlainName(slug))
      throw new SiteError(
        `${path} has the run slug ${JSON.stringify(slug)}, which is not a plain folder name. Make the release again.`,
      );
    if (pages !== undefined && !isPublicPage(`${pages.folder}index.json`))
      throw new SiteError(
        `${path} has the pages folder ${JSON.stringify(pages.folder)}, which is not that of a public run. Make the release again.`,
      );
  }
  return result.data;
}

/** Whether a name is the same as a folder, as a URL segment and as an Astro route. */
export const isPlainName = (name: string) => /^[\p{L}\p{N}_][\p{L}\p{N}_.,=@+~:-]{0,239}$/u.test(name);

async function text(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new SiteError(
      `${path} cannot be read. --release-dir must be a release folder, which \`medhelm summarize\` writes.`,
      { cause },
    );
  }
}

function json(path: string, content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new SiteError(`${path} is not JSON. Make the release again.`, { cause });
  }
}
