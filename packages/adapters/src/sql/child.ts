import { openGuarded, runQuery } from "./run-query.ts";

// A program (node child.ts DATABASE) that runs the SQL texts from its IPC channel in order until the channel closes. Its parent kills it at
// the deadline, because nothing inside the process can stop SQLite in the middle of a step.
const database = openGuarded(process.argv[2] ?? "");
process.on("disconnect", () => process.exit(0));
process.on("message", (sql) => {
  process.send?.(runQuery(database, String(sql)));
});
