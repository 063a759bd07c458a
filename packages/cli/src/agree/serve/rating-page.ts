import { counted } from "@medhelm/core/text/counted";
import type { Scale } from "@medhelm/core/agreement/rating";
import { html, raw } from "hono/html";
import type { BlindAnswer } from "../draw-answers.ts";
import type { Entry } from "./rater-files.ts";

/** All addresses of the rating page begin with this path. */
export const RATE = "/rate/";

type Html = ReturnType<typeof html>;

export interface CasePage {
  readonly rater: string;
  readonly answer: BlindAnswer;
  /** from 1 */
  readonly number: number;
  readonly total: number;
  /** how many answers the rater has rated on every criterion */
  readonly rated: number;
  readonly criteria: readonly string[];
  /** what each criterion asks */
  readonly rubric: Readonly<Record<string, string>>;
  readonly scale: Scale;
  readonly entry: Entry | undefined;
}

/** The page of one answer: the question, the reference, the answer, and a row of points for each criterion. */
export function casePage(page: CasePage): Html {
  const { rater, answer, number, total, rated } = page;
  return document(
    `Case ${number} of ${total}`,
    html`<header><p>Rater ${rater} · ${rated} of ${total} rated</p><progress max="${total}" value="${rated}" aria-label="Rated cases"></progress></header>
<main><h1>Case ${number} of ${total}</h1>
${text("Question", answer.question)}
${answer.reference === "" ? "" : text("Reference answer", answer.reference)}
${text("Answer to rate", answer.answer)}
${form(page)}
<nav aria-label="Cases">${number > 1 ? link(number - 1, rater, "Previous case") : ""} ${number < total ? link(number + 1, rater, "Next case without saving") : ""} ${doneLink(rater)}</nav></main>`,
  );
}

function form({ rater, number, criteria, rubric, scale, entry }: CasePage): Html {
  const points = Array.from({ length: scale.max - scale.min + 1 }, (_, i) => scale.min + i);
  return html`<form method="post" action="${caseAddress(number)}" id="rating">
<input type="hidden" name="rater" value="${rater}">
<p id="scale">${scale.min} is very poor, and ${scale.max} is excellent. Keys ${scale.min} to ${scale.max} rate the marked criterion; Enter saves. A case without any rating is left out.</p>
${criteria.map(
  (name, i) =>
    html`<fieldset aria-describedby="scale"><legend>${name}</legend>${
      rubric[name] === undefined ? "" : html`<p>${rubric[name]}</p>`
    }<div class="points">${points.map(
      (point) =>
        html`<label><input type="radio" name="criterion-${i}" value="${point}"${
          entry?.ratings[name] === point ? raw(" checked") : ""
        }><span>${point}</span></label>`,
    )}<label><input type="radio" name="criterion-${i}" value=""${
      entry !== undefined && entry.ratings[name] === undefined ? raw(" checked") : ""
    }><span>no rating</span></label></div></fieldset>`,
)}
<label class="comment">Comment (optional)<textarea name="comment" rows="2" maxlength="4000">${entry?.comment ?? ""}</textarea></label>
<button>Save and go on</button>
</form>`;
}

/** The first page: who rates. */
export const raterPage = (
  raters: readonly { readonly name: string; readonly rated: number }[],
  total: number,
  problem?: string,
): Html =>
  document(
    "Rate answers",
    html`<main><h1>Rate ${counted(total, "answer")}</h1>
<p>You read one answer at a time, without the name of its model. Your ratings stay on this machine. You can stop at any time, and continue later under the same name.</p>
${problem === undefined ? "" : html`<p role="alert">${problem}</p>`}
<form action="${RATE}begin"><label>Your name or number<input name="rater" required maxlength="40" autocomplete="off" autofocus></label><button>Begin</button></form>
${
  raters.length === 0
    ? ""
    : html`<h2>Continue</h2><ul>${raters.map(({ name, rated }) => html`<li><a href="${RATE}begin?rater=${encodeURIComponent(name)}">${name}</a>, ${rated} of ${total} rated</li>`)}</ul>`
}</main>`,
  );

/** The page after the last answer. `open`: the numbers of the answers without a rating. */
export const donePage = (rater: string, rated: number, open: readonly number[], total: number): Html =>
  document(
    "Your ratings",
    html`<main><h1>${rated} of ${total} rated</h1>
<p>${open.length === 0 ? "Thank you. All your ratings are saved, and you can close this page." : "Your ratings are saved. These cases lack a rating:"}</p>
${open.length === 0 ? "" : html`<ul class="open">${open.map((number) => html`<li>${link(number, rater, `Case ${number}`)}</li>`)}</ul>`}
<nav aria-label="Cases">${link(1, rater, "Look at your ratings again")} <a href="${RATE}">Another rater</a></nav></main>`,
  );

/** The evaluator's page: the report as `medhelm agree` prints it. */
export const reportPage = (report: string): Html =>
  document("Agreement", html`<main class="wide"><h1>Agreement so far</h1><pre>${report}</pre></main>`);

export const caseAddress = (number: number, rater?: string): string =>
  `${RATE}case/${number}${rater === undefined ? "" : `?rater=${encodeURIComponent(rater)}`}`;
export const doneAddress = (rater: string): string => `${RATE}done?rater=${encodeURIComponent(rater)}`;

const link = (number: number, rater: string, name: string): Html =>
  html`<a href="${caseAddress(number, rater)}">${name}</a>`;
const doneLink = (rater: string): Html => html`<a href="${doneAddress(rater)}">Stop here</a>`;
const text = (name: string, content: string): Html =>
  html`<section aria-label="${name}"><h2>${name}</h2><div class="text">${content}</div></section>`;

const document = (title: string, body: Html | Promise<Html>): Html =>
  html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · MedHELM</title><link rel="stylesheet" href="${RATE}style.css"><script src="${RATE}keys.js" defer></script></head><body>${body}</body></html>`;
