import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";

/** The names of the objects that a call concerns; never text of a run. */
export const Named = z.partialRecord(
  z.enum(["submission", "suite", "run", "file", "release", "key", "input"]),
  z.string(),
);
export type Named = z.infer<typeof Named>;

/** The names of a call, and the owner whose keys or usage it concerns. */
export type Concerned = Named & { readonly owner?: string };
export type Kind = keyof Named | "owner";

/** The kinds of a path's parameters. That of `{id}` and `{name}` follows from the part of the path before them. */
const KINDS: Readonly<Record<string, Kind>> = {
  "{suite}": "suite",
  "{run}": "run",
  "{file}": "file",
  "{release}": "release",
  "submissions/{id}": "submission",
  "keys/{id}": "key",
  "releases/{name}": "release",
};

/** No object has a longer name, or one with a character that a terminal might obey. */
const PLAIN = /^[^\p{C}/\\]{1,255}$/u;

/** The names in a path, by its route's template such as "/v1/runs/{suite}/{run}". A text that can be no name is left out. */
export function namesInPath(template: string, path: string): Concerned {
  const given = path.split("/");
  const parts = template.split("/");
  return Object.fromEntries(
    parts.flatMap((part, i) => {
      const kind = KINDS[part] ?? KINDS[`${parts[i - 1]}/${part}`];
      const name = decoded(given[i] ?? "");
      return kind === undefined || !PLAIN.test(name) ? [] : [[kind, name]];
    }),
  );
}

const Fields = z.record(z.string(), z.unknown());
const MOST_NAMES = 100;

/** The names in the fields of a body, which may be invalid. `kinds`: the fields that name objects, each one or a list of them. */
export function namesInBody(body: unknown, kinds: Readonly<Record<string, Kind>>): Concerned {
  const fields = Fields.safeParse(body).data ?? {};
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([field, kind]) => {
      const value = fields[field];
      const given: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_NAMES) : [value];
      const names = given.flatMap((name) => FolderName.safeParse(name).data ?? []);
      return names.length === 0 ? [] : [[kind, names.join(" ")]];
    }),
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
