import type { DataFile, EntryArgs } from "@medhelm/core/run/benchmark";
import { z } from "zod";
import type { ArgumentShape } from "./arguments.ts";
import type { LocalData } from "./local-data.ts";

/** The data of a benchmark, over all values of its arguments. */
export interface DataNeeds {
  /** Files with a public address, in the order of the definition. */
  readonly files: readonly NeededFile[];
  /** Files and folders that a person must get, because they are licensed or have no stable address. */
  readonly byHand: readonly LocalData[];
}

export interface NeededFile extends DataFile {
  /** an archive: the folder of a mirror that a run reads instead, if it is there */
  readonly unpackedAt?: string;
}

/** Returns every combination of the arguments' allowed values. An argument without a list of values is left out. */
export function argumentCases(shape: ArgumentShape | undefined): EntryArgs[] {
  return Object.entries(shape ?? {}).reduce<EntryArgs[]>(
    (cases, [name, schema]) =>
      cases.flatMap((one) => valuesOf(schema).map((value) => (value === undefined ? one : { ...one, [name]: value }))),
    [{}],
  );
}

/** Undefined means an argument that is not given. */
function valuesOf(schema: unknown): (string | number | undefined)[] {
  let inner = schema;
  const isOptional = inner instanceof z.ZodOptional || inner instanceof z.ZodDefault;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  const values = inner instanceof z.ZodEnum ? inner.options : [];
  return isOptional || values.length === 0 ? [undefined, ...values] : values;
}

/** Collects the needs of all cases. A place without any public file is left to a person; so is one of which some files are not public. */
export function dataNeeds(
  cases: readonly { readonly files: readonly DataFile[]; readonly place: LocalData | undefined }[],
): DataNeeds {
  const files = new Map<string, NeededFile>();
  const byHand = new Map<string, LocalData>();
  for (const { files: declared, place } of cases) {
    const { archive, files: parts = [] } = place ?? {};
    for (const file of [...declared, ...parts]) files.set(file.path, file);
    if (place !== undefined && archive !== undefined) files.set(archive.path, { ...archive, unpackedAt: place.path });
    if (place !== undefined && archive === undefined && place.isWhole !== true) byHand.set(place.path, place);
  }
  return { files: [...files.values()], byHand: [...byHand.values()] };
}
