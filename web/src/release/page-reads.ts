import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";

/**
 * A build collects here which parts of the release each page reads, so that the next build renders only pages of which a part has changed. The
 * compiled pages and the build are two programs with copies of this module, so the collector is a property of their common global object.
 */
const COLLECTOR = Symbol.for("medhelm.page-reads");

/** `key`: the place in leaderboard.json, e.g. "runs/12/mainValue", "whole" for all of it, or "file/..." for a file of the release. */
type Collector = (key: string, isShared: boolean) => void;

const isCollector = (value: unknown): value is Collector => typeof value === "function";

/** Sets the collector; undefined: nothing is collected. */
export const collectReads = (collect: Collector | undefined): void => {
  Reflect.set(globalThis, COLLECTOR, collect);
};

let isShared = false;

/** Says that the page in the making depends on a part of the release. */
export function noteRead(key: string): void {
  const collect: unknown = Reflect.get(globalThis, COLLECTOR);
  if (isCollector(collect)) collect(key, isShared);
}

/** The reads of `make` count for every page. */
export function sharedByPages<T>(make: () => T): T {
  isShared = true;
  try {
    return make();
  } finally {
    isShared = false;
  }
}

/** In the place of the release's name and date, which a build puts in last: a page whose other parts are unchanged then stays. */
export const STAMPS = { name: "~medhelm:release-name~", date: "~medhelm:release-date~" } as const;

/** The name and date for the frame of all pages. */
export const stampOf = (
  leaderboard: Pick<Leaderboard, "name" | "date">,
): { readonly name: string; readonly date: string } =>
  isCollector(Reflect.get(globalThis, COLLECTOR)) ? STAMPS : leaderboard;

/** Lists whose elements are read one by one. Their lengths follow from the names, which all pages share. */
const LISTS = ["models", "groups", "tables", "runs"] as const;

/** The leaderboard, which notes the read of each field of a model, group, table or run, and of each other field. */
export function recordedLeaderboard(whole: Leaderboard): Leaderboard {
  const lists = {
    models: whole.models.map((one, i) => recorded(one, `models/${i}`)),
    groups: whole.groups.map((one, i) => recorded(one, `groups/${i}`)),
    tables: whole.tables.map((one, i) => recorded(one, `tables/${i}`)),
    runs: whole.runs.map((one, i) => recorded(one, `runs/${i}`)),
  } satisfies Pick<Leaderboard, (typeof LISTS)[number]>;
  return recorded({ ...whole, ...lists }, "", new Set(LISTS));
}

function recorded<T extends object>(value: T, place: string, except: ReadonlySet<string> = new Set()): T {
  const note = (key: string | symbol) => {
    if (typeof key === "string" && !except.has(key)) noteRead(place === "" ? key : `${place}/${key}`);
  };
  return new Proxy(value, {
    get(target, key): unknown {
      note(key);
      return Reflect.get(target, key);
    },
    has(target, key) {
      note(key);
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      // The fields that are absent count, too. Each copied field is noted when it is read.
      noteRead(place === "" ? "fields" : `${place}/fields`);
      return Reflect.ownKeys(target);
    },
  });
}
