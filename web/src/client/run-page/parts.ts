import type { MarkedMetric } from "@medhelm/core/release/pages/mark";

/** The elements of components/RunInstances.astro that the page fills. */
export type Parts = NonNullable<ReturnType<typeof partsOf>>;

/** @returns undefined where an element is missing */
export function partsOf(root: HTMLElement) {
  const desk = root.querySelector<HTMLElement>(".desk");
  const search = root.querySelector<HTMLInputElement>("#search");
  const chips = root.querySelector<HTMLElement>("#chips");
  const status = root.querySelector<HTMLElement>("#status");
  const list = root.querySelector<HTMLElement>("#items");
  const more = root.querySelector<HTMLButtonElement>("#more");
  const detail = root.querySelector<HTMLElement>("#detail");
  const help = root.querySelector<HTMLDialogElement>("#keys");
  if (!desk || !search || !chips || !status || !list || !more || !detail || !help) return undefined;
  return { desk, search, chips, status, list, more, detail, help };
}

/** The metric of the run, which the page states in its attributes. */
export function metricOf(root: HTMLElement): MarkedMetric {
  const { metric = "", mean, profile, lower, min, max, judged } = root.dataset;
  return {
    name: metric,
    profile: profile === "corrected" ? "corrected" : "helm",
    mean: mean === undefined ? undefined : Number(mean),
    range: min === undefined || max === undefined ? undefined : { min: Number(min), max: Number(max) },
    lowerIsBetter: lower === "1",
    isJudged: judged === "1",
  };
}
