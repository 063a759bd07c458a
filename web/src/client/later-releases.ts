import type { ListedRelease } from "@medhelm/core/release/release-list";
import { plural } from "../text/format.ts";
import { element } from "./element.ts";

/** Hand-written, as in chunks.ts. The addresses are paths, so no line leads to another host. */
const isLine = (value: unknown): value is ListedRelease =>
  typeof value === "object" &&
  value !== null &&
  "base" in value &&
  /^\/(?!\/)[\w.~/-]*$/.test(String(value.base)) &&
  "name" in value &&
  "date" in value;

/** Names the releases that were made after this page. The list of the page stays as it is if the file cannot be read. */
export async function showLaterReleases(note: HTMLElement): Promise<void> {
  const { list = "", base } = note.dataset;
  const shown = new Set([...document.querySelectorAll("#releases h2 a")].map((link) => link.getAttribute("href")));
  const response = await fetch(list).catch(() => undefined);
  const found: unknown = response?.ok === true ? await response.json().catch(() => undefined) : undefined;
  if (typeof found !== "object" || found === null || !("releases" in found) || !Array.isArray(found.releases)) return;
  const later = found.releases.filter(isLine).filter((line) => line.base !== base && !shown.has(line.base));
  if (later.length === 0) return;
  const links = later.flatMap(({ base: href, name, date }, i) => [
    i === 0 ? "" : ", ",
    element("a", { href }, name),
    ` of ${date}`,
  ]);
  note.append(`${plural(later.length, "release was", "releases were")} made after this page: `, ...links, ".");
}
