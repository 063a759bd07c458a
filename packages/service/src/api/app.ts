import { OpenAPIHono } from "@hono/zod-openapi";
import { issueText } from "@medhelm/core/text/issue-text";
import type { Concerned } from "./audit/named.ts";
import { type FieldError, Refusal } from "./problem.ts";
import type { Principal } from "./ports.ts";

export interface ApiEnv {
  Variables: {
    principal: Principal;
    /** names for the audit log */
    named?: Concerned;
    /** the answer contains text that is not public */
    readsHeldText?: boolean;
    /** the caller sends too many calls a minute */
    isOverLimit?: boolean;
    /** the path of the route, if the call has a method that the route does not take */
    otherMethods?: string;
  };
}
export type Api = OpenAPIHono<ApiEnv>;

const PLACES: Readonly<Record<string, string>> = { json: "body", param: "path", query: "query", header: "header" };

/** A body can have hundreds of thousands of unknown fields. */
const MAX_ERRORS = 100;

/** An app whose validators throw a Refusal that names each field, up to 100. */
export function newApp(): Api {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const place = PLACES[result.target] ?? result.target;
      const errors = result.error.issues.flatMap((issue): FieldError[] => {
        if (issue.code === "unrecognized_keys")
          return issue.keys.map((key) => ({
            in: place,
            field: fieldName([...issue.path, key]),
            message: "unknown field",
          }));
        return [{ in: place, field: fieldName(issue.path), message: issueText(issue) }];
      });
      const first = errors[0];
      const field = first === undefined || first.field === "" ? "" : `${first.field}: `;
      const sentence = `${place}: ${field}${first?.message ?? "not valid"}`;
      throw new Refusal("validation", sentence, errors.slice(0, MAX_ERRORS));
    },
  });
}

/** entries[0].description */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === "number") return `${name}[${part}]`;
    return name === "" ? String(part) : `${name}.${String(part)}`;
  }, "");
}
