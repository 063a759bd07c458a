import { defineCommand } from "medhelm/terminal/define-command";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { runProgram } from "../../scripts/program/run-program.ts";
import { existing } from "../options.ts";

export const command = defineCommand({
  name: "node bench/site/lighthouse.ts",
  description:
    "Runs Lighthouse on each kind of page of a built site, and prints the scores and the audits that are not met. It takes about half a minute a page.",
  options: {
    lighthouse: argument(
      "the installed package: npm install --prefix DIR lighthouse, then DIR/node_modules/lighthouse",
      existing,
    ),
    site: argument('a folder of medhelm site build with the base "/"', existing),
    kinds: argument("kinds of pages (default: all)", z.array(z.string()).default([])),
  },
  async run(options) {
    const { runLighthouse } = await import("./run-lighthouse.ts");
    await runLighthouse(options);
    return 0;
  },
});

if (import.meta.main) await runProgram(command);
