/** The address that a model reads in place of a FHIR server's own, so that the requests do not depend on where the server is. */
export const FHIR_BASE = "http://localhost:8080/fhir/";

/** A FHIR server whose records an environment reads. Nothing is written to it. */
export interface FhirServer {
  /**
   * Reads by GET what is below the server's base, e.g. "Observation?patient=S1&code=K". A refusal of the server is a reply too.
   * @throws UserError if the server does not answer
   */
  read(query: string): Promise<FhirReply>;
}

export interface FhirReply {
  readonly status: number;
  /** The server's own address reads as FHIR_BASE. */
  readonly text: string;
}
