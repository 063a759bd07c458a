/** The options that every command takes. */
export interface GlobalFlags {
  /** -q, --quiet: print results, and messages only if the command fails */
  readonly isQuiet: boolean;
  /** -v, --verbose: print also the causes of an error, with their stacks */
  readonly isVerbose: boolean;
  /** the other arguments */
  readonly args: readonly string[];
}

const QUIET: ReadonlySet<string> = new Set(["-q", "--quiet"]);
const VERBOSE: ReadonlySet<string> = new Set(["-v", "--verbose"]);

/** Takes the options that every command has out of the arguments in front of "--". */
export function globalFlags(given: readonly string[]): GlobalFlags {
  const end = given.indexOf("--");
  const own = end === -1 ? given : given.slice(0, end);
  return {
    isQuiet: own.some((arg) => QUIET.has(arg)),
    isVerbose: own.some((arg) => VERBOSE.has(arg)),
    args: [...own.filter((arg) => !QUIET.has(arg) && !VERBOSE.has(arg)), ...given.slice(own.length)],
  };
}
