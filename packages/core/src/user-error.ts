/**
 * An error that the user can fix. Its message is one sentence: what happened, where (file, line, key) and what to do next.
 * The command line prints it without a stack and exits with 2. The API returns a 4xx problem. Any other error is a bug and keeps its stack.
 */
export class UserError extends Error {
  override readonly name = "UserError";

  constructor(message: string, options?: ErrorOptions) {
    super(shortened(message), options);
  }
}

/** For `catch`: the error of a user. Any other error is a bug, and stays one. */
export function orUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

const MAX_CHARACTERS = 4000;
const LAST_CHARACTERS = 1000;

/** Leaves out the middle of a long message. A quoted input may have megabytes. The end says what to do next. */
export function shortened(message: string): string {
  if (message.length <= MAX_CHARACTERS) return message;
  const left = message.length - MAX_CHARACTERS;
  const start = MAX_CHARACTERS - LAST_CHARACTERS;
  return `${message.slice(0, start)} [${left} characters are left out] ${message.slice(-LAST_CHARACTERS)}`;
}

/** Several errors of one file. The message is the first one; `medhelm check` prints all. */
export class UserErrors extends UserError {
  readonly problems: readonly string[];
  constructor(problems: readonly [string, ...string[]]) {
    super(problems[0]);
    this.problems = problems.map(shortened);
  }
}

/** Every problem that an error names. */
export const problemsOf = (error: UserError): readonly string[] =>
  error instanceof UserErrors ? error.problems : [error.message];

/** @throws UserErrors if there is a problem */
export function throwProblems(problems: readonly string[]): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new UserErrors([first, ...others]);
}

/** A file with more problems is of another kind. To word a million of them takes a minute. */
const MAX_PROBLEMS = 1000;

/** Gathers the problems of a long input. `add` throws UserErrors when there are too many to read on; `throwAny` throws them at the end. */
export function gatherProblems(): { add(...problems: readonly string[]): void; throwAny(): void } {
  const found: string[] = [];
  return {
    add(...problems) {
      for (const problem of problems) {
        if (found.length === MAX_PROBLEMS)
          throwProblems([...found, `reading ended after ${MAX_PROBLEMS} problems; correct them and try again`]);
        found.push(problem);
      }
    },
    throwAny: () => throwProblems(found),
  };
}

/** Maps every item. @throws UserErrors with the problems of all items */
export function eachOf<T, U>(items: readonly T[], map: (item: T, index: number) => U): U[] {
  const problems = gatherProblems();
  const mapped = items.flatMap((item, index) => {
    try {
      return [map(item, index)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.add(...problemsOf(error));
      return [];
    }
  });
  problems.throwAny();
  return mapped;
}
