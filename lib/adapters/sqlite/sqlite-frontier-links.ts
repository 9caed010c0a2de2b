import type { DatabaseSync, StatementSync } from "node:sqlite";
import type {
  Census,
  LeasedLink,
  LinkTable,
  Move,
  NewRow,
  Scoring,
  Standing,
  StoredLink,
} from "../../domain/frontier/frontier-tables.ts";
import type { FrontierLink, KnownLink, OfferedLink } from "../../domain/frontier/link.ts";
import type { Host, Url } from "../../domain/url/url.ts";
import { PLACES, placeCode, placeOf } from "./sqlite-frontier-codes.ts";
import { readCensus } from "./sqlite-frontier-count.ts";
import type { SqliteFrontierHosts } from "./sqlite-frontier-hosts.ts";
import type { SqliteFrontierOrders } from "./sqlite-frontier-orders.ts";
import { readKnownLink } from "./sqlite-known-link.ts";
import { asHost, asUrl, type Row, STORED, urlHash } from "./sqlite-link-columns.ts";
import type { SqliteWords } from "./sqlite-words.ts";
import { StandingCache } from "./standing-cache.ts";

/** Links read at a time when all that wait are visited: some hundred KiB. */
const BATCH = 1_000;

/** What is shared by the tables of one frontier. */
export interface SqliteNeighbours {
  readonly hosts: SqliteFrontierHosts;
  readonly orders: SqliteFrontierOrders;
  readonly words: SqliteWords;
}

/** Rows of links. A URL is found by its host and hash: links of one page lie together in that index. */
export class SqliteFrontierLinks implements LinkTable {
  readonly #database: DatabaseSync;
  readonly #near: SqliteNeighbours;
  readonly #statements: ReturnType<typeof prepareAll>;
  readonly #recent = new StandingCache();
  /** The last parent looked up: links come by the page. */
  #parent: { readonly url: Url; readonly sequence: number | undefined } | undefined;

  constructor(database: DatabaseSync, near: SqliteNeighbours) {
    this.#database = database;
    this.#near = near;
    this.#statements = prepareAll(database);
  }

  find(url: Url, host: Host): Standing | undefined {
    const recent = this.#recent.get(url);
    if (recent !== undefined) return recent;
    const hostId = this.#near.hosts.find(host);
    if (hostId === undefined) return undefined;
    const row = this.#statements.find.get(hostId, urlHash(url), url);
    if (row === undefined) return undefined;
    const standing = this.#standing(row);
    this.#recent.set(url, standing);
    return standing;
  }

  admit(link: OfferedLink, { sequence, place, key }: NewRow): void {
    const hostId = this.#near.hosts.admit(link.host);
    const groupId = this.#near.orders.idOf(link.group);
    this.#statements.admit.run(
      sequence,
      hostId,
      urlHash(link.url),
      placeCode(place),
      groupId,
      link.priority,
      key,
      link.depth,
      link.redirects,
      this.#near.words.idOf(link.model),
      link.url,
      ...this.#parentColumns(link.parent),
      link.why,
      snippetColumn(link.snippet),
    );
    if (place === "lane") this.#near.orders.changed(hostId, groupId);
  }

  bar(link: OfferedLink, sequence: number): void {
    const hostId = this.#near.hosts.idOf(link.host);
    const reason = this.#near.words.idOf(link.refusedBy ?? "");
    this.#statements.bar.run(
      sequence,
      hostId,
      urlHash(link.url),
      placeCode("barred"),
      reason,
      link.url,
    );
  }

  unbar(sequence: number): string {
    this.#recent.drop(sequence);
    const row = this.#statements.unbar.get(sequence);
    return this.#near.words.textOf(Number(row?.["reason"]));
  }

  read(sequence: number): StoredLink {
    const row = this.#statements.read.get(sequence);
    if (row === undefined) throw new RangeError(`No link has the sequence ${sequence}.`);
    return this.#stored(row);
  }

  know(url: Url): KnownLink | undefined {
    return readKnownLink(this.#database, url);
  }

  move(standing: Standing, move: Move): void {
    this.#recent.drop(standing.sequence);
    const reason = move.reason === undefined ? null : this.#near.words.idOf(move.reason);
    this.#statements.move.run(
      placeCode(move.place),
      reason,
      move.notBefore ?? null,
      move.addAttempts ?? 0,
      move.addLeases ?? 0,
      standing.sequence,
    );
    if (move.place === "lane" || standing.place === "lane") this.#changed(standing, standing.group);
  }

  score(standing: Standing, { priority, key, group, said }: Scoring): void {
    this.#recent.drop(standing.sequence);
    const groupId = this.#near.orders.idOf(group);
    this.#statements.score.run(priority, key, groupId, standing.sequence);
    if (said !== undefined) {
      const model = this.#near.words.idOf(said.model);
      this.#statements.say.run(said.why, model, snippetColumn(said.snippet), standing.sequence);
    }
    if (standing.place !== "lane") return;
    this.#changed(standing, standing.group);
    this.#changed(standing, group);
  }

  reroute(sequence: number, way: Pick<OfferedLink, "depth" | "redirects" | "parent">): void {
    this.#recent.drop(sequence);
    const parent = this.#parentColumns(way.parent);
    this.#statements.reroute.run(way.depth, way.redirects, ...parent, sequence);
  }

  *waiting(): Iterable<readonly StoredLink[]> {
    let after = 0;
    for (;;) {
      const rows = this.#statements.waiting.all(after, BATCH);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = Number(last["id"]);
      yield rows.map((row) => this.#stored(row));
    }
  }

  leased(): readonly LeasedLink[] {
    return this.#statements.leased.all().map((row) => ({
      standing: this.#standing(row),
      leases: Number(row["leases"]),
      expiresAt: Number(row["not_before"]),
    }));
  }

  rested(now: number): readonly Standing[] {
    return this.#statements.rested.all(now).map((row) => this.#standing(row));
  }

  nextRested(): number | undefined {
    const row = this.#statements.nextRested.get();
    return row && Number(row["not_before"]);
  }

  lastSequence(): number {
    return Number(this.#statements.lastSequence.get()?.["id"] ?? 0);
  }

  census(): Iterable<Census> {
    return readCensus(this.#database);
  }

  #changed(standing: Standing, group: string): void {
    this.#near.orders.changed(standing.hostId, this.#near.orders.idOf(group));
  }

  /** The parent's sequence or, where it is no link, its URL. */
  #parentColumns(url: Url | undefined): readonly [number | null, Url | null] {
    if (url === undefined) return [null, null];
    if (this.#parent?.url !== url) {
      const row = this.#statements.findAnywhere.get(new URL(url).host, urlHash(url), url);
      this.#parent = { url, sequence: row && Number(row["id"]) };
    }
    const { sequence } = this.#parent;
    return sequence === undefined ? [null, url] : [sequence, null];
  }

  #standing(row: Row): Standing {
    return {
      sequence: Number(row["id"]),
      hostId: Number(row["host"]),
      // A barred link has no group: it never stood in an order.
      group: row["grp"] === null ? "" : this.#near.orders.nameOf(Number(row["grp"])),
      place: placeOf(Number(row["place"])),
      priority: Number(row["priority"]),
      depth: Number(row["depth"]),
    };
  }

  #stored(row: Row): StoredLink {
    const standing = this.#standing(row);
    const { sequence, group, priority, depth } = standing;
    const link: FrontierLink = {
      url: asUrl(row["url"]),
      host: asHost(row["host_name"]),
      parent: row["parent_text"] === null ? undefined : asUrl(row["parent_text"]),
      snippet: row["snippet"] === null ? undefined : JSON.parse(String(row["snippet"])),
      why: String(row["why"]),
      model: this.#near.words.textOf(Number(row["model"])),
      redirects: Number(row["redirects"]),
      attempts: Number(row["attempts"]),
      sequence,
      group,
      priority,
      depth,
    };
    return { standing, link, leases: Number(row["leases"]) };
  }
}

