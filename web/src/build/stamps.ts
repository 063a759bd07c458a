import { STAMPS } from "../release/page-reads.ts";
import { escape } from "../text/html.ts";
import type { Stamp } from "./page-record.ts";

type Release = { readonly name: string; readonly date: string };
type Stamped = { readonly text: string; readonly stamps: readonly Stamp[] };

const TOKEN = new RegExp(Object.values(STAMPS).join("|"), "g");

/** Puts the name and date of the release into a page, and says where they are. */
export function stamped(text: string, release: Release): Stamped {
  return joined(
    text.split(TOKEN),
    [...text.matchAll(TOKEN)].map(([token]) => (token === STAMPS.name ? "name" : "date")),
    release,
  );
}

/** Puts the name and date of another release into a page. Undefined if those of the earlier release are not in their places. */
export function restamped(
  text: string,
  stamps: readonly Stamp[],
  [before, after]: readonly [Release, Release],
): Stamped | undefined {
  const parts: string[] = [];
  let end = 0;
  for (const [start, kind] of stamps) {
    const old = escape(before[kind]);
    if (!text.startsWith(old, start)) return undefined;
    parts.push(text.slice(end, start));
    end = start + old.length;
  }
  return joined(
    [...parts, text.slice(end)],
    stamps.map(([, kind]) => kind),
    after,
  );
}

function joined(parts: readonly string[], kinds: readonly Stamp[1][], release: Release): Stamped {
  const [first = "", ...others] = parts;
  const stamps: Stamp[] = [];
  let text = first;
  for (const [i, part] of others.entries()) {
    const kind = kinds[i] ?? "name";
    stamps.push([text.length, kind]);
    text += escape(release[kind]) + part;
  }
  return { text, stamps };
}
