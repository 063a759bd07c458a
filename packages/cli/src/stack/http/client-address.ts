import { z } from "zod";

/** The value that @hono/node-server passes with each request. */
const Given = z.object({
  incoming: z.object({
    headers: z.object({ "x-forwarded-for": z.string().optional() }),
    socket: z.object({ remoteAddress: z.string().optional() }),
  }),
});

/**
 * The address of the client, by which failed credentials are counted. A proxy appends the address that it saw to X-Forwarded-For, so
 * only the last one is not the client's own claim.
 */
export function clientAddress(
  given: unknown,
  { isBehindProxy }: { readonly isBehindProxy: boolean },
): string | undefined {
  const incoming = Given.safeParse(given).data?.incoming;
  const forwarded = isBehindProxy ? incoming?.headers["x-forwarded-for"]?.split(",").at(-1)?.trim() : undefined;
  return forwarded ?? incoming?.socket.remoteAddress;
}
