import { createHash } from "node:crypto";
import { verifyPresigned } from "@medhelm/adapters/objects/presigned-url";
import type { Clock, ObjectStore } from "@medhelm/core/ports";
import { PROBLEM_TYPE, problemOf } from "@medhelm/service/api/problem";
import { type ProblemKind, Refusal } from "@medhelm/service/api/refusal";

/**
 * Accepts a PUT to an address that the folder store signed, as S3 does. The address is the credential, and the bytes must have the
 * announced length and sha256. The bytes go to the store as they arrive, so that memory does not grow with the upload.
 */
export function acceptUpload(objects: ObjectStore, secret: string, clock: Clock) {
  return async (request: Request): Promise<Response> => {
    const signed = verifyPresigned(request.url, secret, clock.nowMs());
    if (signed.outcome === "refused") return refusal(request, "forbidden", signed.reason);
    if (signed.method !== "PUT") return refusal(request, "forbidden", "the address is for reading");
    const announced = Number(request.headers.get("content-length") ?? signed.lengthBytes);
    if (signed.lengthBytes !== undefined && announced !== signed.lengthBytes)
      return refusal(request, "validation", `${signed.lengthBytes} bytes were announced, ${announced} are sent`);
    try {
      await objects.put(signed.key, checked(request.body ?? [], signed));
    } catch (error) {
      if (error instanceof OtherBytes) return refusal(request, error.kind, error.message);
      throw error;
    }
    return new Response(null, { status: 200 });
  };
}

/** The upload is not what was announced. The store discards what it has received. */
class OtherBytes extends Error {
  readonly kind: ProblemKind;
  constructor(message: string, kind: ProblemKind = "validation") {
    super(message);
    this.kind = kind;
  }
}

/** The chunks of a body, while the connection lasts. */
async function* arriving(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    throw new OtherBytes("the connection ended before all bytes had arrived", "bad-request");
  }
}

async function* checked(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { lengthBytes, sha256 }: { readonly lengthBytes?: number; readonly sha256?: string },
): AsyncGenerator<Uint8Array, undefined> {
  const hash = createHash("sha256");
  let length = 0;
  for await (const chunk of arriving(body)) {
    length += chunk.length;
    if (lengthBytes !== undefined && length > lengthBytes)
      throw new OtherBytes(`${lengthBytes} bytes were announced, and more came`);
    hash.update(chunk);
    yield chunk;
  }
  if (lengthBytes !== undefined && length !== lengthBytes)
    throw new OtherBytes(`${lengthBytes} bytes were announced, ${length} came`);
  if (sha256 !== undefined && hash.digest("hex") !== sha256)
    throw new OtherBytes("the bytes do not have the announced sha256");
}

/** The answer of the API to this refusal. */
function refusal(request: Request, kind: ProblemKind, detail: string): Response {
  const problem = problemOf(new Refusal(kind, detail), new URL(request.url).pathname);
  return Response.json(problem, { status: problem.status, headers: { "content-type": PROBLEM_TYPE } });
}
