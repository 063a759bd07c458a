import { Profile } from "@medhelm/core/run/profile";
import type { Scale } from "@medhelm/core/agreement/rating";
import { z } from "zod";
import { printAgreement } from "../agree/print-agreement.ts";
import { serveRatings } from "../agree/serve/serve-ratings.ts";
import { writeSheet } from "../agree/write-sheet.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { portNumber, positiveInt, positiveNumber } from "../terminal/option-values.ts";

const WholeScale = z
  .string()
  .regex(/^-?\d+-\d+$/, "a scale of whole points like 1-5")
  .transform((text): Scale => {
    const [, min = "", max = ""] = /^(-?\d+)-(\d+)$/.exec(text) ?? [];
    return { min: Number(min), max: Number(max) };
  })
  .refine(({ min, max }) => min < max && max - min <= 100, "a scale from its lowest to its highest point, like 1-5");
const Range = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?-\d+(?:\.\d+)?$/, "a range like 0-1")
  .transform((text) => {
    const [, min = "", max = ""] = /^(-?[\d.]+)-([\d.]+)$/.exec(text) ?? [];
    return { min: Number(min), max: Number(max) };
  })
  .refine(({ min, max }) => min < max, "a range from the lowest to the highest value, like 0-1");

const options = {
  what: argument(
    "CSV files with clinicians' ratings; or serve or sheet, and the runs whose answers clinicians will rate",
    z.array(z.string()).min(1),
  ),
  run: option(
    "runs",
    "the runs with the rated answers, by name or path; absent: the ratings file has the judge's scores",
    z.array(z.string()).default([]),
  ),
  key: option("file", "the answer key of a sheet, which names the runs", z.string().optional()),
  suite: option("name", "suite of the runs (default: that of the path, else default)", z.string().optional()),
  outputPath: option("dir", "folder that holds the runs", z.string().optional()),
  stat: option(
    "name",
    "the score to compare: a per-instance stat of the runs (default: the main metric), or a column of the file",
    z.string().optional(),
  ),
  profile: option("name", "the scoring rules of the stat", Profile.default("corrected")),
  statRange: option(
    "range",
    "the lowest and the highest value of the stat, like 0-1, to put it onto the ratings' scale",
    Range.optional(),
  ),
  criteria: option("names", "the columns with ratings", z.array(z.string().min(1)).optional()),
  scale: option("range", "the lowest and the highest rating (default: 1-5, or that of the key)", WholeScale.optional()),
  ignoreColumns: option("names", "columns of the file to leave out", z.array(z.string()).default([])),
  epsilon: option(
    "number",
    "alternative-annotator test: the advantage that the jury gets (epsilon); 0.2 for experts, 0.15 for skilled, 0.1 for other raters",
    positiveNumber.default(0.2),
  ),
  n: option("count", "serve, sheet: how many answers", positiveInt.default(40)),
  out: option(
    "file",
    "sheet: the CSV file to write; its answer key is written next to it, as FILE.key.json. serve: the folder of the ratings (default: ratings)",
    z.string().optional(),
    {
      short: "o",
    },
  ),
  seed: option("text", "serve, sheet: another seed draws other answers", z.string().default("1")),
  heldText: flag("serve, sheet: show also text that is not public, to raters who may read it"),
  port: option("n", "serve: port on 127.0.0.1 (default: 8900 or the next free one)", portNumber.optional(), {
    short: "p",
  }),
  json: flag("print all numbers as JSON"),
};

export const command = defineCommand({
  name: "medhelm agree",
  description:
    "Measure how far a jury, or any score, agrees with clinicians' ratings, and clinicians with each other: medhelm agree RATINGS.csv. Let clinicians rate a run's answers in the browser: medhelm agree serve RUN --n 40. Write a blinded sheet for them: medhelm agree sheet RUN --n 40 -o FILE.",
  options,
  async run(given) {
    const [first, ...runs] = given.what;
    if (first === "sheet") return writeSheet(runs, given);
    if (first === "serve") return serveRatings(runs, given);
    return printAgreement(given.what, given);
  },
});