function snippetColumn(snippet: FrontierLink["snippet"]): string | null {
  return snippet === undefined ? null : JSON.stringify(snippet);
}

function prepareAll(database: DatabaseSync): Record<StatementName, StatementSync> {
  const standing = "SELECT id, host, grp, place, priority, depth FROM link";
  return {
    find: database.prepare(
      `${standing} INDEXED BY link_url WHERE host = ? AND url_hash = ? AND url = ?`,
    ),
    findAnywhere: database.prepare(
      `SELECT link.id FROM host JOIN link ON link.host = host.id
       WHERE host.name = ? AND url_hash = ? AND url = ? AND is_admitted = 1 AND place <> 8`,
    ),
    admit: database.prepare(
      `INSERT INTO link (id, host, url_hash, place, grp, priority, key, depth, redirects, model, url,
       parent, parent_url, why, snippet, attempts, leases) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
    ),
    bar: database.prepare(
      "INSERT INTO link (id, host, url_hash, place, reason, url) VALUES (?, ?, ?, ?, ?, ?)",
    ),
    unbar: database.prepare("DELETE FROM link WHERE id = ? RETURNING reason"),
    read: database.prepare(`SELECT ${STORED} WHERE link.id = ?`),
    move: database.prepare(
      `UPDATE link SET place = ?, reason = ?, not_before = ?, attempts = attempts + ?,
       leases = leases + ? WHERE id = ?`,
    ),
    score: database.prepare("UPDATE link SET priority = ?, key = ?, grp = ? WHERE id = ?"),
    say: database.prepare(
      "UPDATE link SET why = ?, model = ?, snippet = coalesce(?, snippet) WHERE id = ?",
    ),
    reroute: database.prepare(
      "UPDATE link SET depth = ?, redirects = ?, parent = ?, parent_url = ? WHERE id = ?",
    ),
    waiting: database.prepare(
      `SELECT ${STORED} WHERE link.id > ? AND link.place < 3 ORDER BY link.id LIMIT ?`,
    ),
    leased: database.prepare(
      `SELECT id, host, grp, place, priority, depth, leases, not_before FROM link
       WHERE place = ${PLACES.indexOf("leased")} ORDER BY id`,
    ),
    rested: database.prepare(
      `${standing} WHERE place = 1 AND not_before <= ? ORDER BY not_before, id`,
    ),
    nextRested: database.prepare(
      "SELECT not_before FROM link WHERE place = 1 ORDER BY not_before LIMIT 1",
    ),
    lastSequence: database.prepare("SELECT max(id) AS id FROM link"),
  };
}

type StatementName =
  | "find"
  | "findAnywhere"
  | "admit"
  | "bar"
  | "unbar"
  | "read"
  | "move"
  | "score"
  | "say"
  | "reroute"
  | "waiting"
  | "leased"
  | "rested"
  | "nextRested"
  | "lastSequence";
