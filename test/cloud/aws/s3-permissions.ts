import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { rolePolicies } from "../../infra/expected-policies.ts";
import { listen } from "./listen.ts";

/** This variable names a process's role. The SDK writes it into the User-Agent of every request. */
export const roleVariable = (role: string) => ({ AWS_SDK_UA_APP_ID: role });

/** A request without the SDK has a presigned address, which acts with the role that signed it. */
const SIGNER = "ApiRole";

interface Need {
  readonly action: string;
  /** "<bucket>" or "<bucket>/<key>" with the names of S3 */
  readonly on: string;
}

export interface S3Gate {
  readonly url: string;
  /** refused requests, e.g. "SweepRole s3:GetObject InputsBucket/inputs/.." */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

/**
 * Enforces the roles of infra/ in front of S3. A request that test/infra/expected-policies.ts does not grant gets 403.
 * As on AWS, a missing key gets 403 too if the role may not list the bucket. `buckets` maps a bucket to its name in those policies.
 */
export async function startS3Gate(target: string, buckets: ReadonlyMap<string, string>): Promise<S3Gate> {
  const refused: string[] = [];
  const refuse = (response: ServerResponse, role: string, { action, on }: Need): void => {
    refused.push(`${role} ${action} ${on}`);
    response.writeHead(403, { "content-type": "application/xml", date: new Date().toUTCString() });
    response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
  };

  const server = createServer((incoming, response) => {
    const role = roleOf(incoming);
    const needs = needsOf(incoming, buckets);
    const missing = needs.find((need) => !may(role, need));
    if (missing !== undefined) {
      incoming.resume();
      return refuse(response, role, missing);
    }
    // the Host header is signed and must not change
    const onward = ask(
      target + (incoming.url ?? ""),
      { method: incoming.method, headers: incoming.headers },
      (reply) => {
        const list = { action: "s3:ListBucket", on: needs[0]?.on.split("/")[0] ?? "" };
        if (reply.statusCode === 404 && needs[0]?.action === "s3:GetObject" && !may(role, list)) {
          reply.resume();
          return refuse(response, role, list);
        }
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  return { ...(await listen(server)), refused };
}

const may = (role: string, { action, on }: Need): boolean =>
  (rolePolicies[role] ?? []).some((line) => {
    const [granted, ...resources] = line.split(" ");
    return granted === action && resources.some((resource) => covers(resource, on));
  });

/** As in IAM, * represents any characters, "/" included. */
function covers(resource: string, on: string): boolean {
  const pattern = resource.replaceAll(/[.*+?^${}()|[\]\\]/g, (mark) => (mark === "*" ? ".*" : `\\${mark}`));
  return new RegExp(`^${pattern}$`, "s").test(on);
}

/** The role that a process has in its environment (`roleVariable`). */
export function roleOf({ headers, url = "" }: Pick<IncomingMessage, "headers" | "url">): string {
  const [, role] = /\bapp\/(\w+)/.exec(headers["user-agent"] ?? "") ?? [];
  return role ?? (url.includes("X-Amz-Signature=") ? SIGNER : "nobody");
}

/** The actions that AWS requires for a request (S3 User Guide, "Required permissions for Amazon S3 API operations"). */
function needsOf({ method, url = "", headers }: IncomingMessage, buckets: ReadonlyMap<string, string>): Need[] {
  const { pathname, searchParams } = new URL(url, "http://s3");
  const on = placeOf(pathname.slice(1), buckets);
  if (!on.includes("/")) return [{ action: method === "GET" ? "s3:ListBucket" : "s3:Other", on }];
  const read = { action: "s3:GetObject", on };
  const ifMatch = headers["if-match"] === undefined ? [] : [read]; // a condition reveals something about the object
  if (method === "GET" || method === "HEAD") return [read];
  if (method === "DELETE")
    return searchParams.has("uploadId")
      ? [{ action: "s3:AbortMultipartUpload", on }]
      : [{ action: "s3:DeleteObject", on }, ...ifMatch];
  const { "x-amz-copy-source": source } = headers;
  const copied = typeof source === "string" ? [{ action: "s3:GetObject", on: placeOf(source, buckets) }] : [];
  return [{ action: "s3:PutObject", on }, ...ifMatch, ...copied];
}

/** "medhelm-test-results/runs/s/a%3Ab.json" -> "ResultsBucket/runs/s/a:b.json" */
function placeOf(path: string, buckets: ReadonlyMap<string, string>): string {
  const plain = decodeURIComponent(path).replace(/^\//, "");
  const [bucket = ""] = plain.split("/");
  const key = plain.slice(bucket.length + 1);
  const name = buckets.get(bucket) ?? bucket;
  return key === "" ? name : `${name}/${key}`;
}
