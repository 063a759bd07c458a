import { appendFileSync } from "node:fs";
import { dieWithParent } from "@medhelm/adapters/compute/child-program";
import { exitCodes } from "@medhelm/core/exit-codes";

/**
 * The program of the compute contract's jobs. TEST_DO selects its behaviour, and it writes facts for the test to the file
 * TEST_LOG.
 */
const { TEST_DO: what, TEST_LOG: log, MEDHELM_ARRAY_INDEX: index } = process.env;
const note = (line: string) => {
  if (log !== undefined) appendFileSync(log, `${line}\n`);
};
const fail = () => {
  process.stderr.write("the first line\nthe second line\n");
  process.exitCode = 3;
};
const hang = () => setInterval(() => {}, 1000);

if (what === "fail" || (what === "fail 1" && index === "1")) fail();
else if (what === "interrupted") process.exitCode = exitCodes.interrupted;
else if (what === "environment") note(JSON.stringify(process.env));
else if (what === "hang") {
  process.once("SIGTERM", () => {
    note("SIGTERM");
    process.exit(exitCodes.interrupted);
  });
  dieWithParent();
  note(String(process.pid));
  hang();
} else if (what === "stubborn") {
  process.on("SIGTERM", () => note("SIGTERM ignored"));
  note(String(process.pid));
  hang();
}
