import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import { readJson } from "../files/read-json.ts";

const Exchanges = z.object({ data: z.array(z.object({ src: z.string(), tgt: z.string() })) });

/** Makes one instance per exchange, even if one side is empty (helm: med_dialog_scenario.py). */
export const exchanges = (file: SourceFile): Instance[] =>
  readJson(file, Exchanges).data.map(({ src, tgt }) => ({
    input: { text: src },
    references: [{ output: { text: tgt }, tags: [CORRECT_TAG] }],
    split: "test",
  }));
