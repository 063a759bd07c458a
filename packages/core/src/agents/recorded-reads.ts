import { canonicalJson, sha256Hex } from "../store/canonical.ts";
import type { FhirServer } from "./fhir-server.ts";
import type { RecordsRead } from "./transcript.ts";

/** A server that notes the hash of each reply. */
export interface RecordedReads {
  readonly server: FhirServer;
  /** Undefined if nothing was read. */
  readonly found: () => RecordsRead | undefined;
}

/** Notes the reads of one task in the order in which they were asked, so that the replies may come in any order. */
export function recordedReads(server: FhirServer): RecordedReads {
  const reads: (readonly [query: string, status: number, sha256: string] | readonly [query: string])[] = [];
  return {
    server: {
      async read(query) {
        const place = reads.push([query]) - 1;
        const reply = await server.read(query);
        reads[place] = [query, reply.status, sha256Hex(reply.text)];
        return reply;
      },
    },
    found: () => (reads.length === 0 ? undefined : { reads: reads.length, sha256: sha256Hex(canonicalJson(reads)) }),
  };
}
