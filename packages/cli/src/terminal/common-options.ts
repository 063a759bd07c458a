import { Profile } from "@medhelm/core/run/profile";
import { z } from "zod";
import { option } from "./option.ts";

export const DEFAULT_OUTPUT_PATH = "benchmark_output";

/** The option that a next command needs to find the same folder, with the space before it. */
export const outputOption = (outputPath: string): string =>
  outputPath === DEFAULT_OUTPUT_PATH ? "" : ` -o ${outputPath}`;

/** Options that several commands have. */
export const commonOptions = {
  outputPath: option(
    "dir",
    "folder that holds the runs and releases",
    z.string().min(1, "it is empty; name a folder").default(DEFAULT_OUTPUT_PATH),
    {
      short: "o",
    },
  ),
  localPath: option("dir", "folder with model_metadata.yaml", z.string().default("prod_env")),
  plugins: option(
    "places",
    "folders, files or packages with your own benchmarks, metrics, annotators or models",
    z.array(z.string()).default([]),
  ),
  profile: option(
    "name",
    "how to compute the numbers: as HELM does, or with HELM's faults corrected",
    Profile.default("helm"),
  ),
};
