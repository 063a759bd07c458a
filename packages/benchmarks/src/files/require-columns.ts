import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";

/** @throws UserError that names the file and the first missing column. `there`: the columns that the file has */
export function requireColumns({ label }: SourceFile, there: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.find((column) => !there.includes(column));
  if (missing !== undefined)
    throw new UserError(
      `${label}: there is no column "${missing}"; the file has ${there.join(", ")}; this is not the file that the benchmark expects`,
    );
}
