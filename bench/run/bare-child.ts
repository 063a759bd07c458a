/** Sends the requests of a benchmark with undici and nothing else: `node bare-child.ts BASE_URL REQUESTS CONCURRENCY QUESTIONS.csv`. */
import { readFileSync } from "node:fs";
import { Agent, request } from "undici";
import { z } from "zod";
import { promptOf } from "./questions.ts";

const [url = "", count = "", concurrency = "", file = ""] = process.argv.slice(2);
const prompts = readFileSync(file, "utf8").trimEnd().split("\n").slice(1).map(promptOf);
const lanes = Number(concurrency);
const dispatcher = new Agent({ connections: lanes, pipelining: 1 });
const Reply = z.object({ choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]) });

let sent = 0;
let characters = 0;
async function lane(): Promise<void> {
  while (sent < Number(count)) {
    const body = JSON.stringify({
      model: "stub-1",
      messages: [{ role: "user", content: prompts[sent++ % prompts.length] }],
      temperature: 0,
      max_tokens: 16,
    });
    const headers = { "content-type": "application/json" };
    const response = await request(`${url}/chat/completions`, { method: "POST", headers, body, dispatcher });
    const reply: unknown = JSON.parse(await response.body.text());
    characters += sent === 1 ? Reply.parse(reply).choices[0].message.content.length : 1;
  }
}
const startMs = performance.now();
await Promise.all(Array.from({ length: lanes }, lane));
const seconds = (performance.now() - startMs) / 1000;
if (characters !== sent) throw new Error(`${characters} letters in ${sent} replies`);
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ rate: sent / seconds, cpuMs: (user + system) / 1000 / sent }));
process.exit(0);
