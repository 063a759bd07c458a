import { z } from "zod";
import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import { RecordsRead, transcriptOf } from "./transcript.ts";

/** The records that the tasks of a run read from a server of the user. */
export const RecordsOfRun = RecordsRead.extend({
  /** number of tasks that read one */
  tasks: z.int(),
});
export type RecordsOfRun = z.infer<typeof RecordsOfRun>;

/** Sums the reads of a run's tasks, in the order of the requests. */
export function recordsTally() {
  const found: RecordsRead[] = [];
  return {
    add({ annotations }: { readonly annotations?: Readonly<Record<string, unknown>> | undefined }): void {
      const records = transcriptOf(annotations)?.records;
      if (records !== undefined) found.push(records);
    },
    /** Empty if no task read a record. */
    found: (): { readonly records?: RecordsOfRun } =>
      found.length === 0
        ? {}
        : {
            records: {
              tasks: found.length,
              reads: found.reduce((sum, { reads }) => sum + reads, 0),
              sha256: sha256Hex(canonicalJson(found.map(({ sha256 }) => sha256))),
            },
          },
  };
}
