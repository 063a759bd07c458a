import { UserError } from "../user-error.ts";

/** A configuration or a jury has a few kilobytes. A short text can occupy a parser of YAML for seconds, by its depth, its keys or its faults. */
const MAX_CHARACTERS = 32_768;

/** Refuses a long YAML before it is parsed. @throws UserError naming the file */
export function checkYamlLength(text: string, label: string): void {
  if (text.length > MAX_CHARACTERS)
    throw new UserError(
      `${label}: the YAML has ${text.length} characters, and at most ${MAX_CHARACTERS} are read; write long texts into files of their own`,
    );
}
