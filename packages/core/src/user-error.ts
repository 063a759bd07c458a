/**
 * An error that the user can fix. Its message is one sentence: what happened, where (file, line, key) and what to do next.
 * The command line prints it without a stack and exits with 2. The API returns a 4xx problem. Any other error is a bug and keeps its stack.
 */
export class UserError extends Error {
  override readonly name = "UserError";
}
