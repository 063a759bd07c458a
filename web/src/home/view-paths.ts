import { site } from "../release/site.ts";
import { cellRecords } from "./cell-records.ts";
import { otherViews } from "./other-view.ts";

/** The addresses of the views in a folder, "profiles" or "suites". */
export const viewPaths = (folder: string) =>
  otherViews(site().leaderboard).flatMap(({ path }) => {
    const [of, name = ""] = path.split("/");
    return of === folder ? [{ params: { name }, props: { path } }] : [];
  });

/** The numbers that the heat table of a view shows when a reader presses a cell. */
export function viewCells(path: string): string {
  const [table] = otherViews(site().leaderboard).find((view) => view.path === path)?.leaderboard.tables ?? [];
  return `${JSON.stringify(table === undefined ? [] : cellRecords(table))}\n`;
}
