import { type Hostile, send } from "./hostile-server.ts";

const refusal = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
/** The headers that carry a key, with their values. */
const keyIn = (head: string): string =>
  /^(?:authorization|x-api-key|x-goog-api-key|x-amz-security-token|x-tenant-key): (.*)$/im.exec(head)?.[1]?.trim() ??
  "";
const redirectTo =
  (location: string): Hostile =>
  (socket) =>
    send(socket, "", 307, { location });
const busy =
  (retryAfter: string): Hostile =>
  (socket) =>
    send(socket, refusal("slow down"), 429, { "retry-after": retryAfter });

/** Servers that refuse, redirect, or repeat what the client must not show. */
export const REFUSING_SERVERS = {
  "redirects to itself": (socket, { path }) => send(socket, "", 307, { location: path }),
  "redirects to another host": redirectTo("https://elsewhere.example/v1?token=sk-hostile-key"),
  "redirects to a file": redirectTo("file:///etc/passwd"),
  "redirects to the metadata of the cloud": redirectTo("http://169.254.169.254/latest/meta-data/iam"),
  "redirects nowhere": (socket) => send(socket, "", 302),
  "asks to wait an hour": busy("3600"),
  "asks to wait for a word": busy("soon"),
  "asks to wait a negative time": busy("-5"),
  "asks to wait until the year 2099": busy("Mon, 22 Nov 2099 00:00:00 GMT"),
  "asks to wait an endless time": busy("9".repeat(400)),
  "asks to wait a number with an exponent": busy("1e3"),
  "asks to wait a moment": busy("0"),
  "asks to wait until a date in the past": busy("Sun Nov  6 08:49:37 1994"),
  "says 503 with a page": (socket) =>
    send(socket, "<html><title>503</title>Down for maintenance</html>", 503, { "content-type": "text/html" }),
  "says 401 with the key": (socket, { head }) => send(socket, refusal(`Incorrect API key: ${keyIn(head)}`), 401),
  "says 400 with the key as its code": (socket, { head }) =>
    send(socket, refusal("no", { code: keyIn(head).replace(/^Bearer /, "") }), 400),
  "says 500 with every header": (socket, { head }) => send(socket, refusal(head), 500),
  "says 400 with escape sequences": (socket) =>
    send(socket, refusal("\u001b]0;owned\u0007\u001b[2Jall is well\u0008\u009b2J"), 400),
  "says 400 with a message of 1 MB": (socket) => send(socket, refusal("no ".repeat(350_000)), 400),
  "says 400 with a message that is no text": (socket) =>
    send(socket, JSON.stringify({ error: { message: { a: [1] }, code: {}, type: 7, details: "x" } }), 400),
  "says 999": (socket) => send(socket, refusal("no"), 999),
} satisfies Record<string, Hostile>;
