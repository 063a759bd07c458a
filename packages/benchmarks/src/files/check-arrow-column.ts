import type { Column, DataType } from "@uwdata/flechette";

/** The rows of a batch. Its type determines which of the lists it has. */
interface Part {
  readonly type: DataType;
  readonly length: number;
  readonly nullCount: number;
  readonly validity?: Uint8Array;
  readonly values?: Numbers;
  readonly offsets?: Numbers;
  readonly sizes?: Numbers;
  readonly children?: readonly Part[];
}
type Numbers = ArrayLike<number | bigint>;

const UNION = 14;
const FIXED_LIST = 16;

/**
 * Checks that a column's offsets rise within its values, and that each row has a value. So all cells together are not longer than the file.
 * @throws Error if the column is damaged
 */
export function checkArrowColumn({ data }: Column<unknown>): void {
  for (const batch of data) checkPart(batch);
}

function checkPart({ type, length, nullCount, validity, values, offsets, sizes, children = [] }: Part): void {
  if (nullCount > 0 && validity !== undefined) require(8 * validity.length >= length);
  const most = values?.length ?? children[0]?.length ?? 0;
  if (sizes !== undefined) require(sumOf(sizes, length) <= most);
  else if (offsets !== undefined && type.typeId !== UNION) require(rises(offsets, length, most));
  else if (values !== undefined) require(8 * values.length >= length);
  if (type.typeId === FIXED_LIST) require(type.stride >= 0 && type.stride * length <= most);
  for (const child of children) checkPart(child);
}

function require(isTrue: boolean): asserts isTrue {
  if (!isTrue) throw new Error("its lengths are damaged");
}

function sumOf(sizes: Numbers, length: number): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += Math.max(0, Number(sizes[i]));
  return sum;
}

function rises(offsets: Numbers, length: number, most: number): boolean {
  if (length === 0) return true; // an empty column may lack its one offset
  let last = 0;
  for (let i = 0; i <= length; i++) {
    const offset = Number(offsets[i]);
    if (!(offset >= last)) return false; // also for an absent one
    last = offset;
  }
  return last <= most;
}
