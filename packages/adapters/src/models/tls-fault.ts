/** Why TLS did not accept a server. Undefined: `error` has another reason. */
export const tlsFault = (error: unknown): string | undefined => TLS_CODES[codeOf(error) ?? ""];

const OWN_CERTIFICATES = "name the file of your certificate authority in NODE_EXTRA_CA_CERTS";

export const TLS_CODES: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS; write http:// instead of https://",
  EPROTO: "it does not speak TLS; write http:// instead of https://",
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; ${OWN_CERTIFICATES}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  CERT_HAS_EXPIRED: "its certificate has expired; renew it on the server, or correct the clock of this machine",
  CERT_NOT_YET_VALID: "its certificate is not valid yet; correct the clock of this machine",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host; write the host that it names in the address",
};

/** The code of an error, or of its causes. */
export function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}
