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

/** A file of the authors' repository at the commit that HELM pins. */
const at = (name: string, sha256?: string) => ({
  path: `ehr_sql/${name}`,
  url: `https://raw.githubusercontent.com/glee4810/EHRSQL/e172ec8e61391ecae2d872c8d0ba02a622222f54/dataset/ehrsql/eicu/${name}`,
  ...(sha256 === undefined ? {} : { sha256 }),
});

export const localData: LocalData = {
  path: "ehr_sql",
  holds:
    "a folder with train.json, valid.json, test.json and eicu.sql (dataset/ehrsql/eicu of github.com/glee4810/EHRSQL at e172ec8), and the SQLite database eicu.sqlite",
  obtain:
    "download the questions there; the database is derived from eICU and not handed out here: HELM takes github.com/raulista1997/benchmarkdata at c4c2524, the authors' larger one is linked from their README",
  files: [
    at("train.json"),
    at("valid.json", "e63ce19c6a55c7a97a010dabbd0297d30666e8631b36f6f0e1aa19ddd93c70a3"),
    at("test.json", "b511d9294b8dac50840173ab18b3e42a5f03abef88c326b5a4393e75c9c7ed8f"),
    at("eicu.sql", "e423f49c2e45b7a4441f83dd69c18c7b01889958f58db4130a2b280de8b9ab28"),
  ],
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
