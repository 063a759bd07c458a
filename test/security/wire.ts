// A program (node wire.ts FILE) for a network namespace in which every address is this machine's. It answers each name with an address of its own,
// accepts each connection, and writes a line for both. The lines show what would leave a machine that has a network.
import { createSocket } from "node:dgram";
import { appendFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";

const file = process.argv[2] ?? "";
const QUESTION = 12;
const ANSWER = Buffer.from([0xc0, QUESTION, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 10, 66, 66, 66]);

const names = createSocket("udp4");
names.on("message", (query, { port, address }) => {
  let name = "";
  let at = QUESTION;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    name += `${query.toString("latin1", at + 1, at + 1 + length)}.`;
    at += length + 1;
  }
  appendFileSync(file, `name ${name}\n`);
  const head = Buffer.from(query.subarray(0, QUESTION));
  head.writeUInt16BE(0x8180, 2);
  const isAddress = query.readUInt16BE(at + 1) === 1;
  head.writeUInt16BE(isAddress ? 1 : 0, 6);
  head.writeUInt32BE(0, 8);
  names.send(
    Buffer.concat([head, query.subarray(QUESTION, at + 5), isAddress ? ANSWER : Buffer.alloc(0)]),
    port,
    address,
  );
});
names.bind(53, "10.99.0.1");
for (const port of [80, 443])
  createServer((socket) => {
    appendFileSync(file, `connection to ${socket.localAddress}:${port}\n`);
    socket.destroy();
  }).listen(port, "0.0.0.0");
writeFileSync(file, "");
