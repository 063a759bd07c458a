// tsc compiles this file in check:static; nothing runs it
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { generation } from "@medhelm/core/run/spec/prompt-specs";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { benchmark, type CardText, type DefinedBenchmark, type Wording } from "./define.ts";
import { exactMatch } from "./shared/metric-specs.ts";
import type { LocalFiles } from "./shared/local-data.ts";

declare const card: CardText;
const parts = {
  card,
  scenario: { className: "mine.Scenario", tags: [] },
  instances: () => [],
  prompt: generation(),
  metrics: exactMatch(),
};
const file = { path: "mine/a.csv", url: "https://example.com/a.csv" };

// the right definitions infer
expectTypeOf(benchmark(parts)).toEqualTypeOf<DefinedBenchmark>();
benchmark({
  ...parts,
  args: { ward: z.enum(["north", "south"]), depth: z.number().default(3) },
  name: ({ ward, depth }) => {
    expectTypeOf(ward).toEqualTypeOf<"north" | "south">();
    expectTypeOf(depth).toEqualTypeOf<number>();
    return `mine:ward=${ward}`;
  },
  prompt: ({ depth }) => generation({ maxTokens: depth }),
});
benchmark({
  ...parts,
  data: { questions: file, answers: file },
  wording: { own: { task: "Read." }, read: () => undefined },
  instances: (read, { files, wording }) => {
    expectTypeOf(read).toEqualTypeOf<(name: "questions" | "answers") => SourceFile>();
    expectTypeOf(files).toEqualTypeOf<LocalFiles>();
    expectTypeOf(wording).toEqualTypeOf<Wording<"task">>();
    return [];
  },
});
benchmark({ ...parts, size: { rubricItems: { low: 2, high: 50 } }, evidence: { kind: "sample only" } });

// a wrong key
// @ts-expect-error -- "metric" is not a key of a definition
benchmark({ ...parts, metric: exactMatch() });
// @ts-expect-error -- "class" is not a key of a scenario
benchmark({ ...parts, scenario: { class: "mine.Scenario", tags: [] } });
// @ts-expect-error -- "promptToken" is not a key of a size
benchmark({ ...parts, size: { promptToken: [1, 2] } });

// a wrong type
// @ts-expect-error -- an argument's schema is a zod schema
benchmark({ ...parts, args: { ward: "north" } });
// @ts-expect-error -- the definition has no argument "wardd"
benchmark({ ...parts, args: { ward: z.string() }, name: ({ wardd }) => `mine:ward=${wardd}` });
benchmark({
  ...parts,
  data: { questions: file },
  instances: (read) => {
    // @ts-expect-error -- data declares no file "answers"
    read("answers");
    return [];
  },
});
benchmark({
  ...parts,
  wording: { own: { task: "Read." }, read: () => undefined },
  // @ts-expect-error -- wording has no sentence "note"
  instances: (_read, { wording: { note } }) => [{ input: { text: String(note) }, references: [] }],
});
// @ts-expect-error -- a card's access is public, gated, private or local
benchmark({ ...parts, card: { ...card, access: "secret" } });
// @ts-expect-error -- evidence on real data names its test
benchmark({ ...parts, evidence: { kind: "real data" } });
// @ts-expect-error -- a metric is a function of its arguments
benchmark({ ...parts, ownMetrics: { "mine.Metric": {} } });
// @ts-expect-error -- an annotator is a function that returns a promise
benchmark({ ...parts, ownAnnotators: { "mine.Annotator": () => ({ name: "mine" }) } });
// @ts-expect-error -- licensed data says what it holds and how to obtain it
benchmark({ ...parts, licensed: { path: "mine" } });
// @ts-expect-error -- the reply rule's labels are texts
benchmark({ ...parts, replyRule: { labels: [0, 1] } });

// a missing field
const { card: _card, ...withoutCard } = parts;
// @ts-expect-error -- the card is required
benchmark(withoutCard);
const { instances: _instances, ...withoutInstances } = parts;
// @ts-expect-error -- the instances are required
benchmark(withoutInstances);
const { prompt: _prompt, ...withoutPrompt } = parts;
// @ts-expect-error -- the prompt is required
benchmark(withoutPrompt);
const { metrics: _metrics, ...withoutMetrics } = parts;
// @ts-expect-error -- the metrics are required
benchmark(withoutMetrics);
