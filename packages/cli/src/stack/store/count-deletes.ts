import type { ObjectStore } from "@medhelm/core/ports";

/** The store, which reports each deletion with its number before it deletes. */
export function countDeletes(objects: ObjectStore, onDelete: (done: number) => void): ObjectStore {
  let done = 0;
  return {
    ...objects,
    async delete(key, condition) {
      onDelete(++done);
      return objects.delete(key, condition);
    },
  };
}
