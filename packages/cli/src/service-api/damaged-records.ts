import { DamagedLine } from "@medhelm/core/damaged-line";
import { z } from "zod";

/** The records in a list of the API that cannot be read. A service of an earlier version names none. */
export const DamagedRecords = z.array(DamagedLine).default([]);
export type DamagedRecords = z.infer<typeof DamagedRecords>;
