import { isIP } from "node:net";
import { z } from "zod";
import { flag, option } from "../../terminal/option.ts";
import { positiveInt } from "../../terminal/option-values.ts";

const LOCAL: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A name or an IP address. A URL takes other names, too: "https://*.example". */
const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.(?!$)|\.?$))+$|^\[[0-9a-f:.]+\]$/;

/** A URL without a path. Only a proxy on this machine may do without TLS. */
const publicUrl = z
  .string()
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && url.href === `${url.origin}/` && HOST_NAME.test(url.hostname) && isProtected(url);
  }, "use an address without a path, such as https://medhelm.hospital.example; keys need https")
  .transform((text) => new URL(text).origin);

/** A name with a port or without one. */
function isHost(text: string): boolean {
  const url = URL.parse(`https://${text}`);
  return url !== null && url.href === `${url.origin}/` && HOST_NAME.test(url.hostname);
}

const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === "https:" || (protocol === "http:" && LOCAL.has(hostname));

/** The options of a stack for a department. */
export const serverOptions = {
  host: option(
    "address",
    "IP address of this machine to listen on; another than 127.0.0.1 needs --public-url",
    z
      .string()
      .refine((text) => isIP(text) !== 0, "use an IP address such as 127.0.0.1 or 0.0.0.0")
      .default("127.0.0.1"),
  ),
  publicUrl: option(
    "url",
    "address of the TLS proxy before the stack, which users open (docs/hospital.md)",
    publicUrl.optional(),
  ),
  allowedHosts: option(
    "names",
    "further names under which the proxy passes requests on, with spaces between them",
    z.array(z.string().refine(isHost, "use the name of a host, such as medhelm.intern:8443")).default([]),
  ),
};

const sharedBucket = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/, "the address of a bucket: s3://BUCKET")
  .transform((address) => address.slice("s3://".length).replace(/\/$/, ""));

/** --store of medhelm up. Its value is the bucket's name. */
export const storeOfStack = option(
  "bucket",
  "s3://BUCKET that has all objects in place of the folder, so that medhelm worker on other machines does the runs",
  sharedBucket.optional(),
);

export const poolsOfStack = flag(
  "ask each model in one pool for the submissions of all owners, instead of in jobs for each submission",
);

const ownerWeight = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]*=(?!0+(?:\.0*)?$)\d+(?:\.\d+)?$/,
    "an owner and a number above 0, such as radiology=3",
  )
  .transform((text) => {
    const [owner = "", weight] = text.split("=");
    return { owner, weight: Number(weight) };
  });

export const poolWeightsOfStack = option(
  "weights",
  "with --pools: the shares of owners whose requests wait, relative to each other, such as radiology=3,ann=1; others have 1",
  z.array(ownerWeight).default([]),
);

export const poolWorkersOfStack = option(
  "n",
  "with --pools: maximum number of workers of one pool; a further one, with connections of its own, starts for each 500 waiting requests (default: 1)",
  positiveInt.optional(),
);

/** --store of medhelm worker. */
export const storeOfWorker = option("bucket", "s3://BUCKET of medhelm up --store", sharedBucket);
