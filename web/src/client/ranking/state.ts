/** The choices of a reader in a ranking. An empty text is the default. */
export interface RankingState {
  /** part of a name */
  readonly q: string;
  readonly maker: string;
  /** "10" or "100" billion parameters at most, or "over" */
  readonly size: string;
  readonly open: string;
  /** number of the limit of cost */
  readonly cost: string;
  readonly sort: string;
  readonly dir: string;
  readonly all: string;
  /** the model whose equals are marked */
  readonly like: string;
}

export const KEYS = [
  "q",
  "maker",
  "size",
  "open",
  "cost",
  "sort",
  "dir",
  "all",
  "like",
] as const satisfies readonly (keyof RankingState)[];

/** The state in an address. `suffix` distinguishes several rankings of a page. */
export function readState(address: URLSearchParams, suffix: string): RankingState {
  const get = (key: (typeof KEYS)[number]) => address.get(key + suffix) ?? "";
  return {
    q: get("q"),
    maker: get("maker"),
    size: get("size"),
    open: get("open"),
    cost: get("cost"),
    sort: get("sort"),
    dir: get("dir"),
    all: get("all"),
    like: get("like"),
  };
}

/** The query of an address with the state, "" or "?...". Parameters of others stay. */
export function writeState(address: URLSearchParams, suffix: string, state: RankingState): string {
  const next = new URLSearchParams(address);
  for (const key of KEYS)
    if (state[key] === "") next.delete(key + suffix);
    else next.set(key + suffix, state[key]);
  return next.size === 0 ? "" : `?${next.toString()}`;
}

export interface FilteredRow {
  readonly name: string;
  readonly maker: string;
  readonly isOpen: boolean;
  /** in billions */
  readonly parameters: number | undefined;
  /** whether the row costs at most the limit of this number */
  readonly isWithin: (limit: string) => boolean;
}

/** Whether any filter is set. */
export const isFiltered = ({ q, maker, size, open, cost }: RankingState): boolean =>
  [q, maker, size, open, cost].some((text) => text !== "");

/** Whether a row passes the filters. A row with an unknown size or cost passes no limit. */
export function passes(row: FilteredRow, { q, maker, size, open, cost }: RankingState): boolean {
  const words = q.toLowerCase().split(/\s+/);
  const text = `${row.name} ${row.maker}`.toLowerCase();
  return (
    words.every((word) => text.includes(word)) &&
    (maker === "" || row.maker === maker) &&
    (open === "" || row.isOpen) &&
    (cost === "" || row.isWithin(cost)) &&
    isOfSize(row.parameters, size)
  );
}

function isOfSize(parameters: number | undefined, size: string): boolean {
  if (size === "") return true;
  if (parameters === undefined) return false;
  return size === "over" ? parameters > 100 : parameters <= Number(size);
}
