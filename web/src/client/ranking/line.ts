/** The row of a model. */
export interface Line {
  readonly row: HTMLTableRowElement;
  /** the band that has the row in the release's order */
  readonly home: HTMLTableSectionElement;
  readonly name: string;
  readonly maker: string;
  readonly isOpen: boolean;
  /** in billions */
  readonly parameters: number | undefined;
  readonly isWithin: (limit: string) => boolean;
  /** of the groups of models that cannot be told apart */
  readonly letters: readonly string[];
}

export const isSeen = ({ row }: Line): boolean => !row.hidden;

export const isModel = (row: HTMLTableRowElement): boolean => !row.classList.contains("band");

export function lineOf(row: HTMLTableRowElement, home: HTMLTableSectionElement): Line {
  const { m = "", b, p = "" } = row.dataset;
  return {
    row,
    home,
    name: row.querySelector("th")?.firstElementChild?.textContent ?? "",
    maker: m,
    isOpen: row.classList.contains("o"),
    parameters: b === undefined ? undefined : Number(b),
    isWithin: (limit) => row.classList.contains(`c${limit}`),
    letters: p === "" ? [] : p.split(" "),
  };
}

export const isPeer = ({ letters }: Pick<Line, "letters">, chosen: Pick<Line, "letters"> | undefined): boolean =>
  letters.some((letter) => chosen?.letters.includes(letter));

/** The value by which a column sorts the row; undefined if it has none. */
export function valueOf({ row, name }: Line, key: string): number | string | undefined {
  if (key === "name") return name;
  if (key === "rank") return Number.parseInt(row.cells[0]?.textContent ?? "", 10) || undefined;
  const value = row.querySelector<HTMLDataElement>(`.${key} data`)?.value;
  return value === undefined ? undefined : Number(value);
}
