import type { Instance } from "../../helm/instance.ts";
import type { Spill } from "../../ports.ts";
import { turns } from "../turns.ts";

/** Instances in order: an array, or a packed list that makes each instance when it is read. */
export interface InstanceList extends Iterable<Instance> {
  readonly length: number;
  at(index: number): Instance | undefined;
}
export interface PackedInstances extends InstanceList {
  /** The split of an instance, without making the instance. */
  splitAt(index: number): string | undefined;
}

export const isPacked = (list: InstanceList): list is PackedInstances => "splitAt" in list;

/** Few enough to keep a read fast, many enough for a small index. */
const PER_BLOCK = 256;

/** The bytes of a list that stay in memory, so that a small run writes no file. The system keeps a file's pages in memory while it has room. */
const BYTES_IN_MEMORY = 2 ** 20;

/** The JSON of some instances, outside of the heap. */
interface Block {
  read(start: number, end: number): Buffer;
  /** where each instance ends */
  readonly ends: Uint32Array;
  /** one if all have the same */
  readonly splits: readonly (string | undefined)[];
}

/**
 * Keeps instances as bytes, which the garbage collector does not visit. The first MiB is in memory. The others are in `spill`, which must stay open
 * as long as the list is read. Without `spill`, all of them stay in memory. Reading an instance costs some microseconds.
 */
export async function packInstances(
  instances: AsyncIterable<Instance> | Iterable<Instance>,
  spill?: Spill,
): Promise<PackedInstances> {
  const blocks: Block[] = [];
  let texts: string[] = [];
  let splits: (string | undefined)[] = [];
  let length = 0;
  let bytesInMemory = 0;
  const readerOf = (bytes: Buffer): Block["read"] => {
    if (spill !== undefined && bytesInMemory + bytes.length > BYTES_IN_MEMORY)
      return fromSpill(spill, spill.append(bytes));
    bytesInMemory += bytes.length;
    return fromMemory(bytes);
  };
  const close = (): void => {
    let end = 0;
    const ends = Uint32Array.from(texts, (text) => (end += Buffer.byteLength(text)));
    const [split] = splits;
    const isOne = splits.every((one) => one === split);
    blocks.push({ read: readerOf(Buffer.from(texts.join(""))), ends, splits: isOne ? [split] : splits });
    texts = [];
    splits = [];
  };
  const turn = turns();
  for await (const instance of instances) {
    texts.push(JSON.stringify(instance));
    splits.push(instance.split);
    length++;
    if (texts.length === PER_BLOCK) close();
    const turning = turn();
    if (turning !== undefined) await turning;
  }
  close();
  const at = (index: number): Instance | undefined => {
    const block = blocks[Math.floor(index / PER_BLOCK)];
    const place = index % PER_BLOCK;
    const end = block?.ends[place];
    if (block === undefined || end === undefined) return undefined;
    return JSON.parse(block.read(block.ends[place - 1] ?? 0, end).toString());
  };
  const splitAt = (index: number) => {
    const block = blocks[Math.floor(index / PER_BLOCK)];
    const place = index % PER_BLOCK;
    return block === undefined || place >= block.ends.length
      ? undefined
      : block.splits[block.splits.length === 1 ? 0 : place];
  };
  return Object.assign(listOf(length, at), { splitAt });
}

// Two functions, because closures of one function share its variables: each would keep the bytes in memory.
const fromMemory =
  (bytes: Buffer): Block["read"] =>
  (start, end) =>
    bytes.subarray(start, end);
const fromSpill =
  (spill: Spill, position: number): Block["read"] =>
  (start, end) =>
    spill.read(position + start, end - start);

/** The instances at these places of a list, in this order. */
export function pickInstances(list: InstanceList, places: ArrayLike<number>): InstanceList {
  return listOf(places.length, (index) => {
    const place = places[index];
    return place === undefined ? undefined : list.at(place);
  });
}

function listOf(length: number, at: InstanceList["at"]): InstanceList {
  return {
    length,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; index < length; index++) {
        const instance = at(index);
        if (instance !== undefined) yield instance;
      }
    },
  };
}
