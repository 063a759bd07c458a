import { readFileSync } from "node:fs";
import { type ListedRelease, ReleaseList } from "@medhelm/core/release/release-list";
import { noteRead } from "./page-reads.ts";
import { site } from "./site.ts";

/** The releases of the server of this build, the newest first, and the line of this release. web/build.ts passes them. */
export function releaseList(): {
  readonly releases: readonly ListedRelease[];
  readonly own: ListedRelease | undefined;
} {
  noteRead("releases");
  const path = process.env["MEDHELM_SITE_RELEASES"];
  const { releases } =
    path === undefined ? { releases: [] } : ReleaseList.parse(JSON.parse(readFileSync(path, "utf8")));
  return { releases, own: releases.find(({ base }) => base === site().base) };
}
