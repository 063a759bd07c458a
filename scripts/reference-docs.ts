import { defineCommand } from "medhelm/terminal/define-command";
import { runProgram } from "./program/run-program.ts";
import { writeDocs } from "./write-docs.ts";

export const command = defineCommand({
  name: "npm run docs:reference --",
  description:
    "Write docs/reference from the commands, the API's description and the sources of keys and codes. It takes some seconds.",
  options: {},
  async run() {
    const { referenceDocs } = await import("./reference/reference-docs.ts");
    writeDocs("reference", await referenceDocs());
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
