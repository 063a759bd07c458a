import { join } from "node:path";
import { defineCommand } from "medhelm/terminal/define-command";
import { argument, option } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "./program/run-program.ts";

export const command = defineCommand({
  name: "npm run screenshots --",
  description:
    "Write pictures of every kind of page of a built site. A picture is one screen: light, dark, and light on a phone. Without a folder it runs the demo first. It takes about a minute.",
  options: {
    dir: argument("the site: medhelm site build --out DIR", z.string().optional()),
    out: option("folder", "folder of the pictures (default: docs/site)", z.string().optional()),
  },
  async run({ dir, out = join(import.meta.dirname, "../docs/site") }) {
    const { takePictures } = await import("./screenshots/take-pictures.ts");
    await takePictures(dir, out);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
