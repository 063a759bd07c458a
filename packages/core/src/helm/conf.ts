import { z } from "zod";
import { turns } from "../run/turns.ts";
import { UserError } from "../user-error.ts";
import { type HoconSource, readHocon } from "./hocon.ts";

/** One entry of a .conf file or of --run-entries, in HELM's grammar. */
export interface RunEntry {
  /** "name:arg=value,..." */
  readonly description: string;
  /** 1 is the highest priority. Absent: --priority never leaves the entry out. */
  readonly priority?: number;
  /** Added to the run's groups and to its name. */
  readonly groups?: readonly string[];
  /** The entry's origin for messages, e.g. "my.conf:entry 3". */
  readonly label: string;
}

/** Unknown keys are ignored, as in HELM. */
const Entry = z.object({
  description: z.string({ error: 'has no description; write description: "benchmark:model=creator/name"' }).min(1, {
    error: 'has an empty description; write description: "benchmark:model=creator/name"',
  }),
  priority: z
    .int({ error: "has a priority that is not a whole number; write 1 (first) to 5, without quotes" })
    .nullish(),
  groups: z.array(z.string(), { error: "has groups that are not a list; write groups: [name, name]" }).nullish(),
});

/**
 * Parses the entries of a .conf file (HOCON; helm/benchmark/presentation/run_entry.py).
 * @throws UserError with file and line for invalid HOCON, and with the entry's number for an invalid entry
 */
export async function parseConf(text: string, source: HoconSource): Promise<RunEntry[]> {
  const { label } = source;
  const { value, lineOf } = await readHocon(text, source);
  const entries = value["entries"];
  if (!Array.isArray(entries)) {
    throw new UserError(
      `${label} has no list of entries; write entries: [{description: "benchmark:model=creator/name"}]`,
    );
  }
  const turn = turns(256);
  const read: RunEntry[] = [];
  for (const [index, entry] of entries.entries()) {
    await turn();
    const line = typeof entry === "object" && entry !== null ? lineOf(entry) : undefined;
    const where = `${label}:entry ${index + 1}`;
    const parsed = Entry.safeParse(entry);
    if (!parsed.success) {
      const reason =
        parsed.error.issues[0]?.path.length === 0
          ? 'is not an object; write {description: "..."}'
          : parsed.error.issues[0]?.message;
      throw new UserError(`${where}${line === undefined ? "" : ` (line ${line})`} ${reason}`);
    }
    const { description, priority, groups } = parsed.data;
    read.push({
      description,
      ...(typeof priority === "number" ? { priority } : {}),
      ...(groups ? { groups } : {}),
      label: where,
    });
  }
  return read;
}
