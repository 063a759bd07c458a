import { existsSync } from "node:fs";
import { positiveInt } from "medhelm/terminal/option-values";
import { flag, option } from "medhelm/terminal/option";
import { z } from "zod";

/** The options of `printMeasured`. */
export const printedOptions = {
  json: flag("print JSON instead of a table"),
  write: flag("write the table into docs/performance.md, too"),
};

export const seedOption = option("n", "the same seed makes the same data", positiveInt.default(1));

export const existing = z.string().refine(existsSync, "there is no such file or folder; name one that exists");

/** "1,10,100" */
export const numbers = z
  .string()
  .regex(/^[1-9]\d*(?:,[1-9]\d*)*$/, "whole numbers of at least 1 with commas between, as in 1,10,100")
  .transform((text) => text.split(",").map(Number));
