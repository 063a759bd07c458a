import { Card } from "@medhelm/core/run/card";
import type { CardText } from "../define.ts";
import type { Config } from "./config.ts";

/** The card of this kind of benchmark. Each configuration has its own card. */
export const card: CardText = {
  name: "medhelm_configurable_benchmark",
  displayName: "Custom benchmark",
  description: "Your own benchmark from a YAML file, a prompt template and a CSV file (config_path=FILE).",
  category: "Custom benchmarks",
  subcategory: "Custom benchmarks",
  access: "local",
  licence: "not stated",
  form: "open",
  source: "your files",
  mainMetric: "exact_match",
  mainSplit: "test",
  facets: { task: "", what: "", who: "", when: "", language: "" },
};

export function cardOf(config: Config): Card {
  const [main] = config.metrics;
  return Card.parse({
    ...card,
    name: config.name,
    displayName: config.name,
    description: config.description,
    category: config.category,
    subcategory: config.subcategory,
    access: config.access,
    ...(config.org === undefined ? {} : { org: config.org }),
    licence: config.licence,
    form: main?.name === "exact_match" ? "closed" : "open",
    source: config.dataset_file,
    mainMetric: main?.name ?? "",
  });
}
