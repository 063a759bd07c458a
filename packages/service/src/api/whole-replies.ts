/** API Gateway waits for the whole reply, 30 seconds at most. */
const LONGEST_MS = 20_000;

/**
 * An event stream for a gateway that knows no streams: the reply ends behind the first event, or without one after 20 seconds, and
 * the client goes on with Last-Event-ID, as it does after any cut. Other replies pass through.
 */
export async function wholeReply(response: Response, longestMs: number = LONGEST_MS): Promise<Response> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream || response.body === null) return response;
  const text = await firstEvent(response.body, longestMs);
  const headers = new Headers(response.headers);
  for (const name of ["transfer-encoding", "connection", "content-length"]) headers.delete(name);
  return new Response(text, { status: response.status, headers });
}

async function firstEvent(body: ReadableStream<Uint8Array>, longestMs: number): Promise<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const over = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => over.resolve(undefined), longestMs);
  let text = "";
  try {
    while (!hasEvent(text)) {
      const read = await Promise.race([reader.read(), over.promise]);
      if (read === undefined || read.done) break;
      text += read.value;
    }
  } finally {
    clearTimeout(timer);
    await reader.cancel(); // whoever writes stops
  }
  return text;
}

/** A whole one; a heartbeat is a remark and no event. */
const hasEvent = (text: string): boolean =>
  text
    .split("\n\n")
    .slice(0, -1)
    .some((block) => /^(?:data|event):/m.test(block));
