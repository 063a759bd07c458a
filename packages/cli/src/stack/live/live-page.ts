import type { LiveSubmission } from "@medhelm/core/release/live-view";
import { html } from "hono/html";

/** Puts the time and the table into the built page, for browsers without scripts. */
export const withTable = (page: string, at: string, table: string): string =>
  page.replace("<!--at-->", () => at.slice(0, 19).replace("T", " ")).replace("<!--submissions-->", () => table);

/** The submissions as a static table. Text is escaped. */
export async function liveTable(submissions: readonly LiveSubmission[]): Promise<string> {
  if (submissions.length === 0) return String(await html`<p>Nothing was submitted yet.</p>`);
  return String(
    await html`<div class="scroll"><table class="plain">
<thead><tr><th scope="col">Suite</th><th scope="col">State</th><th scope="col">Runs</th><th scope="col">Cost</th><th scope="col">Errors</th></tr></thead>
<tbody>${submissions.map(
      ({ suite, createdAt, state, ended, runCount, cost, errors, pools, runs }) =>
        html`<tr><th scope="row">${suite}<br><small>${createdAt}</small></th><td>${state}</td><td>${ended} of ${runCount} ended${runs
          .filter(({ total }) => total !== undefined)
          .map(
            ({ benchmark, model, done, total }) => html`<br><small>${benchmark}, ${model}: ${done} of ${total}</small>`,
          )}${pools.map((pool) => html`<br><small>${pool}</small>`)}</td><td>${cost}</td><td>${errors || "none"}</td></tr>`,
    )}</tbody></table></div>`,
  );
}
