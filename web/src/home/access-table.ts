import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";

/** The choice between all benchmarks of a table, those that anyone can read, and the others. */
export type AccessChoice = NonNullable<Table["subsets"]>[number]["access"];

export const ACCESS_CHOICES: readonly {
  readonly access: AccessChoice;
  /** the folder of its page under the page of the group */
  readonly slug: string;
  readonly label: string;
  /** the end of a sentence */
  readonly phrase: string;
}[] = [
  { access: "public", slug: "public", label: "Public", phrase: "on public benchmarks" },
  { access: "nonPublic", slug: "not-public", label: "Not public", phrase: "on benchmarks that are not public" },
];

/** A table of some columns of another one, with the release's own statistics of these columns. */
export interface AccessTable {
  readonly table: Table;
  /** positions of its columns in the table of the release */
  readonly positions: readonly number[];
}

/** The table of a choice; undefined if the release has no statistics of it. */
export function accessTable(table: Table, access: AccessChoice): AccessTable | undefined {
  const subset = table.subsets?.find((one) => one.access === access);
  if (subset === undefined) return undefined;
  const { group, title, description, wordings } = table;
  return {
    positions: subset.columns,
    table: {
      group,
      title,
      description,
      ...(wordings === undefined ? {} : { wordings }),
      columns: subset.columns.flatMap((position) => table.columns[position] ?? []),
      rows: table.rows.flatMap(({ model, modelDeployment, wording, cells, suites }, i) => {
        const own = subset.rows[i];
        return own === undefined
          ? []
          : [
              {
                model,
                modelDeployment,
                ...(wording === undefined ? {} : { wording }),
                ...(suites === undefined ? {} : { suites }),
                ...own,
                cells: subset.columns.flatMap((position) => cells[position] ?? []),
              },
            ];
      }),
      ...(subset.inference === undefined ? {} : { inference: subset.inference }),
    },
  };
}

/** The choices of a table with their numbers of benchmarks, all of them first. Empty if there is no choice. */
export function accessChoices(table: Table | undefined): {
  readonly access: AccessChoice | undefined;
  readonly slug: string;
  readonly label: string;
  readonly count: number;
}[] {
  const choices = ACCESS_CHOICES.flatMap(({ access, slug, label }) => {
    const subset = table?.subsets?.find((one) => one.access === access);
    return subset === undefined ? [] : [{ access, slug, label, count: subset.columns.length }];
  });
  if (table === undefined || choices.length === 0) return [];
  return [{ access: undefined, slug: "", label: "All", count: table.columns.length }, ...choices];
}
