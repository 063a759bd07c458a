import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { Named } from "./named.ts";

/**
 * audit/<day>/<time>-<random>.json: the caller, the call and its status. For a command of an operator, `owner` is "operator", `keyId` the user and
 * the host, `method` "COMMAND", and `route` the command. The status is 202, because the entry precedes the work.
 */
export const AuditEntry = z.object({
  formatVersion: z.literal(1),
  time: z.string(),
  owner: z.string(),
  keyId: z.string(),
  /** of a caller without a valid key, or of a call that was refused before its key was read */
  address: z.string().exactOptional(),
  method: z.string(),
  /** the route's template: "/v1/runs/{suite}/{run}" */
  route: z.string(),
  named: Named,
  /** the owner whose keys or usage the call concerns */
  ofOwner: z.string().exactOptional(),
  status: z.int(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export interface AuditPorts {
  readonly objects: ObjectStore;
  readonly clock: Pick<Clock, "nowMs" | "randomUuid">;
}

export async function putAuditEntry(
  { objects, clock }: AuditPorts,
  fields: Omit<AuditEntry, "formatVersion" | "time">,
): Promise<void> {
  const time = new Date(clock.nowMs()).toISOString();
  const entry: AuditEntry = { formatVersion: 1, time, ...fields };
  const id = `${time.slice(11).replaceAll(/\D/g, "")}-${clock.randomUuid().slice(-12)}`;
  await putJson(objects, keys.auditEntry(time.slice(0, 10), id), entry, { ifAbsent: true });
}
