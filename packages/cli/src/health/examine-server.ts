import { httpDateMs } from "@medhelm/adapters/http-date";
import { tlsFault } from "@medhelm/adapters/models/tls-fault";
import type { Finding } from "./examine.ts";
import { shellWord } from "../terminal/shell-word.ts";

const TIMEOUT_MS = 5000;
/** Seconds after which doctor warns of a wrong clock, and after which AWS refuses signatures. */
const SKEW_S = { warning: 60, blocked: 300 };

/** Whether a server answers at all, and whether its clock agrees with this machine's. It sends no key and no text. */
export async function examineServer(
  { baseUrl, of, isNeeded }: { readonly baseUrl: string; readonly of: string; readonly isNeeded: boolean },
  nowMs: () => number = Date.now,
): Promise<readonly Finding[]> {
  const check = `server of ${of}`;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(`${new URL(baseUrl).origin}/`, { redirect: "manual", signal });
    await response.body?.cancel();
    const ok: Finding = { check, state: "ok", detail: `${baseUrl} answers` };
    return [ok, ...clockFindings(response.headers.get("date"), nowMs(), baseUrl)];
  } catch (error) {
    const state = isNeeded ? "blocked" : "warning";
    const fault = tlsFault(error);
    if (fault !== undefined) {
      const cure = `curl -vI ${shellWord(baseUrl)}, which shows the certificate`;
      return [{ check, state, detail: `${baseUrl}: ${fault}`, cure }];
    }
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    const cure = `curl -I ${shellWord(baseUrl)}, then start the server, or correct the address, proxy or firewall`;
    return [{ check, state, detail: `${baseUrl} does not answer (${why})`, cure }];
  }
}

/** Compares the Date header of a server, which has whole seconds, with this machine's clock. */
export function clockFindings(date: string | null, nowMs: number, baseUrl: string): Finding[] {
  const serverMs = httpDateMs(date ?? "", nowMs);
  if (serverMs === undefined) return [];
  const aheadS = Math.round((nowMs - serverMs) / 1000);
  const differs = Math.abs(aheadS);
  if (differs <= SKEW_S.warning)
    return [{ check: "clock", state: "ok", detail: `agrees with ${new URL(baseUrl).host}` }];
  const detail = `this clock is ${differs} s ${aheadS > 0 ? "ahead of" : "behind"} that of ${new URL(baseUrl).host}`;
  const state = differs > SKEW_S.blocked ? "blocked" : "warning";
  return [{ check: "clock", state, detail, cure: "sudo timedatectl set-ntp true" }];
}

/** The clock of a machine for which no server has a time. */
export const uncomparedClock = (now: Date): Finding => ({
  check: "clock",
  state: "unknown",
  detail: `${now.toISOString().slice(0, 16)} UTC; no server compares it`,
  cure: "medhelm doctor --endpoint URL, which compares it with that server's",
});
