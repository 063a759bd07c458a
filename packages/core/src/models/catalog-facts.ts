import { type Deployment, enginePart, hostOrganization } from "./deployment.ts";

/** Facts about a model that do not depend on where the user has it served. */
export type CatalogFacts = Partial<
  Pick<
    Deployment,
    "tokenizerName" | "maxSequenceLength" | "maxRequestLength" | "reasoning" | "temperature" | "price" | "deprecated"
  >
>;

/** The name in the catalogue of a model that Azure or Vertex AI serves: that of its creator. */
function catalogName(name: string): string {
  const [organization, engine] = [hostOrganization(name), enginePart(name)];
  if (organization === "azure") return `openai/${engine}`;
  if (organization !== "vertex") return name;
  // Vertex AI writes the date of a version behind an @
  return engine.startsWith("claude") ? `anthropic/${engine.replace("@", "-")}` : `google/${engine}`;
}

/**
 * The facts of the deployment of this name. A deployment of Azure or Vertex AI has those of its creator's model, without the price, which the
 * user's contract decides.
 */
export function catalogFacts(name: string, catalog: readonly Deployment[]): CatalogFacts {
  const wanted = catalogName(name);
  const found = catalog.find((deployment) => deployment.name === wanted);
  if (found === undefined) return {};
  const { tokenizerName, maxSequenceLength, maxRequestLength, reasoning, temperature, price, deprecated } = found;
  return {
    ...(tokenizerName !== undefined && { tokenizerName }),
    ...(maxSequenceLength !== undefined && { maxSequenceLength }),
    ...(maxRequestLength !== undefined && { maxRequestLength }),
    ...(reasoning !== undefined && { reasoning }),
    ...(temperature !== undefined && { temperature }),
    ...(price !== undefined && wanted === name && { price }),
    deprecated,
  };
}

/** The facts that hold for the model on any server: the price and the refusal of a temperature are the provider's. */
export function factsElsewhere({ price: _price, temperature: _temperature, ...facts }: CatalogFacts): CatalogFacts {
  return { ...facts, deprecated: false };
}
