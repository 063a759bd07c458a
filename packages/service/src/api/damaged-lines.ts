import { z } from "@hono/zod-openapi";
import { orUnreadableItem } from "../index/items.ts";

/** A line of a list that cannot be read. */
const DamagedLine = z.object({ id: z.string(), reason: z.string() }).meta({ id: "DamagedLine" });
type DamagedLine = z.infer<typeof DamagedLine>;

/** The field of a page with the lines that cannot be read. `what`: in the plural. */
export const damagedLines = (what: string) => ({
  damaged: z.array(DamagedLine).optional().describe(`${what} whose items in the index cannot be read`),
});

/** Reads a line; its id and the reason if one of its items in the index cannot be read. */
export async function lineOrDamage<Line>(id: string, read: () => Line | Promise<Line>): Promise<Line | DamagedLine> {
  try {
    return await read();
  } catch (error) {
    return { id, reason: orUnreadableItem(error).shown };
  }
}

/** Separates the lines of a page from those that cannot be read. */
export function splitDamaged<Line extends object>(
  found: readonly (Line | DamagedLine)[],
): { readonly whole: Line[]; readonly more: { readonly damaged?: DamagedLine[] } } {
  const whole: Line[] = [];
  const damaged: DamagedLine[] = [];
  for (const line of found)
    if (isDamaged(line)) damaged.push(line);
    else whole.push(line);
  return { whole, more: damaged.length === 0 ? {} : { damaged } };
}

/** No line of a list has this field. */
const isDamaged = (line: object): line is DamagedLine => "reason" in line;
