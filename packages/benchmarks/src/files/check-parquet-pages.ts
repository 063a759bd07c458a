import { type ColumnMetaData, type FileMetaData, type PageHeader, parquetSchema } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { getTreePath, isFlatColumn } from "hyparquet/src/schema.js";

/**
 * Checks the header of each page before the pages are read, because the reader of hyparquet never ends on a header that lacks a size.
 * @param columns the columns that will be read; absent: all
 * @throws Error that names the column whose page is damaged
 */
export function checkParquetPages(file: ArrayBuffer, metadata: FileMetaData, columns?: readonly string[]): void {
  const schema = parquetSchema(metadata);
  for (const { columns: chunks } of metadata.row_groups)
    for (const { meta_data: chunk } of chunks) {
      if (chunk === undefined || columns?.includes(chunk.path_in_schema[0] ?? "") === false) continue;
      checkChunk(file, chunk, isFlatColumn(getTreePath(schema, chunk.path_in_schema)));
    }
}

/** The reader reads a flat column until it has all values, and another column to the end of its bytes. */
function checkChunk(file: ArrayBuffer, chunk: ColumnMetaData, isFlat: boolean): void {
  const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset); // a writer may state 0 for no dictionary
  const view = new DataView(file, start, Number(chunk.total_compressed_size));
  const most = Number(chunk.num_values);
  const reader = { view, offset: 0 };
  const enough = isFlat ? most : Number.POSITIVE_INFINITY;
  let values = 0;
  while (reader.offset < view.byteLength - 1 && values < enough) {
    const header = parquetHeader(reader);
    const { compressed_page_size: bytes } = header;
    if (!isSound(header) || reader.offset + bytes > view.byteLength || valuesOf(header) + values > most)
      throw new Error(`the header of a page of column ${chunk.path_in_schema.join(".")} is damaged`);
    values += valuesOf(header);
    reader.offset += bytes;
  }
}

const isCount = (value: number | undefined): boolean => Number.isInteger(value) && Number(value) >= 0;

function isSound(header: PageHeader): boolean {
  const { compressed_page_size: bytes, uncompressed_page_size: unpacked } = header;
  if (!isCount(bytes) || !isCount(unpacked)) return false;
  if (header.type === "DICTIONARY_PAGE") return isCount(header.dictionary_page_header?.num_values);
  if (header.type === "DATA_PAGE")
    return isCount(header.data_page_header?.num_values) && header.data_page_header?.encoding !== undefined;
  const { data_page_header_v2: page } = header;
  if (header.type !== "DATA_PAGE_V2" || page === undefined) return false;
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = page;
  const counts = [page.num_values, page.num_nulls, page.num_rows, definitions, repetitions];
  return counts.every(isCount) && definitions + repetitions <= bytes;
}

/** The values of a data page, nulls included. */
const valuesOf = ({ data_page_header, data_page_header_v2 }: PageHeader): number =>
  data_page_header?.num_values ?? data_page_header_v2?.num_values ?? 0;
