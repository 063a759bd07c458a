import { z } from "zod";

/** A number that each change of a record raises. A value that one more step makes inexact is damage: the next record would be unreadable. */
export const raisedInt = z
  .int()
  .nonnegative()
  .max(2 ** 52);
