import type { Scale } from "@medhelm/core/agreement/rating";
import { type Context, Hono } from "hono";
import { requireKey } from "../../stack/http/require-key.ts";
import { SECURITY_HEADERS } from "../../stack/site/static-files.ts";
import { thisHostOnly } from "../../stack/http/this-host-only.ts";
import type { BlindAnswer } from "../draw-answers.ts";
import { KEYS, STYLE } from "./page-assets.ts";
import { type Entry, RATER, type RaterFiles } from "./rater-files.ts";
import { caseAddress, casePage, doneAddress, donePage, raterPage, RATE, reportPage } from "./rating-page.ts";

/** The evaluator's page. Raters do not get its key, because the report shows what others rated. */
export const REPORT = "/report/";

export interface RatingAppOptions {
  readonly port: number;
  readonly raterKey: string;
  readonly reportKey: string;
  readonly answers: readonly BlindAnswer[];
  readonly criteria: readonly string[];
  readonly rubric: Readonly<Record<string, string>>;
  readonly scale: Scale;
  readonly ratings: RaterFiles;
  /** the report of what is rated so far */
  report(): Promise<string>;
  /** A rater has rated every answer. */
  finished(rater: string): void;
}

/** The rating pages, on loopback and with a key only. Each step is a form, so it also works without scripts. */
export function ratingApp(options: RatingAppOptions): Hono {
  const { port, answers, criteria, ratings } = options;
  const total = answers.length;
  const isRated = (entry: Entry | undefined): boolean =>
    entry !== undefined && criteria.every((name) => entry.ratings[name] !== undefined);
  /** the numbers of the answers that a rater has not rated wholly */
  const openOf = (rater: string): number[] =>
    answers.flatMap(({ item }, i) => (isRated(ratings.entry(rater, item)) ? [] : [i + 1]));
  const ratedOf = (rater: string): number => total - openOf(rater).length;

  const app = new Hono();
  app.use(thisHostOnly(port));
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  });
  const refusal = "This page needs its key: open the address that medhelm agree serve printed.";
  app.use(`${RATE}*`, requireKey({ key: options.raterKey, path: RATE, cookie: `medhelm-rate-${port}`, refusal }));
  app.use(
    `${REPORT}*`,
    requireKey({ key: options.reportKey, path: REPORT, cookie: `medhelm-report-${port}`, refusal }),
  );

  app.get(`${RATE}style.css`, (c) => c.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get(`${RATE}keys.js`, (c) => c.body(KEYS, 200, { "Content-Type": "text/javascript; charset=utf-8" }));
  app.get(REPORT, async (c) => c.html(reportPage(await options.report())));

  const start = (c: Context, problem?: string) =>
    c.html(
      raterPage(
        ratings.raters().map((name) => ({ name, rated: ratedOf(name) })),
        total,
        problem,
      ),
      problem === undefined ? 200 : 400,
    );
  const raterOf = (given: unknown): string | undefined => {
    const name = typeof given === "string" ? given.normalize("NFC").trim() : "";
    return RATER.test(name) ? (ratings.known(name) ?? name) : undefined;
  };
  const NAME =
    "A name has up to 40 letters, numbers, spaces, dots or hyphens, and begins and ends with a letter or number.";

  app.get(RATE, (c) => start(c));
  app.get(`${RATE}begin`, (c) => {
    const rater = raterOf(c.req.query("rater"));
    if (rater === undefined) return start(c, NAME);
    const [first] = openOf(rater);
    return c.redirect(first === undefined ? doneAddress(rater) : caseAddress(first, rater), 303);
  });
  app.get(`${RATE}done`, (c) => {
    const rater = raterOf(c.req.query("rater"));
    if (rater === undefined) return start(c, NAME);
    return c.html(donePage(rater, ratedOf(rater), openOf(rater), total));
  });
  app.get(`${RATE}case/:number`, (c) => {
    const rater = raterOf(c.req.query("rater"));
    const number = Number(c.req.param("number"));
    const answer = answers[number - 1];
    if (rater === undefined) return start(c, NAME);
    if (answer === undefined) return c.redirect(doneAddress(rater), 303);
    const { rubric, scale } = options;
    const entry = ratings.entry(rater, answer.item);
    return c.html(casePage({ rater, answer, number, total, rated: ratedOf(rater), criteria, rubric, scale, entry }));
  });
  app.post(`${RATE}case/:number`, async (c) => {
    const form = await c.req.parseBody();
    const rater = raterOf(form["rater"]);
    const number = Number(c.req.param("number"));
    const answer = answers[number - 1];
    if (rater === undefined) return start(c, NAME);
    const entry = entryOf(form, options);
    if (answer === undefined || entry === undefined)
      return c.text("This form belongs to another case; open the page again and rate the case there.", 400);
    const wasOpen = openOf(rater).length > 0;
    await ratings.save(rater, answer.item, entry);
    const open = openOf(rater);
    if (open.length === 0 && wasOpen) options.finished(rater);
    // a case that the rater leaves without a rating does not come again at once
    const next = wasOpen ? open.find((one) => one > number) : number + 1;
    return c.redirect(next === undefined || next > total ? doneAddress(rater) : caseAddress(next, rater), 303);
  });
  return app;
}

const MAX_COMMENT = 4_000;

/** @returns undefined for a rating off the scale, which our form never sends */
function entryOf(
  form: Readonly<Record<string, unknown>>,
  { criteria, scale }: Pick<RatingAppOptions, "criteria" | "scale">,
): Entry | undefined {
  const given = criteria.map((name, i) => ({ name, text: form[`criterion-${i}`] ?? "" }));
  const rated = given.filter(({ text }) => text !== "").map(({ name, text }) => ({ name, value: Number(text) }));
  if (rated.some(({ value }) => !Number.isInteger(value) || value < scale.min || value > scale.max)) return undefined;
  const comment = typeof form["comment"] === "string" ? form["comment"].slice(0, MAX_COMMENT).trim() : "";
  return { ratings: Object.fromEntries(rated.map(({ name, value }) => [name, value])), comment };
}

const HEADERS = {
  ...SECURITY_HEADERS,
  // with no-referrer a browser sends a form with the origin "null"
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};
