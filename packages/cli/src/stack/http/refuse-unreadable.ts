import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { errorCode } from "@medhelm/core/error-code";
import { PROBLEM_TYPE, type Problem } from "@medhelm/service/api/problem";
import type { MessageFault, RefuseMessage } from "@medhelm/service/api/guards/refuse-message";
import { clientAddress } from "./client-address.ts";

export interface RefusalPorts {
  readonly refuse: RefuseMessage;
  readonly isBehindProxy: boolean;
}

/** By the code of Node's error. Any other one says that the message breaks the rules of HTTP. */
const FAULTS: Readonly<Record<string, MessageFault>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "too-slow",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "too-large",
  HPE_HEADER_OVERFLOW: "headers-too-large",
};

/** Answers the messages that Node refuses itself, with no body and no listener of the application. */
export function refuseUnreadable(server: Server, ports: RefusalPorts): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();
  server.prependListener("request", ({ socket }, response) => void latest.set(socket, response));
  server.on("clientError", (error, socket) => {
    const last = latest.get(socket);
    const isInAnswer = last?.headersSent === true && !last.writableFinished;
    if (errorCode(error) === "ECONNRESET" || !socket.writable || isInAnswer) socket.destroy(error);
    else if (!refused.has(socket)) {
      refused.add(socket); // the parser may report each further piece
      const fault = FAULTS[errorCode(error) ?? ""] ?? "bad-request";
      void answer(socket, ports.refuse({ fault, address: addressOf(socket, {}, ports) }));
    }
  });
  server.on("connect", (incoming, socket) => {
    void answer(socket, refuseRequest("method-not-allowed", incoming, ports));
  });
  server.on("checkExpectation", (incoming: IncomingMessage, response: ServerResponse) => {
    void respond(response, refuseRequest("expectation-failed", incoming, ports));
  });
}

const answer = async (socket: Duplex, problem: Promise<Problem>): Promise<void> => end(socket, await problem);

async function respond(response: ServerResponse, refused: Promise<Problem>): Promise<void> {
  const problem = await refused;
  const { body, headers } = written(problem);
  response.writeHead(problem.status, headers).end(body);
}

/** Refuses a request whose first line and headers Node could read. */
export function refuseRequest(fault: MessageFault, incoming: IncomingMessage, ports: RefusalPorts): Promise<Problem> {
  const { method, url, socket, headers } = incoming;
  return ports.refuse({ fault, method, path: url?.split("?")[0], address: addressOf(socket, headers, ports) });
}

const addressOf = (socket: Duplex, headers: IncomingMessage["headers"], { isBehindProxy }: RefusalPorts) =>
  socket instanceof Socket ? clientAddress({ incoming: { headers, socket } }, { isBehindProxy }) : undefined;

/** The body and the headers of a refusal, after which the connection ends. */
export function written(problem: Problem): { readonly body: string; readonly headers: Record<string, string> } {
  const body = JSON.stringify(problem);
  const headers = {
    "Content-Type": PROBLEM_TYPE,
    "Content-Length": String(Buffer.byteLength(body)),
    "X-Content-Type-Options": "nosniff",
    Connection: "close",
  };
  return { body, headers };
}

function end(socket: Duplex, problem: Problem): void {
  const { body, headers } = written(problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const first = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}\r\n`;
  socket.end(`${first}${lines.join("")}\r\n${body}`, () => socket.destroy());
}
