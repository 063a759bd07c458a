import type { LocalFiles, LocalData } from "../shared/local-data.ts";
import type { SourceFile } from "@medhelm/core/run/benchmark";

/** The authors' file names, followed by the names of HELM's downloads. */
const NAMES = {
  schema: ["eicu.sql"],
  train: ["train.json", "ehrsql_train.json"],
  valid: ["valid.json", "ehrsql_valid.json"],
  test: ["test.json", "ehrsql_test.json"],
  database: ["eicu.sqlite"],
} as const;

export const localData: LocalData = {
  path: "ehr_sql",
  holds:
    "a folder with train.json, valid.json, test.json and eicu.sql (dataset/ehrsql/eicu of github.com/glee4810/EHRSQL at e172ec8), and the SQLite database eicu.sqlite",
  obtain:
    "download the questions there; the database is derived from eICU and not handed out here: HELM takes github.com/raulista1997/benchmarkdata at c4c2524, the authors' larger one is linked from their README",
};

/**
 * Reads a required part.
 * @throws UserError that says what the folder must hold
 */
export const readPart = async (files: LocalFiles, part: keyof typeof NAMES): Promise<SourceFile> =>
  (await readIfThere(files, part)) ?? files.read(NAMES[part][0]);

/** HELM numbers its instances after those of train.json. Without that file the ids start at id0. */
export async function readIfThere(files: LocalFiles, part: keyof typeof NAMES): Promise<SourceFile | undefined> {
  const there = await files.list();
  const name = NAMES[part].find((one) => there.includes(one));
  return name === undefined ? undefined : files.read(name);
}
