import type { OpenAPIHono } from "@hono/zod-openapi";
import { html } from "hono/html";
import { schemaName, schemaNote, schemaText } from "./schema-text.ts";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;
type PathItem = NonNullable<Document["paths"]>[string];
type Operation = NonNullable<PathItem["get"]>;
type Html = ReturnType<typeof html>;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h2 { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem; font-size: 1.2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8885; }
code { overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; padding: .8rem; border: 1px solid #8885; font-size: .85rem; }`;

/** Renders the OpenAPI document as one page. It has no script and loads no other file, so it works without internet. */
export function referencePage(document: Document): Html {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation }];
    }),
  );
  const title = `${document.info.title} API reference`;
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${document.info.description} <a href="openapi.json">openapi.json</a></p>
<nav aria-label="Routes"><ul>
${operations.map(({ path, method, operation }) => html`<li><a href="#${anchor(method, path)}"><code>${method} ${path}</code></a> ${operation.summary}</li>`)}
</ul></nav>
<main>
${operations.map(({ path, method, operation }) => section(method, path, operation))}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => html`<h3 id="schema-${name}">${name}</h3>${block(schema)}`)}
</main>
</body>
</html>`;
}

const anchor = (method: string, path: string): string =>
  `${method} ${path}`.replaceAll(/[^A-Za-z0-9]+/g, "-").toLowerCase();

function section(method: string, path: string, operation: Operation): Html {
  const body = operation.requestBody;
  return html`<section aria-labelledby="${anchor(method, path)}">
<h2 id="${anchor(method, path)}"><code>${method} ${path}</code></h2>
<p>${operation.summary}. ${operation.description}</p>
${operation.security === undefined ? html`<p>Needs no API key.</p>` : ""}
${parameters(operation)}
${body !== undefined && "content" in body ? html`<h3>Body</h3>${Object.values(body.content).map(({ schema }) => schemaOf(schema))}` : ""}
<h3>Answers</h3>
<table><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">Body</th></tr></thead><tbody>
${Object.entries(operation.responses ?? {}).map(([status, response]) => answer(status, response))}
</tbody></table>
</section>`;
}

function parameters({ parameters: all = [] }: Operation): Html | string {
  if (all.length === 0) return "";
  return html`<h3>Parameters</h3>
<table><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">What</th></tr></thead><tbody>
${all.map((parameter) => ("name" in parameter ? html`<tr><td><code>${parameter.name}</code>${parameter.required === true ? " (required)" : ""}</td><td>${parameter.in}</td><td><code>${schemaText(parameter.schema)}</code> ${schemaNote(parameter.schema)}</td></tr>` : ""))}
</tbody></table>`;
}

function answer(status: string, response: NonNullable<Operation["responses"]>[string]): Html | string {
  if (!("description" in response)) return "";
  const content = "content" in response && response.content !== undefined ? Object.entries(response.content) : [];
  return html`<tr><td>${status}</td><td>${response.description}</td><td>${content.map(([type, media]) => html`<code>${type}</code> ${schemaOf(mediaSchema(media))}`)}</td></tr>`;
}

/** A link to a named schema, or the schema itself. */
function schemaOf(schema: unknown): Html | string {
  if (schema === undefined) return "";
  const name = schemaName(schema);
  return name === undefined ? block(schema) : html`<a href="#schema-${name}">${name}</a>`;
}

const block = (schema: unknown): Html => html`<pre>${schemaText(schema)}</pre>`;

const mediaSchema = (media: unknown): unknown =>
  typeof media === "object" && media !== null && "schema" in media ? media.schema : undefined;
