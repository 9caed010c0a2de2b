import type { DatabaseSync } from "node:sqlite";
import type { FrontierPolicy } from "../../domain/frontier/frontier-policy.ts";
import { drawKey } from "../../domain/frontier/link-order.ts";

/** Names of the tables that number texts, with the column of the text. */
const NUMBERED = [
  { table: "word", text: "text", columns: "text" },
  { table: "grp", text: "name", columns: "name, weight" },
  { table: "server", text: "name", columns: "name, address, next_at, slowed_ms, leased, call" },
] as const;

/**
 * Adds a shard's part of a crawl to the database of another one: its hosts, links and records, behind
 * those that are there. The database of the shard, of the same version, is in a file. What only a
 * planner needs is left out: its log, the batches in flight, and the links whose harvesters died.
 */
export function mergeShard(
  database: DatabaseSync,
  file: string,
  { selection, seed }: Pick<FrontierPolicy, "selection" | "seed">,
): void {
  // Where links are drawn in the order of their admission, the key is their number.
  database.function("draw_key", (url, priority, sequence) =>
    drawKey(selection, seed, {
      url: String(url),
      priority: Number(priority),
      sequence: Number(sequence),
    }),
  );
  database.prepare("ATTACH DATABASE ? AS shard").run(file);
  try {
    database.exec("BEGIN IMMEDIATE");
    try {
      copyTables(database);
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  } finally {
    database.exec("DETACH DATABASE shard");
  }
}

function copyTables(database: DatabaseSync): void {
  const [hosts, links, records] = [
    lastOf(database, "host", "id"),
    lastOf(database, "link", "id"),
    lastOf(database, "record", "sequence"),
  ];
  for (const { table, text, columns } of NUMBERED) {
    database.exec(
      `INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM shard.${table}`,
    );
    database.exec(`CREATE TEMP TABLE ${table}_of AS SELECT own.id AS old, main.${table}.id AS new
      FROM shard.${table} AS own JOIN main.${table} ON main.${table}.${text} = own.${text}`);
    database.exec(`CREATE UNIQUE INDEX temp.${table}_old ON ${table}_of (old)`);
  }
  // A server that was added just now names its address by the number in the shard.
  database.exec(`UPDATE main.server AS kept SET address = (
      SELECT new FROM server_of JOIN shard.server AS own ON old = own.address WHERE own.name = kept.name
    ) WHERE name IN (SELECT name FROM shard.server WHERE address <> 0)`);
  database.exec(`INSERT INTO main.host SELECT id + ${hosts}, name, is_admitted, availability, leased,
      next_allowed_at, delay_ms, base_delay_ms, crawl_delay_ms, consecutive_failures, not_before,
      ${numbered("server", "server")}, ${numbered("server", "parked_at")}, park_value FROM shard.host`);
  database.exec(`INSERT INTO main.link SELECT id + ${links}, host + ${hosts}, url_hash, state,
      ${numbered("grp", "grp")}, priority,
      CASE WHEN key IS NULL THEN NULL ELSE draw_key(url, priority, id + ${links}) END, depth, redirects, attempts, leases, not_before,
      ${numbered("word", "reason")}, ${numbered("word", "model")}, parent + ${links}, url, parent_url,
      why, snippet FROM shard.link`);
  database.exec(`INSERT INTO main.host_queue SELECT host + ${hosts}, ${numbered("grp", "grp")},
      head + ${links}, (SELECT key FROM main.link WHERE id = head + ${links}), is_ready
      FROM shard.host_queue`);
  database.exec(`INSERT INTO main.queue_floor SELECT host + ${hosts}, ${numbered("grp", "grp")}, floor
      FROM shard.queue_floor`);
  database.exec(`INSERT OR IGNORE INTO main.domain SELECT name, ${numbered("server", "server")}
      FROM shard.domain`);
  database.exec(`INSERT INTO main.quota SELECT key, used FROM shard.quota WHERE true
      ON CONFLICT DO UPDATE SET used = used + excluded.used`);
  database.exec(`INSERT INTO main.record SELECT sequence + ${records}, url, state, reason, is_target,
      body_bytes, json FROM shard.record`);
  for (const { table } of NUMBERED) database.exec(`DROP TABLE temp.${table}_of`);
}

/** Returns SQL of the number in the merged database for one of a shard's; 0 and NULL stay. */
function numbered(table: string, column: string): string {
  return `coalesce((SELECT new FROM ${table}_of WHERE old = ${column}), ${column})`;
}

function lastOf(database: DatabaseSync, table: string, column: string): number {
  const [row] = database.prepare(`SELECT max(${column}) AS last FROM main.${table}`).all();
  return Number(row?.["last"] ?? 0);
}

/** Gives the records of merged shards new numbers, in the order of their completion. */
export function orderRecords(database: DatabaseSync): void {
  database.exec(`CREATE TEMP TABLE place AS SELECT sequence AS old, row_number() OVER (
      ORDER BY json_extract(json, '$.fetchedAt') + json_extract(json, '$.fetchMs'), sequence
    ) AS new FROM record`);
  database.exec("CREATE UNIQUE INDEX temp.place_old ON place (old)");
  // Twice, as no two records may have the same number meanwhile.
  database.exec("UPDATE record SET sequence = -(SELECT new FROM place WHERE old = sequence)");
  database.exec("UPDATE record SET sequence = -sequence");
  database.exec("DROP TABLE temp.place");
}
