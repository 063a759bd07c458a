import { z } from "zod";
import { bashCompletion } from "../completion/bash-completion.ts";
import type { CommandToComplete } from "../completion/command-to-complete.ts";
import { fishCompletion } from "../completion/fish-completion.ts";
import { zshCompletion } from "../completion/zsh-completion.ts";
import { type Command, defineCommand } from "../terminal/define-command.ts";
import { argument } from "../terminal/option.ts";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

/** `medhelm completion`, which completes the commands of the table. */
export const completionCommand = (allWords: () => Promise<readonly CommandToComplete[]>): Command =>
  defineCommand({
    name: "medhelm completion",
    description:
      "Print a script with which a shell completes commands, options and values. Its first lines say where to put it.",
    options: { shell: argument("your shell", z.enum(["bash", "zsh", "fish"])) },
    async run({ shell }) {
      process.stdout.write(SCRIPTS[shell](await allWords()));
      return 0;
    },
  });
