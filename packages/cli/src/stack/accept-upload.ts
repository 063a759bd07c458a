import { verifyPresigned } from "@medhelm/adapters/objects/presigned-url";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { Clock, ObjectStore } from "@medhelm/core/ports";

/**
 * Accepts a PUT to an address that the folder store signed, as S3 does. The address is the credential, and the bytes must have the
 * announced length and sha256.
 */
export function acceptUpload(objects: ObjectStore, secret: string, clock: Clock) {
  return async (request: Request): Promise<Response> => {
    const signed = verifyPresigned(request.url, secret, clock.nowMs());
    if (signed.outcome === "refused") return refusal(403, signed.reason);
    if (signed.method !== "PUT") return refusal(403, "the address is for reading");
    const announced = Number(request.headers.get("content-length") ?? signed.lengthBytes);
    if (signed.lengthBytes !== undefined && announced !== signed.lengthBytes)
      return refusal(400, `${signed.lengthBytes} bytes were announced, ${announced} are sent`);
    const body = new Uint8Array(await request.arrayBuffer());
    if (signed.lengthBytes !== undefined && body.length !== signed.lengthBytes)
      return refusal(400, `${signed.lengthBytes} bytes were announced, ${body.length} came`);
    if (signed.sha256 !== undefined && sha256Hex(body) !== signed.sha256)
      return refusal(400, "the bytes do not have the announced sha256");
    await objects.put(signed.key, body);
    return new Response(null, { status: 200 });
  };
}

function refusal(status: number, detail: string): Response {
  return Response.json(
    { type: "about:blank", title: "The upload is refused", status, detail },
    { status, headers: { "content-type": "application/problem+json" } },
  );
}
