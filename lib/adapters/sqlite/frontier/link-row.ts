/** Links as rows of SQLite: their columns, codes and values, and the statements that read and write them. */
import { hash } from "node:crypto";
import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import {
  ADMITTED_STATES,
  type FrontierLink,
  type LinkSummary,
  type Snippet,
  type StoredState,
} from "../../../domain/frontier/link.ts";
import { remember } from "../../../domain/text/safe-text.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import { prepareAll } from "../transact.ts";

/** Hex digits used of a URL's SHA-1: 48 bits, an exact double, and hard to make collide on purpose. */
const URL_HASH_DIGITS = 12;

/** States by their number in `link.state`; those below 3 wait. The indexes of the schema use these numbers. */
const STATES: readonly StoredState[] = [...ADMITTED_STATES, "filtered"];

/** Columns that {@link toSummary} reads. */
export const SUMMARY = "link.id, link.host, url, grp, state, priority, depth";

/** Columns that {@link toLink} reads, with the names of the host and the parent, and their tables. */
export const LINK = `${SUMMARY}, redirects, attempts, leases, model, reason, why, snippet,
  host.name AS host_name,
  coalesce(parent_url, (SELECT url FROM link AS other WHERE other.id = link.parent)) AS parent_text
  FROM link JOIN host ON host.id = link.host`;

/** A row as SQLite returns it. */
export type Row = Record<string, SQLOutputValue>;

/** Look-ups of the texts that the numbers in a row refer to. */
export interface Names {
  groupName(id: number): string;
  /** Returns the text of a reason or of a model. */
  wordOf(id: number): string;
  /**
   * Returns the snippet in a column of `link`, `undefined` for `null`.
   * @throws where it is no JSON, or what it shares with others is missing
   */
  snippetOf(column: SQLOutputValue | undefined): Snippet | undefined;
}

/** Creates look-ups in a database that may be open only for reading. */
export function readNames(database: DatabaseSync): Names {
  const group = database.prepare("SELECT name FROM grp WHERE id = ?");
  const word = database.prepare("SELECT text FROM word WHERE id = ?");
  return {
    groupName: (id) => String(group.get(id)?.["name"]),
    wordOf: (id) => String(word.get(id)?.["text"]),
    snippetOf: snippetReader(database),
  };
}

/** What snippets of one place on one page share. */
type Frame = Pick<Snippet, "title" | "inherited" | "place" | "listed">;

/** A snippet as a row has it: the number of its frame, its anchor, what is before and after it, and what few have. */
type OwnTexts = readonly [number, string, string, string, Partial<Snippet>?];

/** Frames that are remembered: those of the pages that are read at a time. */
const MOST_FRAMES = 2_000;

/** Returns how snippets become texts of a column, `null` for none; the result of a query shares nothing with others. */
export function snippetWriter(database: DatabaseSync): (snippet?: Snippet) => string | null {
  const insert = database.prepare("INSERT INTO frame (json) VALUES (?)");
  const numberOf = remember((json) => Number(insert.run(json).lastInsertRowid), MOST_FRAMES);
  return (snippet) => {
    if (snippet === undefined) return null;
    if (snippet.query !== undefined) return JSON.stringify(snippet);
    const { anchor, before, after, title, inherited, place, listed, ...others } = snippet;
    const frame = numberOf(JSON.stringify({ title, inherited, place, listed }));
    const texts: OwnTexts = [frame, anchor, before, after];
    return JSON.stringify(Object.keys(others).length === 0 ? texts : [...texts, others]);
  };
}

/** Returns how the texts of {@link snippetWriter} are read in a database, and those of older versions. */
export function snippetReader(database: DatabaseSync): Names["snippetOf"] {
  const find = database.prepare("SELECT json FROM frame WHERE id = ?");
  const frameOf = remember((number: number): Frame => {
    const row = find.get(number);
    if (row === undefined) throw new RangeError(`No frame has the number ${number}.`);
    return JSON.parse(String(row["json"]));
  }, MOST_FRAMES);
  return (column) => {
    if (column === null || column === undefined) return undefined;
    const stored: Snippet | OwnTexts = JSON.parse(String(column));
    if ("title" in stored) return stored;
    const [frame, anchor, before, after, others] = stored;
    return { anchor, before, after, ...frameOf(frame), ...others };
  };
}

