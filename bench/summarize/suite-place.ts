import { existsSync } from "node:fs";
import { join } from "node:path";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import { argument } from "medhelm/terminal/option";
import { z } from "zod";
import { existing } from "../options.ts";

/** The arguments of programs that read a suite of HELM's layout. */
export const suiteArguments = {
  folder: argument("the folder with runs/SUITE", existing),
  suite: argument("the suite", z.string()),
};

/** @throws UserError if the folder has no such suite */
export function throwWithoutSuite(folder: string, suite: string): void {
  if (!existsSync(join(folder, keys.runs(suite))))
    throw new UserError(`${folder} has no ${keys.runs(suite)}; name a folder and one of its suites`);
}
