/** The verdicts of a run's last look, in a file of their own beside the run's database. */
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { LookVerdict } from "../../domain/methods/cut.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { asUrl } from "./frontier/link-row.ts";

/** What is known of a look as a whole, as JSON. */
type About = Readonly<Record<string, unknown>>;

/** The verdicts of the last look that was completed. */
export interface KeptLook {
  /** Returns what is known of it; `undefined` when no look was completed. */
  readonly about: () => About | undefined;
  get(url: Url): LookVerdict | undefined;
  /** Lists its verdicts in the order of their pages. */
  verdicts(): Iterable<LookVerdict & PageKey>;
  close(): void;
}

/** Where a look writes its verdicts. Readers see the look before until it is completed. */
export interface LookWriter extends KeptLook {
  /** Returns the sequence of the last page that a look of this key has judged; 0 for none. */
  judgedUpTo(key: string): number;
  /** Adds verdicts in one step. */
  put(key: string, verdicts: readonly (LookVerdict & PageKey)[]): void;
  /** Lists the verdicts of a look in the order of their pages. */
  list(key: string): Iterable<LookVerdict & PageKey>;
  /** Completes a look, which replaces all others; `about` is kept with its key. */
  complete(key: string, about: About): void;
}

interface PageKey {
  readonly url: Url;
  readonly sequence: number;
}

/** Made at once: a reader sees none of them, or both. */
const TABLES = `
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS verdict (
  look TEXT NOT NULL, sequence INTEGER NOT NULL, url TEXT NOT NULL, json TEXT NOT NULL,
  PRIMARY KEY (look, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS verdict_url ON verdict (url, look);
CREATE TABLE IF NOT EXISTS look (key TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
COMMIT;
`;

/** How long a look waits for another process that writes, in ms. */
const BUSY_MS = 10_000;

const NO_LOOK: KeptLook = {
  about: () => undefined,
  get: () => undefined,
  verdicts: () => [],
  close: () => {},
};

/** Opens the verdicts in a file to read them; there are none while the file is missing or empty. */
export function readLook(file: string): KeptLook {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return NO_LOOK;
  const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
  return { ...keptIn(database), close: () => database.close() };
}

/** Opens the verdicts in a file to write them; makes the file. */
export function openLook(file: string): LookWriter {
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  database.exec(TABLES);
  const insert = database.prepare("INSERT OR REPLACE INTO verdict VALUES (?, ?, ?, ?)");
  const step = (work: () => void) => {
    database.exec("BEGIN IMMEDIATE");
    try {
      work();
      database.exec("COMMIT");
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    ...keptIn(database),
    judgedUpTo(key) {
      const last = database.prepare("SELECT max(sequence) AS last FROM verdict WHERE look = ?");
      return Number(last.get(key)?.["last"] ?? 0);
    },
    put(key, verdicts) {
      step(() => {
        for (const { url, sequence, ...verdict } of verdicts)
          insert.run(key, sequence, url, JSON.stringify(verdict));
      });
    },
    list: (key) => listed(database, key),
    complete(key, about) {
      step(() => {
        database.prepare("DELETE FROM look").run();
        database.prepare("INSERT INTO look VALUES (?, ?)").run(key, JSON.stringify(about));
        database.prepare("DELETE FROM verdict WHERE look <> ?").run(key);
      });
    },
    close: () => database.close(),
  };
}

function keptIn(database: DatabaseSync): Omit<KeptLook, "close"> {
  const look = database.prepare("SELECT key, json FROM look");
  const verdict = database.prepare(
    "SELECT json FROM verdict WHERE url = ? AND look = (SELECT key FROM look)",
  );
  return {
    about: () => {
      const row = look.get();
      if (row === undefined) return undefined;
      const about: About = JSON.parse(String(row["json"]));
      return { ...about, key: String(row["key"]) };
    },
    get(url) {
      const row = verdict.get(url);
      return row === undefined ? undefined : verdictIn(row["json"]);
    },
    *verdicts() {
      const key = look.get()?.["key"];
      if (key !== undefined) yield* listed(database, String(key));
    },
  };
}

function* listed(database: DatabaseSync, key: string): Iterable<LookVerdict & PageKey> {
  const rows = database.prepare("SELECT * FROM verdict WHERE look = ? ORDER BY sequence");
  for (const { url, sequence, json } of rows.iterate(key))
    yield { ...verdictIn(json), url: asUrl(url), sequence: Number(sequence) };
}

function verdictIn(json: unknown): LookVerdict {
  return JSON.parse(String(json));
}
