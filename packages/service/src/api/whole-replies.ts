/** API Gateway waits at most 30 seconds for the whole reply. */
const LONGEST_MS = 20_000;

/**
 * Adapts an event stream to a gateway without streaming. The reply ends after the first event, or after 20 seconds without an event;
 * the client reconnects with Last-Event-ID, as after any interruption. Other replies pass through.
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
    await reader.cancel(); // the writer of the stream stops
  }
  return text;
}

/** Whether the text has a complete event; a heartbeat is a comment, not an event. */
const hasEvent = (text: string): boolean =>
  text
    .split("\n\n")
    .slice(0, -1)
    .some((block) => /^(?:data|event):/m.test(block));
