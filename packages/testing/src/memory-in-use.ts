import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The memory of the objects in use, in bytes, after V8 has collected the others. */
export function memoryInUse(): Pick<NodeJS.MemoryUsage, "heapUsed" | "arrayBuffers"> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  collect(); // may end a collection in progress, which keeps all objects that are newer than its start
  collect();
  return process.memoryUsage();
}
