import { basename } from "node:path";
import { commandFor } from "./command-for.ts";
import { reportError } from "./terminal/report-error.ts";

const program = basename(process.argv[1] ?? "medhelm").replace(/\.js$/, "");
try {
  const command = await commandFor(program, process.argv.slice(2));
  process.exitCode = await command();
} catch (error) {
  process.exitCode = reportError(error);
}
