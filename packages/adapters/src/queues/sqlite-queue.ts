import type { Clock, Queue, QueueMessage } from "@medhelm/core/ports";
import { z } from "zod";
import { openDatabase, transaction } from "../sqlite/open-database.ts";
import { waiters } from "./poll.ts";
import { systemClock } from "../system-clock.ts";

export interface QueueOptions {
  /** The time for which a received message stays hidden from other receivers. */
  readonly visibilityMs: number;
  /** After this number of deliveries without a delete a message moves to the queue `<name>-dead`. Absent: no limit. */
  readonly maxReceives?: number;
  readonly clock?: Clock;
}

/** The name of the queue that holds the dead letters of the queue `name`. */
export const deadLettersOf = (name: string): string => `${name}-dead`;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, body TEXT NOT NULL, visible_ms INTEGER NOT NULL,
    receive_count INTEGER NOT NULL DEFAULT 0, receipt TEXT);
  CREATE INDEX IF NOT EXISTS messages_receipt ON messages (receipt);
  CREATE INDEX IF NOT EXISTS messages_due ON messages (queue, visible_ms, id)`;

const Row = z.object({ id: z.number(), body: z.string(), receive_count: z.number() });
const Depth = z.object({ visible: z.number(), hidden: z.number() });

/**
 * A queue in a SQLite file for several processes. Queues with different names may share a file. `sqliteQueue(file,
 * deadLettersOf(name), ...)` reads the dead letters. A sent message survives a SIGKILL. Times are wall-clock times, because all
 * processes must agree on them; a clock that is set back by a minute delays redelivery by a minute.
 */
export function sqliteQueue(file: string, name: string, options: QueueOptions): Queue & { close(): void } {
  const { visibilityMs, maxReceives = Number.MAX_SAFE_INTEGER, clock = systemClock } = options;
  const db = openDatabase(file, SCHEMA);
  const insert = db.prepare("INSERT INTO messages (queue, body, visible_ms) VALUES (?, ?, ?)");
  const isDue = db.prepare("SELECT 1 FROM messages WHERE queue = ? AND visible_ms <= ? LIMIT 1");
  const moveToDead = db.prepare("UPDATE messages SET queue = ?, receipt = NULL, receive_count = 0 WHERE id = ?");
  const due = db.prepare(
    "SELECT id, body, receive_count FROM messages WHERE queue = ? AND visible_ms <= ? ORDER BY visible_ms, id LIMIT ?",
  );
  const hide = db.prepare(
    "UPDATE messages SET visible_ms = ?, receipt = ?, receive_count = receive_count + 1 WHERE id = ?",
  );
  // The "+" makes SQLite use the index of receipts. Without it each delete reads the whole queue.
  const remove = db.prepare("DELETE FROM messages WHERE +queue = ? AND receipt = ?");
  const extend = db.prepare("UPDATE messages SET visible_ms = ? WHERE +queue = ? AND receipt = ?");
  const count = db.prepare(
    "SELECT count(*) FILTER (WHERE visible_ms <= ?) AS visible, count(*) FILTER (WHERE visible_ms > ?) AS hidden FROM messages WHERE queue = ?",
  );
  const waiting = waiters(clock);

  const take = (max: number) => {
    const nowMs = clock.nowMs();
    if (isDue.get(name, nowMs) === undefined) return []; // a poll of an empty queue takes no write lock
    return transaction(db, () => {
      for (;;) {
        const rows = due.all(name, nowMs, max).map((row) => Row.parse(row));
        const exhausted = rows.filter((row) => row.receive_count >= maxReceives);
        if (exhausted.length === 0) return rows.map((row) => deliver(row, nowMs));
        for (const row of exhausted) moveToDead.run(deadLettersOf(name), row.id);
      }
    });
  };
  const deliver = (row: z.infer<typeof Row>, nowMs: number): QueueMessage => {
    const receiveCount = row.receive_count + 1;
    const receipt = `${row.id}.${receiveCount}.${clock.randomUuid()}`;
    hide.run(nowMs + visibilityMs, receipt, row.id);
    return { id: String(row.id), body: row.body, receipt, receiveCount };
  };

  return {
    async send(body, { delayMs = 0 } = {}) {
      insert.run(name, body, clock.nowMs() + delayMs);
      waiting.wake();
    },
    receive: ({ max, waitMs, signal }) => waiting.wait(() => take(max), waitMs, signal),
    async delete(receipt) {
      remove.run(name, receipt);
    },
    async extend(receipt, newVisibilityMs) {
      extend.run(clock.nowMs() + newVisibilityMs, name, receipt);
      if (newVisibilityMs <= 0) waiting.wake(); // the receiver returned the message
    },
    async depth() {
      const { visible, hidden } = Depth.parse(count.get(clock.nowMs(), clock.nowMs(), name));
      return { visible, inFlight: hidden };
    },
    close() {
      waiting.close();
      db.close();
    },
  };
}
