import { generateKeyPairSync, verify } from "node:crypto";
import { type Handler, json } from "../fault-server.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** A service account's key file, whose tokens come from the server at `tokenUrl`. */
export const serviceAccount = (tokenUrl: string) => ({
  type: "service_account",
  project_id: "hospital",
  private_key_id: "key1",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  client_email: "eval@hospital.iam.gserviceaccount.com",
  token_uri: tokenUrl,
});

/** The file of "gcloud auth application-default login". */
export const gcloudUser = (tokenUrl: string) => ({
  type: "authorized_user",
  client_id: "gcloud",
  client_secret: "shared",
  refresh_token: "1//refresh",
  token_uri: tokenUrl,
});

/** The token that both servers give. */
export const ACCESS_TOKEN = "sk-test";

interface OAuthApi {
  /** Receives the grant of each token. */
  readonly grants?: string[];
  /** seconds */
  readonly expiresIn?: number;
}

/** A handler that answers like oauth2.googleapis.com/token and refuses what it refuses. */
export function googleTokens({ grants, expiresIn = 3599 }: OAuthApi = {}): Handler {
  return (request, text, response) => {
    const refuse = (error: string, error_description: string): void =>
      json(response, 400, { error, error_description });
    if (request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") !== true)
      return refuse("invalid_request", "Bad Request");
    const form = new URLSearchParams(text);
    const grant = form.get("grant_type") ?? "";
    if (grant === "refresh_token") {
      if (form.get("refresh_token") !== "1//refresh")
        return refuse("invalid_grant", "Token has been expired or revoked.");
    } else if (grant !== "urn:ietf:params:oauth:grant-type:jwt-bearer")
      return refuse("unsupported_grant_type", `Invalid grant_type: ${grant}`);
    else if (!isSigned(form.get("assertion") ?? "")) return refuse("invalid_grant", "Invalid JWT Signature.");
    grants?.push(grant);
    return json(response, 200, { access_token: ACCESS_TOKEN, expires_in: expiresIn, token_type: "Bearer" });
  };
}

function isSigned(assertion: string): boolean {
  const [head = "", claims = "", signature = ""] = assertion.split(".");
  const { iss, scope } = JSON.parse(Buffer.from(claims, "base64url").toString() || "{}");
  return (
    verify("RSA-SHA256", Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, "base64url")) &&
    iss === "eval@hospital.iam.gserviceaccount.com" &&
    scope === "https://www.googleapis.com/auth/cloud-platform"
  );
}

/** The client credentials that the server accepts. */
export const entraClient = {
  AZURE_TENANT_ID: "tenant1",
  AZURE_CLIENT_ID: "client1",
  AZURE_CLIENT_SECRET: "s3cret",
};

/** A handler that answers like login.microsoftonline.com and refuses what it refuses. */
export function entraTokens({ grants, expiresIn = 3599 }: OAuthApi = {}): Handler {
  return (request, text, response) => {
    const refuse = (status: number, error: string, code: string): void =>
      json(response, status, { error, error_description: `${code}\r\nTrace ID: 0\r\nTimestamp: 2026-11-22 10:00:00Z` });
    if (request.url !== "/tenant1/oauth2/v2.0/token")
      return refuse(
        400,
        "invalid_request",
        "AADSTS90002: Tenant not found. Check to make sure you have the correct tenant ID.",
      );
    const form = new URLSearchParams(text);
    if (form.get("scope") !== "https://cognitiveservices.azure.com/.default")
      return refuse(
        400,
        "invalid_scope",
        "AADSTS70011: The provided value for the input parameter 'scope' is not valid.",
      );
    if (form.get("client_secret") !== "s3cret" || form.get("client_id") !== "client1")
      return refuse(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
    grants?.push(form.get("grant_type") ?? "");
    return json(response, 200, { token_type: "Bearer", expires_in: expiresIn, access_token: ACCESS_TOKEN });
  };
}
