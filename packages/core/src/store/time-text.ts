import { z } from "zod";

/** A stored date or time, which programs compute with. */
export const timeText = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "must be a date or a time");
