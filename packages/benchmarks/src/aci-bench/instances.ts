import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readJson } from "../files/read-json.ts";

const Visits = z.object({ data: z.array(z.object({ src: z.string(), tgt: z.string() })) });

/** Makes one instance per visit from the conversation and the clinician's note (helm: aci_bench_scenario.py). */
export const visits = (file: SourceFile, split: "train" | "test"): Instance[] =>
  readJson(file, Visits).data.map(({ src, tgt }) => ({
    input: { text: `Doctor-patient dialogue:\n\n${src}` },
    references: [{ output: { text: tgt }, tags: [CORRECT_TAG] }],
    split,
  }));
