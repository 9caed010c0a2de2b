import type { DatabaseSync, StatementSync } from "node:sqlite";
import { LINK, prepareFind, SUMMARY } from "./link-row.ts";

/** Columns of a `QueuedPlace`: without texts, which are most of a row. */
const PLACE = "id, host, grp, state, priority, depth, model";

/** Lets the rows of a statement be arrays, which are cheaper than objects. */
function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

/** Prepares the statements on the rows of links. */
export function prepareLinkStatements(
  database: DatabaseSync,
): Record<StatementName, StatementSync> {
  return {
    find: prepareFind(database),
    admit: database.prepare(
      `INSERT INTO link (id, host, url_hash, state, grp, priority, key, depth, redirects, model, url,
       parent, parent_url, why, snippet, attempts, leases) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
    ),
    filter: database.prepare(
      "INSERT INTO link (id, host, url_hash, state, reason, url) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    unfilter: database.prepare("DELETE FROM link WHERE id = ? RETURNING reason"),
    read: database.prepare(`SELECT ${LINK} WHERE link.id = ?`),
    move: database.prepare(
      `UPDATE link SET state = ?, reason = ?, not_before = ?, attempts = attempts + ?,
       leases = leases + ? WHERE id = ?`,
    ),
    score: database.prepare(
      `UPDATE link SET why = coalesce(?, why), model = coalesce(?, model),
       snippet = coalesce(?, snippet), priority = ?, key = ?, grp = ? WHERE id = ?`,
    ),
    say: database.prepare(
      "UPDATE link SET why = ?, model = ?, snippet = coalesce(?, snippet) WHERE id = ?",
    ),
    reroute: database.prepare(
      "UPDATE link SET depth = ?, redirects = ?, parent = ?, parent_url = ? WHERE id = ?",
    ),
    waiting: database.prepare(
      `SELECT ${SUMMARY}, model FROM link WHERE id > ? AND state < 3 ORDER BY id LIMIT ?`,
    ),
    waitingAt: database.prepare(`SELECT ${SUMMARY}, model FROM link WHERE id = ? AND state < 3`),
    places: arrays(
      database.prepare(`SELECT ${PLACE} FROM link WHERE id > ? AND state < 3 ORDER BY id LIMIT ?`),
    ),
    placesIn: arrays(
      database.prepare(
        `SELECT ${PLACE} FROM link INDEXED BY link_queued WHERE host = ? AND grp = ? AND state = 0`,
      ),
    ),
    leased: database.prepare(
      `SELECT ${SUMMARY}, leases, not_before FROM link WHERE state = 3 ORDER BY id`,
    ),
    due: database.prepare(
      `SELECT ${SUMMARY} FROM link WHERE state = 1 AND not_before <= ? ORDER BY not_before, id`,
    ),
    nextDue: database.prepare(
      "SELECT not_before FROM link WHERE state = 1 ORDER BY not_before LIMIT 1",
    ),
    lastSequence: database.prepare("SELECT max(id) AS id FROM link"),
  };
}

type StatementName =
  | "find"
  | "admit"
  | "filter"
  | "unfilter"
  | "read"
  | "move"
  | "score"
  | "say"
  | "reroute"
  | "waiting"
  | "waitingAt"
  | "places"
  | "placesIn"
  | "leased"
  | "due"
  | "nextDue"
  | "lastSequence";
