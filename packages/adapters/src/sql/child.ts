import { openGuarded, runQuery } from "./run-query.ts";

// A program of its own (node child.ts DATABASE): runs each SQL text that arrives on its channel, one after the other, until the
// channel closes. Its parent kills it at the deadline: nothing in a process can stop SQLite in the middle of a step.
const database = openGuarded(process.argv[2] ?? "");
process.on("disconnect", () => process.exit(0));
process.on("message", (sql) => {
  process.send?.(runQuery(database, String(sql)));
});
