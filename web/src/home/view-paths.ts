import { site } from "../release/site.ts";
import { cellRecords } from "./cell-records.ts";
import { groupViews, type OtherView, otherViews } from "./other-view.ts";

/** The addresses of the views in a folder, "profiles" or "suites". */
export const viewPaths = (folder: string) =>
  otherViews(site().leaderboard).flatMap(({ path }) => {
    const [of, name = ""] = path.split("/");
    return of === folder ? [{ params: { name }, props: { path } }] : [];
  });

/** The addresses of the views of all groups in a folder, "profiles" or "suites". */
export const groupViewPaths = (folder: string) =>
  groupViews(site()).flatMap(({ path }) => {
    const [, group = "", of, name = ""] = path.split("/");
    return of === folder ? [{ params: { group, name }, props: { path } }] : [];
  });

/** The view at an address, of the release or of a group. */
export const viewAt = (path: string): OtherView | undefined =>
  [...otherViews(site().leaderboard), ...groupViews(site())].find((view) => view.path === path);

/** The numbers that the heat table of a view shows when a reader presses a cell. */
export function viewCells(path: string): string {
  const [table] = viewAt(path)?.leaderboard.tables ?? [];
  return `${JSON.stringify(table === undefined ? [] : cellRecords(table))}\n`;
}
