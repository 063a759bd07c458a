import { type FileMetaData, parquetMetadataAsync, parquetSchema } from "hyparquet";

/** The metadata of a Parquet file, and the names of its columns. */
export interface ParquetMetadata {
  readonly metadata: FileMetaData;
  readonly names: readonly string[];
}

/**
 * Reads the metadata of a Parquet file. Geometry columns stay bytes, because the search of hyparquet for them never ends in a damaged schema.
 * @throws Error for another or a damaged file
 */
export async function parquetMetadata(file: ArrayBuffer): Promise<ParquetMetadata> {
  const metadata = await parquetMetadataAsync(file, { geoparquet: false });
  for (const { name, num_children: children = 0 } of metadata.schema)
    if (typeof name !== "string" || !Number.isInteger(children) || children < 0 || children > metadata.schema.length)
      throw new Error("its schema is damaged");
  return { metadata, names: parquetSchema(metadata).children.map(({ element }) => element.name) };
}
