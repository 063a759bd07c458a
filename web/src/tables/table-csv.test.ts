import { expect, it } from "vitest";
import { tableCsv } from "./table-csv.ts";

it("fields are quoted where necessary, and a spreadsheet never receives a formula", () => {
  const row = { modelDeployment: 'a,"b"', meanWinRate: null, winRateColumns: 0, cells: [] };
  const table = { group: "g", title: "G", description: "", columns: [], rows: [{ ...row, model: "=1+1" }] };
  expect(tableCsv(table, "helm")).toBe(
    'model,deployment,profile,mean_win_rate,win_rate_columns,prompts\n\'=1+1,"a,""b""",helm,,0,unknown\n',
  );
});
