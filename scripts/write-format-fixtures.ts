import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

export const command = defineCommand({
  name: "node scripts/write-format-fixtures.ts",
  description:
    "Write packages/testing/fixtures/formats/NAME/objects.json.gz: invented objects that this commit's code stores, which tests read for ever. Call it when a format gets a new kind of object or a new field, and name the commit in the README. It takes some seconds.",
  options: {
    name: argument(
      "name of the new set, e.g. v2-plans",
      z.string().regex(/^v\d+(?:-[a-z-]+)?$/, "a name like v2-plans"),
    ),
  },
  async run({ name }) {
    const { writeObjects } = await import("./format-fixtures/write-objects.ts");
    await writeObjects(name);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
