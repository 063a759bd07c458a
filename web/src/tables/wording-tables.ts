import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { promptsText } from "../text/words.ts";
import type { TableView } from "./table-view.ts";

/**
 * Makes one view of a table, or one for each wording of the prompts if a benchmark has several. A reader who sorts or compares rows then sees rows of
 * one wording only. The last view has the downloads, which contain all rows.
 */
export function wordingTables(table: Table, view: (part: Table) => TableView): TableView[] {
  const split = [...new Set(table.rows.map(({ wording }) => wording))];
  const [only] = split;
  if (split.length < 2 && only === undefined) {
    const whole = view(table);
    return [{ ...whole, note: `${whole.note} ${noteOf(table.wordings)}`.trim() }];
  }
  return split.map((wording, index) => {
    const { downloads, ...part } = view({ ...table, rows: table.rows.filter((row) => row.wording === wording) });
    return {
      ...part,
      id: index === 0 ? part.id : `${part.id}-${index + 1}`,
      title: `${part.title}, ${promptsText(wording)}`,
      note: `${part.note} ${noteOf(wording === undefined ? undefined : [wording])}`.trim(),
      ...(downloads !== undefined && index === split.length - 1 ? { downloads } : {}),
    };
  });
}

const noteOf = (wordings: readonly string[] | undefined): string =>
  wordings === undefined || wordings.length === 0 ? "" : `Prompts: ${wordings.map(promptsText).join(", ")}.`;
