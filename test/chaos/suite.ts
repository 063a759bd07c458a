import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { KEY_IN_TEXT } from "./counting-stub.ts";

/** Three runs on two deployments: 30 questions twice, and 14 notes with a stand-in judge. */
export const CONF = `entries: [
  { description: "demo_questions:model=stub/one", priority: 1 }
  { description: "demo_notes:model=stub/one", priority: 1 }
  { description: "demo_questions:model=stub/two", priority: 1 }
]
`;
export const RUNS = [
  "demo_notes:model=stub_one",
  "demo_questions:model=stub_one",
  "demo_questions:model=stub_two",
] as const;
/** Requests of the three runs that go to the stub. */
export const REQUESTS = 74;
export const SUITE = "chaos";
/** The answers that a kill costs for each thread: one in flight, and one that has freed its thread and waits for its commit. */
export const LOST_OF_THREAD = 2;

const Seal = z.object({ contentSha256: z.string(), coverage: z.object({ failed: z.int() }) });

/** contentSha256 of each sealed run. */
export function seals(out: string, suite = SUITE): Record<string, string> {
  const found: Record<string, string> = {};
  for (const run of globSync("*/manifest.json", { cwd: join(out, "runs", suite) })) {
    const seal = Seal.parse(JSON.parse(readFileSync(join(out, "runs", suite, run), "utf8")));
    found[run.replace("/manifest.json", "")] = seal.contentSha256;
  }
  return found;
}

const Answer = z.object({ result: z.object({ completions: z.array(z.object({ text: z.string() })) }) });
const Row = z.object({ body: z.instanceof(Uint8Array) });

/** Returns the stub's keys of all durable answers. */
export function durableKeys(out: string): Set<string> {
  const file = join(out, ".medhelm/answers.sqlite");
  if (!existsSync(file)) return new Set();
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const rows = db.prepare("SELECT body FROM objects WHERE key LIKE 'cache/%' AND key NOT LIKE 'cache/.%'").all();
    return new Set(
      rows.flatMap((row) => {
        const { result } = Answer.parse(JSON.parse(new TextDecoder().decode(Row.parse(row).body)));
        return KEY_IN_TEXT.exec(result.completions[0]?.text ?? "")?.[1] ?? [];
      }),
    );
  } finally {
    db.close();
  }
}
