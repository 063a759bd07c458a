import { readJson } from "@medhelm/benchmarks/files/read-json";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { z } from "zod";

/** The answer key of a blinded sheet: the answer behind each of its items. Raters do not get it. */
export const SheetKey = z.object({
  formatVersion: z.literal(1),
  outputPath: z.string(),
  criteria: z.array(z.string()),
  scale: z.object({ min: z.int(), max: z.int() }),
  items: z.record(z.string(), z.object({ suite: z.string(), run: z.string(), instance: z.string(), trial: z.int() })),
});
export type SheetKey = z.infer<typeof SheetKey>;

/** @throws UserError if the file is absent or is no key */
export const readSheetKey = async (files: UserFiles, path: string): Promise<SheetKey> =>
  readJson({ ...(await files.read(path)), label: path }, SheetKey);

/** The runs of a key, each once. */
export function runsOfKey(key: SheetKey | undefined, outputPath: string) {
  const runs = new Map(
    Object.values(key?.items ?? {}).map(({ suite, run }) => [`${suite}/${run}`, { outputPath, suite, run }]),
  );
  return [...runs.values()];
}
