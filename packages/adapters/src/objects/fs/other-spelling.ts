import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { foldedName } from "@medhelm/core/run/spec/run-name";
import { UserError } from "@medhelm/core/user-error";

/**
 * A disk of macOS or Windows has one file for "Demo" and "demo", so that two suites, releases or owners would share their files.
 * @throws UserError if a part of the path has another spelling on the disk; parts before a link do not count
 */
export function refuseOtherSpelling(path: string, base: string): void {
  const wanted = relative(base, path).split(sep).toReversed();
  const found = realpathSync.native(path).split(sep);
  for (const name of wanted) {
    const there = found.pop() ?? "";
    if (foldedName(there) !== foldedName(name)) return;
    if (there.normalize("NFC") !== name.normalize("NFC"))
      throw new UserError(
        `${path}: this disk has "${there}" there and does not distinguish capital letters; use another name than "${name}"`,
      );
  }
}
