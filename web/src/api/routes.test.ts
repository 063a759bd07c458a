import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "./routes.ts";

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string() }))) });

it("the page of the API lists the routes of docs/openapi.json", () => {
  const { paths } = OpenApi.parse(
    JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")),
  );
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({ method: method.toUpperCase(), path, summary })),
  );
  expect(ROUTES).toEqual(documented);
});
