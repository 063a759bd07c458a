import { z } from "@hono/zod-openapi";
import { keys } from "@medhelm/core/store/object-keys";
import { storedSha256 } from "@medhelm/core/store/objects";
import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { Sha256 } from "@medhelm/core/submission";
import { uploadHeaders } from "@medhelm/core/store/upload-headers";
import { isUsable } from "../../sweep/expired-inputs.ts";
import type { Api } from "../app.ts";
import type { ApiPorts } from "../ports.ts";
import { Refusal } from "../problem.ts";
import { json, securedRoute } from "../secured-route.ts";

const MAX_INPUT_BYTES = 2 ** 30;
const EXPIRES_IN_S = 15 * 60;

const Reference = z.templateLiteral(["input:", Sha256]);
const Announced = z.object({ name: z.string(), reference: Reference, uploaded: z.boolean() });

const announce = securedRoute({
  method: "post",
  path: "/v1/inputs",
  tags: ["inputs"],
  summary: "Announce a file and get the address for its upload",
  description: "Upload with PUT and exactly these bytes; then write input:<sha256> in the entries of a submission.",
  scope: "submit",
  maxBodyBytes: 64 * 1024,
  named: { sha256: "input" },
  request: {
    body: {
      required: true,
      content: json(
        z.strictObject({
          /** the file's name for people */
          name: z.string().min(1).max(300),
          sha256: Sha256,
          lengthBytes: z.int().min(0),
        }),
      ),
    },
  },
  responses: {
    200: {
      description: "You have already uploaded these bytes; nothing to do.",
      content: json(Announced),
    },
    201: {
      description: "PUT the bytes to upload.url, with upload.headers, before it expires.",
      content: json(
        Announced.extend({
          upload: z.object({
            method: z.literal("PUT"),
            url: z.string(),
            /** headers of the PUT request */
            headers: z.record(z.string(), z.string()),
            expiresAt: z.string(),
          }),
        }),
      ),
    },
  },
});

export function inputs(app: Api, { objects, clock }: ApiPorts): void {
  app.openapi(announce, async (c) => {
    const { name, sha256, lengthBytes } = c.req.valid("json");
    if (lengthBytes > MAX_INPUT_BYTES)
      throw new Refusal("too-large", `${name} has ${lengthBytes} bytes; an input may have at most ${MAX_INPUT_BYTES}.`);
    const reference = `input:${sha256}` as const;
    const key = keys.input(c.get("principal").owner, sha256);
    const stored = await objects.head(key);
    if (stored !== undefined && isUsable(stored) && (await isIntact(objects, stored, { sha256, lengthBytes })))
      return c.json({ name, reference, uploaded: true }, 200);
    const url = await objects.presign(key, { method: "PUT", expiresInS: EXPIRES_IN_S, sha256, lengthBytes });
    const expiresAt = new Date(clock.nowMs() + EXPIRES_IN_S * 1000).toISOString();
    return c.json(
      {
        name,
        reference,
        uploaded: false,
        upload: { method: "PUT" as const, url, headers: uploadHeaders(sha256), expiresAt },
      },
      201,
    );
  });
}

/** A larger file is read by its worker only, which names one with other bytes. */
const MAX_CHECKED_BYTES = 2 ** 26;

/** Whether a stored file is the announced one. A damaged one is uploaded again. */
async function isIntact(
  objects: ObjectStore,
  { key, sizeBytes }: ObjectHead,
  { sha256, lengthBytes }: { readonly sha256: string; readonly lengthBytes: number },
): Promise<boolean> {
  if (sizeBytes !== lengthBytes) return false;
  return sizeBytes > MAX_CHECKED_BYTES || (await storedSha256(objects, key)) === sha256;
}
