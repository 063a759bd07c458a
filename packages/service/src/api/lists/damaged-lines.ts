import { z } from "@hono/zod-openapi";
import { type Damaged, DamagedLine } from "@medhelm/core/damaged-line";
import { orUnreadableItem } from "../../index/items.ts";

const Line = DamagedLine.meta({ id: "DamagedLine" });

/** The field of a page with the lines that cannot be read. */
export const damagedLines = (description: string) => ({ damaged: z.array(Line).optional().describe(description) });

/** Reads a line; its id and the reason if one of its items in the index cannot be read. */
export async function lineOrDamage<Line>(id: string, read: () => Line | Promise<Line>): Promise<Line | Damaged> {
  try {
    return await read();
  } catch (error) {
    return { damaged: { id, reason: orUnreadableItem(error).shown } };
  }
}

/** Separates the lines of a page from those that cannot be read. */
export function splitDamaged<Line extends object>(
  found: readonly (Line | Damaged)[],
): { readonly whole: Line[]; readonly more: { readonly damaged?: DamagedLine[] } } {
  const whole: Line[] = [];
  const damaged: DamagedLine[] = [];
  for (const line of found)
    if (isDamaged(line)) damaged.push(line.damaged);
    else whole.push(line);
  return { whole, more: damaged.length === 0 ? {} : { damaged } };
}

/** No line of a list has this field. */
export const isDamaged = (line: object): line is Damaged => "damaged" in line;
