import { type Deployment, enginePart, hostOrganization } from "./deployment.ts";

/** Facts about a model that do not depend on where the user has it served. */
export type CatalogFacts = Partial<
  Pick<
    Deployment,
    "tokenizerName" | "maxSequenceLength" | "maxRequestLength" | "reasoning" | "temperature" | "price" | "deprecated"
  >
>;

/**
 * The facts of the deployment of this name. A deployment of Azure has those of OpenAI's model of its name, without the price, which the
 * user's contract decides.
 */
export function catalogFacts(name: string, catalog: readonly Deployment[]): CatalogFacts {
  const isAzure = hostOrganization(name) === "azure";
  const found = catalog.find((deployment) => deployment.name === (isAzure ? `openai/${enginePart(name)}` : name));
  if (found === undefined) return {};
  const { tokenizerName, maxSequenceLength, maxRequestLength, reasoning, temperature, price, deprecated } = found;
  return {
    ...(tokenizerName !== undefined && { tokenizerName }),
    ...(maxSequenceLength !== undefined && { maxSequenceLength }),
    ...(maxRequestLength !== undefined && { maxRequestLength }),
    ...(reasoning !== undefined && { reasoning }),
    ...(temperature !== undefined && { temperature }),
    ...(price !== undefined && !isAzure && { price }),
    deprecated,
  };
}

/** The facts that hold for the model on any server: the price and the refusal of a temperature are the provider's. */
export function factsElsewhere({ price: _price, temperature: _temperature, ...facts }: CatalogFacts): CatalogFacts {
  return { ...facts, deprecated: false };
}
