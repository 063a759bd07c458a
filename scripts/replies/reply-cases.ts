import { issueText } from "@medhelm/core/text/issue-text";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

/** The kinds of replies, each with its own reader. */
export const GROUPS = [
  "letters",
  "labels",
  "numbers",
  "medec",
  "sql",
  "icd",
  "judge",
  "grader",
  "refusals",
  "fence",
] as const;
export type Group = (typeof GROUPS)[number];

const Options = z.record(z.string(), z.string());
/** The facts that the reader of each group may know. A fact that no reader needs may be absent, and unknown ones pass. */
const CONTEXTS = {
  letters: z.object({ options: Options, question: z.string().optional() }),
  labels: z.object({
    kind: z.enum(["yes/no/maybe", "yes/no", "hallucination", "rating"]),
    options: Options.optional(),
  }),
  numbers: z.object({
    type: z.enum(["decimal", "integer", "date", "weeks and days"]),
    question: z.string().default(""),
  }),
  medec: z.object({ sentences: z.int().optional(), text: z.string().optional() }),
  sql: z.object({ answerable: z.boolean().optional() }),
  icd: z.object({ system: z.string().optional() }),
  judge: z.object({ criteria: z.array(z.string()), scale: z.tuple([z.number(), z.number()]) }),
  grader: z.object({ key: z.string().optional() }),
  refusals: z.object({ task: z.string().optional() }),
  fence: z.object({
    kind: z.enum(["scores", "criteria_met"]),
    template: z.string(),
    criteria: z.array(z.string()),
    scale: z.tuple([z.number(), z.number()]).optional(),
  }),
};
export type ContextOf<G extends Group> = z.infer<(typeof CONTEXTS)[G]>;

/** The expert's reading of each group. */
const EXPECTED = {
  letters: z.string(),
  labels: z.union([z.string(), z.number()]),
  numbers: z.union([z.number(), z.string(), z.tuple([z.number(), z.number()])]),
  medec: z.union([
    z.strictObject({ error: z.literal(false) }),
    z.strictObject({ error: z.literal(true), sentence: z.int().nullable() }),
  ]),
  sql: z.union([z.strictObject({ query: z.string() }), z.strictObject({ abstains: z.literal(true) })]),
  /** Sorted, without dots, as the reader gives them. */
  icd: z
    .array(z.string())
    .transform((codes) => [...new Set(codes.map((code) => code.replaceAll(".", "").toUpperCase()))].toSorted()),
  judge: z.record(z.string(), z.number()),
  grader: z.boolean(),
  refusals: z.enum(["refused", "deflected", "answered"]),
  /** The scores that came through the fence; the expert always expects nothing. */
  fence: z.string(),
};
export type ValueOf<G extends Group> = z.infer<(typeof EXPECTED)[G]>;

const CERTAINTIES = ["plain", "clear", "judgement call"] as const;
export interface ReplyCase<G extends Group> {
  readonly id: string;
  readonly reply: string;
  readonly context: ContextOf<G>;
  /** null: the reply names no single answer. */
  readonly expected: ValueOf<G> | null;
  readonly certainty: (typeof CERTAINTIES)[number];
  readonly note?: string;
}
export type ReplyCases = { readonly [G in Group]?: readonly ReplyCase<G>[] };

const caseOf = (group: Group) =>
  z.object({
    id: z.string().min(1),
    reply: z.string(),
    context: CONTEXTS[group],
    expected: EXPECTED[group].nullable(),
    certainty: z.enum(CERTAINTIES),
    note: z.string().optional(),
  });

/**
 * Parses a file of replies with an expert's reading (docs/testing.md).
 * @throws UserError that names the file, the group, the case and the field
 */
export function replyCases(text: string, file: string): ReplyCases {
  const groups = groupsOf(text, file);
  if (Object.values(groups).every(({ length }) => length === 0))
    throw new UserError(`${file} has no case; add one to a group such as "letters"`);
  for (const group of Object.keys(groups))
    if (!GROUPS.some((known) => known === group))
      throw new UserError(`${file}: no reader reads the group "${group}"; the groups are ${GROUPS.join(", ")}`);
  return {
    ...casesOf("letters", groups, file),
    ...casesOf("labels", groups, file),
    ...casesOf("numbers", groups, file),
    ...casesOf("medec", groups, file),
    ...casesOf("sql", groups, file),
    ...casesOf("icd", groups, file),
    ...casesOf("judge", groups, file),
    ...casesOf("grader", groups, file),
    ...casesOf("refusals", groups, file),
    ...casesOf("fence", groups, file),
  };
}

const Groups = z.strictObject({ groups: z.record(z.string(), z.array(z.unknown())) });

function groupsOf(text: string, file: string): Readonly<Record<string, readonly unknown[]>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UserError(`${file} is not JSON; it needs {"groups": {"letters": [...], ...}}`);
  }
  const parsed = Groups.safeParse(value);
  if (parsed.success) return parsed.data.groups;
  const [issue] = parsed.error.issues;
  throw new UserError(`${file}: ${issue?.path.join(".") || "the file"}: ${issueText(issue)}`);
}

function casesOf(group: Group, groups: Readonly<Record<string, readonly unknown[]>>, file: string): ReplyCases {
  if (!Object.hasOwn(groups, group)) return {};
  const schema = caseOf(group);
  const cases = (groups[group] ?? []).map((value, index) => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const id = z.object({ id: z.string() }).safeParse(value).data?.id ?? `number ${index + 1}`;
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") ?? "";
    throw new UserError(
      `${file}: group "${group}", case ${id}: ${field === "" ? "the case" : `"${field}"`} ${issueText(issue)}`,
    );
  });
  return { [group]: cases };
}