/** Returns how a column is read as the JSON of its snippet, or as a text that is none where it is damaged. */
export function snippetText(database: DatabaseSync) {
  const snippetOf = snippetReader(database);
  return (column: SQLOutputValue | undefined): string | null => {
    try {
      return JSON.stringify(snippetOf(column)) ?? null;
    } catch (error) {
      return String(error);
    }
  };
}

/** Texts that many rows share, stored once: reasons and models. They are few enough for memory. */
export class Words {
  readonly #ids = new Map<string, number>();
  readonly #words = new Map<number, string>();
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare("INSERT INTO word (text) VALUES (?)");
    for (const { id, text } of database.prepare("SELECT id, text FROM word").all()) {
      this.#remember(Number(id), String(text));
    }
  }

  idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(word).lastInsertRowid);
    this.#remember(id, word);
    return id;
  }

  wordOf(id: number): string {
    const word = this.#words.get(id);
    if (word === undefined) throw new RangeError(`No word has the number ${id}.`);
    return word;
  }

  #remember(id: number, word: string): void {
    this.#ids.set(word, id);
    this.#words.set(id, word);
  }
}

/** Returns the number of a state in `link.state`. */
export function stateCode(state: StoredState): number {
  return STATES.indexOf(state);
}

/** Returns the state of a number that this version wrote. */
export function stateOf(code: SQLOutputValue | undefined): StoredState {
  const state = storedState(code);
  if (state === undefined) throw new RangeError(`No state has the number ${String(code)}.`);
  return state;
}

/** Returns the state of a number, `undefined` when no state has it. */
export function storedState(code: SQLOutputValue | undefined): StoredState | undefined {
  return STATES[Number(code)];
}

/** Returns the summary in a row with the columns of {@link SUMMARY}. */
export function toSummary(row: Row, names: Names): LinkSummary {
  return {
    url: asUrl(row["url"]),
    sequence: Number(row["id"]),
    hostId: Number(row["host"]),
    group: groupOf(row["grp"], names),
    state: stateOf(row["state"]),
    priority: Number(row["priority"]),
    depth: Number(row["depth"]),
  };
}

/**
 * Prepares the query for a link by its host, its hash and its URL. Nearly all links of a page are
 * looked up by it, so its rows are arrays of the columns that are not known: that is cheaper.
 */
export function prepareFind(database: DatabaseSync): StatementSync {
  const find = database.prepare(
    `SELECT id, grp, state, priority, depth FROM link INDEXED BY link_url
     WHERE host = ? AND url_hash = ? AND url = ?`,
  );
  find.setReturnArrays(true);
  return find;
}

/** Returns the summary in a row that {@link prepareFind} found for a URL on a host. */
export function toFoundSummary(
  row: unknown,
  { url, hostId }: Pick<LinkSummary, "url" | "hostId">,
  names: Names,
): LinkSummary {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of the query, in order
  const [id, grp, state, priority, depth] = row as readonly SQLOutputValue[];
  return {
    url,
    sequence: Number(id),
    hostId,
    group: groupOf(grp, names),
    state: stateOf(state),
    priority: Number(priority),
    depth: Number(depth),
  };
}

/** Returns the link in a row with the columns of {@link LINK}; a filtered link lacks some of them. */
export function toLink(row: Row, names: Names): FrontierLink {
  return {
    url: asUrl(row["url"]),
    host: asHost(row["host_name"]),
    parent: row["parent_text"] === null ? undefined : asUrl(row["parent_text"]),
    snippet: names.snippetOf(row["snippet"]),
    why: String(row["why"]),
    model: names.wordOf(Number(row["model"])),
    group: names.groupName(Number(row["grp"])),
    sequence: Number(row["id"]),
    priority: Number(row["priority"]),
    depth: Number(row["depth"]),
    redirects: Number(row["redirects"]),
    attempts: Number(row["attempts"]),
  };
}

