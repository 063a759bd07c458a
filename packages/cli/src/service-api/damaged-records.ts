import { z } from "zod";

/** The records in a list of the API that cannot be read. A service of an earlier version names none. */
export const DamagedRecords = z.array(z.object({ id: z.string(), reason: z.string() })).default([]);
export type DamagedRecords = z.infer<typeof DamagedRecords>;
