import { z } from "zod";

/** A record of a list that cannot be read. `reason`: what is wrong with it, and what to do. */
export const DamagedLine = z.object({ id: z.string(), reason: z.string() });
export type DamagedLine = z.infer<typeof DamagedLine>;

/** The place of such a record in a list. */
export interface Damaged {
  readonly damaged: DamagedLine;
}
