import { z } from "zod";
import type { Profile } from "../../run/profile.ts";
import { instanceParts } from "./instance-parts.ts";
import type { ListedInstance } from "./list-row.ts";
import { valueIn } from "./mark.ts";

/** The beginning and the end of an instance's texts, which pages show without a script. */
export const Excerpt = z.object({
  id: z.string(),
  question: z.string(),
  /** without thinking; absent if the request failed */
  answer: z.string().exactOptional(),
  failure: z.string().exactOptional(),
  /** the correct references */
  references: z.array(z.string()),
});
export type Excerpt = z.infer<typeof Excerpt>;

/** pages/worst.json: the instances with the lowest and the highest values of the main metric under each profile */
export const Excerpts = z.object({ formatVersion: z.literal(1), metric: z.string(), instances: z.array(Excerpt) });
export type Excerpts = z.infer<typeof Excerpts>;

const MOST = 10;
const PROFILES: readonly Profile[] = ["helm", "corrected"];

interface Ranked {
  readonly excerpt: Excerpt;
  readonly value: number;
}

/** Collects the excerpts of a run. The metric's direction is known only to a release, so both ends of the scale are kept. */
export function excerptCollector(metric: string) {
  const ends = PROFILES.flatMap((profile) => [1, -1].map((sign) => ({ profile, sign, kept: [] as Ranked[] })));
  return {
    add(shown: ListedInstance): void {
      const { stats, corrected } = shown.instance;
      let excerpt: Excerpt | undefined;
      for (const { profile, sign, kept } of ends) {
        const value = valueIn(profile === "helm" ? stats : corrected, metric);
        if (value === undefined || !isAmong(kept, sign * value)) continue;
        excerpt ??= excerptOf(shown);
        keep(kept, { excerpt, value: sign * value });
      }
    },
    found: (): Excerpts => ({
      formatVersion: 1,
      metric,
      instances: [
        ...new Map(ends.flatMap(({ kept }) => kept).map(({ excerpt }) => [excerpt.id, excerpt] as const)).values(),
      ],
    }),
  };
}

const isAmong = (kept: readonly Ranked[], value: number): boolean =>
  kept.length < MOST || value < (kept.at(-1)?.value ?? Infinity);

/** Of equal values the earlier instance comes first. An instance that was asked several times is kept once, with its worst value. */
function keep(kept: Ranked[], one: Ranked): void {
  const known = kept.findIndex(({ excerpt }) => excerpt.id === one.excerpt.id);
  if (known >= 0) {
    if ((kept[known]?.value ?? 0) <= one.value) return;
    kept.splice(known, 1);
  }
  const place = kept.findIndex(({ value }) => one.value < value);
  kept.splice(place < 0 ? kept.length : place, 0, one);
  if (kept.length > MOST) kept.pop();
}

function excerptOf({ instance, question }: ListedInstance): Excerpt {
  const { answer } = instanceParts(instance);
  return {
    id: instance.id,
    question: shortened(question === "" ? instance.prompt : question),
    ...(answer === undefined ? {} : { answer: shortened(answer) }),
    ...(instance.failure === undefined ? {} : { failure: shortened(instance.failure) }),
    references: instance.references
      .filter(({ correct }) => correct)
      .slice(0, MOST_REFERENCES)
      .map(({ text }) => shortened(text)),
  };
}

const MOST_REFERENCES = 3;
const HEAD = 420;
const TAIL = 160;
const MOST_LINES = 12;

/** Cuts the middle out, because a long note ends with its question and a long reply with its answer. */
function shortened(text: string): string {
  const cut =
    text.length <= HEAD + TAIL
      ? text
      : `${text.slice(0, HEAD).replace(/[\uD800-\uDBFF]$/u, "")} … ${text.slice(-TAIL).replace(/^[\uDC00-\uDFFF]/u, "")}`;
  const lines = cut.trim().split(/\s*\n\s*/u);
  return lines.join(lines.length > MOST_LINES ? " " : "\n");
}
