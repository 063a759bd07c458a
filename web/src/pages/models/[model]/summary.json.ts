import type { APIRoute } from "astro";
import { withoutIsolates } from "../../../release/shown-names.ts";
import { site } from "../../../release/site.ts";
import { evaluationSummary } from "../../../summary/summary.ts";

export function getStaticPaths() {
  const { leaderboard, modelSlug } = site();
  return leaderboard.models.map((model) => ({ params: { model: modelSlug(model.name) } }));
}

export const GET: APIRoute = ({ params }) => {
  const release = site();
  const model = release.leaderboard.models.find(({ name }) => release.modelSlug(name) === params["model"]);
  return new Response(
    model === undefined
      ? "{}"
      : `${withoutIsolates(JSON.stringify(evaluationSummary(release, model), undefined, 1))}\n`,
  );
};
