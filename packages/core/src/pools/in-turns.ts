import { entryFacts } from "./entry-name.ts";

/**
 * The entries of one owner in the order in which a worker tries them: those of the submission whose turn it is, and then those of the
 * submissions after it. The submissions have turns in a circle, so that a small one does not wait for all shards of a large one. `last`: the
 * submission that had the last turn. Absent: none had one, and the first entry is of the one that begins. Entries of an earlier version name no submission,
 * and are one.
 */
export function inTurns(entries: readonly string[], last: string | undefined): readonly string[] {
  const submissions = Map.groupBy(entries, (entry) => entryFacts(entry)?.submission ?? "");
  if (submissions.size < 2) return entries;
  const [oldest = ""] = submissions.keys();
  const circle = [...submissions.keys()].toSorted();
  const after = last === undefined ? circle.indexOf(oldest) : circle.findIndex((one) => one > last);
  const start = Math.max(0, after);
  return [...circle.slice(start), ...circle.slice(0, start)].flatMap((one) => submissions.get(one) ?? []);
}
