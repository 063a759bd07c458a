import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import { slugs } from "../release/slug.ts";
import type { Site } from "../release/site.ts";

type Row = Pick<Table["rows"][number], "model" | "modelDeployment" | "wording">;

/** A row of the release's first table, as the addresses of Compare name it. */
export interface ComparedRow {
  /** e.g. "openai_gpt-4o"; unique in the release, and safe in a query */
  readonly id: string;
  /** the model's name, with the deployment or the wording where the name alone is not unique */
  readonly name: string;
  /** the position in the table of the whole release */
  readonly row: number;
}

const countOf = (names: readonly string[], name: string): number => names.filter((other) => other === name).length;

/** The rows of the table of the whole release. */
export function comparedRows({ table, leaderboard, modelName }: Pick<Site, "table" | "leaderboard" | "modelName">) {
  const rows = table(leaderboard.rootGroup)?.rows ?? [];
  const models = rows.map(({ model }) => model);
  const deployments = rows.map(({ modelDeployment }) => modelDeployment);
  const full = rows.map(({ model, modelDeployment, wording }) => {
    if (countOf(models, model) === 1) return { key: model, note: "" };
    const isUnique = countOf(deployments, modelDeployment) === 1;
    const parts = isUnique || wording === undefined ? [modelDeployment] : [modelDeployment, wording];
    const note = wording === undefined || isUnique ? modelDeployment : wording;
    return { key: parts.join("~"), note };
  });
  const ids = slugs(full.map(({ key }) => key));
  return rows.map(({ model }, row): ComparedRow => {
    const { key, note } = full[row] ?? { key: model, note: "" };
    const name = modelName(model);
    return { id: ids.get(key) ?? "_", name: note === "" || note === name ? name : `${name} (${note})`, row };
  });
}

/** Finds the compared row of another table's row, whose wording may be absent because its table has only one. */
export function comparedRowOf(site: Site, compared: readonly ComparedRow[], row: Row): ComparedRow | undefined {
  const rows = site.table(site.leaderboard.rootGroup)?.rows ?? [];
  const same = compared.filter((one) => {
    const other = rows[one.row];
    return other?.model === row.model && other.modelDeployment === row.modelDeployment;
  });
  return same.find((one) => row.wording === undefined || rows[one.row]?.wording === row.wording) ?? same[0];
}