/** Returns the name of a group; `""` for a filtered link, which was never in an order. */
function groupOf(grp: SQLOutputValue | undefined, names: Names): string {
  return grp === null ? "" : names.groupName(Number(grp));
}

/** Returns the reason in a row, `""` if it has none. */
export function toReason(row: Row, names: Names): string {
  return row["reason"] === null ? "" : names.wordOf(Number(row["reason"]));
}

/** Returns the value of `link.url_hash` for a URL. */
export function urlHash(url: Url): number {
  return Number.parseInt(hash("sha1", url, "hex").slice(0, URL_HASH_DIGITS), 16);
}

/** Reads a text as a `Url` that was written as one. */
export function asUrl(value: SQLOutputValue | undefined): Url {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only URLs are written to such a column
  return value as Url;
}

/** Reads a text as a `Host` that was written as one. */
export function asHost(value: SQLOutputValue | undefined): Host {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only hosts are written to such a column
  return value as Host;
}

/** The table of what strategies made of waiting links: it is not of the run, and ends with the process. */
export const PACKED = "scratch.packed_link";

/** Columns of a `QueuedPlace`, without texts, which are most of a row, and what is packed of each link. */
const PLACE = "link.id, host, grp, state, priority, depth, model, bytes";
const AND_PACKED = `LEFT JOIN ${PACKED} AS packed ON packed.id = link.id`;

/** Returns a value of a column of bytes, `undefined` for `null`. */
export function asBytes(value: SQLOutputValue | undefined): Uint8Array | undefined {
  return value instanceof Uint8Array ? value : undefined;
}

/** Lets the rows of a statement be arrays, which are cheaper than objects. */
function arrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

/** Prepares the statements on the rows of links. */
export function prepareLinkStatements(database: DatabaseSync) {
  return {
    find: prepareFind(database),
    places: arrays(
      database.prepare(
        `SELECT ${PLACE} FROM link ${AND_PACKED}
         WHERE link.id > ? AND state < 3 ORDER BY link.id LIMIT ?`,
      ),
    ),
    placesIn: arrays(
      database.prepare(
        `SELECT ${PLACE} FROM link INDEXED BY link_queued ${AND_PACKED}
         WHERE host = ? AND grp = ? AND state = 0`,
      ),
    ),
    ...prepareAll(database, {
      admit: `INSERT INTO link (id, host, url_hash, state, grp, priority, key, depth, redirects, model, url,
       parent, parent_url, why, snippet, attempts, leases) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
      filter: "INSERT INTO link (id, host, url_hash, state, reason, url) VALUES (?, ?, ?, ?, ?, ?)",
      unfilter: "DELETE FROM link WHERE id = ? RETURNING reason",
      read: `SELECT ${LINK} WHERE link.id = ?`,
      move: `UPDATE link SET state = ?, reason = ?, not_before = ?, attempts = attempts + ?,
       leases = leases + ? WHERE id = ?`,
      score: `UPDATE link SET why = coalesce(?, why), model = coalesce(?, model),
       snippet = coalesce(?, snippet), priority = ?, key = ?, grp = ? WHERE id = ?`,
      say: "UPDATE link SET why = ?, model = ?, snippet = coalesce(?, snippet) WHERE id = ?",
      reroute: "UPDATE link SET depth = ?, redirects = ?, parent = ?, parent_url = ? WHERE id = ?",
      waiting: `SELECT ${SUMMARY}, model FROM link WHERE id > ? AND state < 3 ORDER BY id LIMIT ?`,
      waitingAt: `SELECT ${SUMMARY}, model FROM link WHERE id = ? AND state < 3`,
      leased: `SELECT ${SUMMARY}, leases, not_before FROM link WHERE state = 3 ORDER BY id`,
      due: `SELECT ${SUMMARY} FROM link WHERE state = 1 AND not_before <= ? ORDER BY not_before, id`,
      nextDue: "SELECT not_before FROM link WHERE state = 1 ORDER BY not_before LIMIT 1",
      lastSequence: "SELECT max(id) AS id FROM link",
    }),
  };
}
