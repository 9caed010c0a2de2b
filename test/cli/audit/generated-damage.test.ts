import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import * as fc from "fast-check";
import { headOnly } from "../../../lib/adapters/warc/stored-page.ts";
import { gzipRecord, responseRecord, segmentInfo } from "../../../lib/adapters/warc/write-warc.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { cases, seedOf } from "../../support/slow.ts";
import { findings, read } from "../../support/spoilt-run.ts";

/** More hosts than the frontier keeps queues of in memory. */
const SITES = Array.from({ length: 8 }, (_, number) => `http://site${number}.example`);
const PAGES_PER_SITE = 6;

/** Checksum and length at the end of a packed member, in bytes. */
const TRAILER_BYTES = 8;

/** Only a stack sends batches. */
const NO_BATCHES = "a crawl on one machine has no rows in this table";

/** `planted-damage.test.ts` damages the servers of a live run. */
const NO_ADDRESS = "a recording tells no address, so a crawl of it has no rows in this table";

/** `crawl/rendered-pages.test.ts` damages the rendered pages of a live run. */
const NOT_RENDERED = "a recording is not rendered, so a crawl of it has no rows in this table";

/** `adapters/page-texts.test.ts` damages them. */
const NO_TEXTS = "texts that are damaged or missing are not used: their pages are viewed";

const NO_FLOOR = "only the model could say which links of a queue were left for later";

/** Columns that may hold another value without a finding, and why a reader of the run loses nothing by it. */
const MAY_DIFFER: Readonly<Record<string, string>> = {
  "host.id": "a number that only rows of links and queues refer to, and these are checked",
  "host.availability": "a delayed host is woken by the next draw, so ready and delayed are one",
  "host.next_allowed_at": "any moment up to one delay after the last request; later ones are found",
  "host.delay_ms": "a host may have been slower than its base delay, up to five minutes",
  "host.consecutive_failures": "no record says how many failures in a row a host has had",
  "host.not_before": "only the answer of the host said how long it asks to be left alone",
  "host.park_value": "an order of parked hosts, among which any is as polite as another",
  "server.id": NO_ADDRESS,
  "server.name": NO_ADDRESS,
  "server.address": NO_ADDRESS,
  "server.next_at": NO_ADDRESS,
  "server.slowed_ms": NO_ADDRESS,
  "server.leased": NO_ADDRESS,
  "server.call": NO_ADDRESS,
  "domain.name": NO_ADDRESS,
  "domain.server": NO_ADDRESS,
  "model.base": "packed alone, it is the same text beside any model, and its hash is checked",
  "rendered_page.url": NOT_RENDERED,
  "rendered_page.segment": NOT_RENDERED,
  "rendered_page.offset": NOT_RENDERED,
  "rendered_page.length": NOT_RENDERED,
  "sent_batch.id": NO_BATCHES,
  "sent_batch.sent_at": NO_BATCHES,
  "sent_batch.is_lost": NO_BATCHES,
  "sent_batch.links": NO_BATCHES,
  "lost_link.id": NO_BATCHES,
  "lost_link.losses": NO_BATCHES,
  "lost_link.most": NO_BATCHES,
  "grp.id": "a number that only rows of links and queues refer to, and these are checked",
};

/** Tables whose rows may be missing and whose columns may have any value, and why. */
const ROWS_MAY_BE_MISSING: Readonly<Record<string, string>> = {
  event: "a crawl on one machine has no rows in this table",
  fact: "a crawl without layers has no rows in this table",
  frame: "an order by pages has no texts of links, so no rows; `audit.test.ts` damages others",
  page_text: NO_TEXTS,
  text_block: NO_TEXTS,
  queue_floor: NO_FLOOR,
  word: "a number that only rows of links refer to; words that no link uses any more stay, those in use are checked",
};

const GENERATED = { seed: seedOf(7), endOnFailure: true };

/** In place of findings, when there was nothing to damage. */
const UNDAMAGED = "nothing was damaged";

interface Column {
  readonly table: string;
  readonly column: string;
}

function mayDiffer({ table, column }: Column): boolean {
  return table in ROWS_MAY_BE_MISSING || `${table}.${column}` in MAY_DIFFER;
}

describe("dowser audit of a run with generated damage", () => {
  let folder = "";
  let run = "";
  let copies = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-damage-"));
    run = join(folder, "run");
    const web = join(folder, "web.warc.gz");
    writeFileSync(web, await aRecording());
    const file = join(folder, "project.json");
    const parts = { need: { topic: "bees honey" }, seeds: { urls: [`${SITES[0]}/0`] } };
    const text = JSON.stringify({
      name: "a",
      strategy: "best-first",
      ...parts,
      budget: { pages: 30 },
    });
    writeFileSync(file, text);
    await crawlInto(run, await loadProject(file), [web]);
    assert.deepEqual(await findings(run), []);
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Damages a copy of the run and audits it; returns the findings, or the error's message. */
  async function findingsAfter(damage: (copy: string) => boolean): Promise<readonly string[]> {
    copies += 1;
    const copy = join(folder, `copy${copies}`);
    cpSync(run, copy, { recursive: true });
    try {
      if (!damage(copy)) return [UNDAMAGED];
      return await firstFindings(copy).catch((error: Error & { code?: string }) => {
        assert.ok(error.code !== undefined, `an error without a code: ${error.stack}`);
        return [error.message];
      });
    } finally {
      rmSync(copy, { recursive: true });
    }
  }

  /** What the audit finds; a crawl is made again only where it finds nothing without that. */
  async function firstFindings(copy: string): Promise<readonly string[]> {
    const found = await findings(copy, false);
    return found.length > 0 ? found : findings(copy);
  }

  function onDatabase<Value>(copy: string, work: (database: DatabaseSync) => Value): Value {
    const database = new DatabaseSync(join(copy, "crawl.sqlite"));
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  const tables = () =>
    onDatabase(run, (database) =>
      database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        .all()
        .map(({ name }) => String(name)),
    );

  const columns = (): Column[] =>
    onDatabase(run, (database) =>
      tables().flatMap((table) =>
        database
          .prepare("SELECT name FROM pragma_table_info(?)")
          .all(table)
          .map(({ name }) => ({ table, column: String(name) })),
      ),
    );

  /** Gives the n-th row another value in a column: one of another row, if there is one. */
  function setColumn(copy: string, { table, column }: Column, row: number): boolean {
    return onDatabase(copy, (database) => {
      const key = keyOf(table);
      const rows = database.prepare(`SELECT ${key} AS k, ${column} AS v FROM ${table}`).all();
      const chosen = rows[row % Math.max(1, rows.length)];
      if (chosen === undefined) return false;
      const { k, v } = chosen;
      const others = rows.map((each) => each["v"]).filter((each) => each !== v);
      for (const value of [
        ...others.slice(row % 3),
        ...others,
        another(v),
        farFrom(v),
        Uint8Array.of(255),
      ]) {
        if (value === undefined || value === v) continue;
        try {
          database
            .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`)
            .run(value, k ?? null);
          return true;
        } catch (error) {
          // A value that the table itself refuses is no damage that can happen.
          assert.match(String(error), /constraint|cannot store|datatype/);
        }
      }
      return false;
    });
  }

  it("`dowser audit` finds another value in every column of every table but those that may differ", async () => {
    const unseen: string[] = [];
    for (const column of columns()) {
      const name = `${column.table}.${column.column}`;
      if (mayDiffer(column)) continue;
      const found = await findingsAfter((copy) => setColumn(copy, column, 7));
      if (found.length === 0 || found[0] === UNDAMAGED) unseen.push(name);
    }
    assert.deepEqual(unseen, []);
  });

  it("Columns that may differ are columns that exist", () => {
    const names = new Set(columns().map(({ table, column }) => `${table}.${column}`));
    assert.deepEqual(
      Object.keys(MAY_DIFFER).filter((name) => !names.has(name)),
      [],
    );
  });

  it("`dowser audit` finds any value that was changed, in any row", async () => {
    const checked = columns().filter((column) => !mayDiffer(column));
    const property = fc.asyncProperty(
      fc.constantFrom(...checked),
      fc.nat(500),
      async (column, row) => {
        const found = await findingsAfter((copy) => setColumn(copy, column, row));
        assert.notDeepEqual(found, []);
      },
    );
    await fc.assert(property, { ...GENERATED, numRuns: cases(10, 300) });
  });

  it("`dowser audit` finds any row that was deleted or doubled", async () => {
    const whole = tables().filter((table) => !(table in ROWS_MAY_BE_MISSING));
    const property = fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.nat(500),
      fc.boolean(),
      async (table, row, isDoubled) => {
        const found = await findingsAfter((copy) =>
          onDatabase(copy, (database) => (isDoubled ? double : remove)(database, table, row)),
        );
        assert.notDeepEqual(found, []);
      },
    );
    await fc.assert(property, { ...GENERATED, numRuns: cases(6, 200) });
  });

  it("`dowser audit` finds any file that was deleted, cut short, or has lost a line", async () => {
    const files = [
      "crawl.sqlite",
      "pages/pages-00001.warc.gz",
      "need.json",
      "project.json",
      "log.jsonl",
    ];
    const property = fc.asyncProperty(
      fc.constantFrom(...files),
      fc.constantFrom("delete", "halve", "empty"),
      async (file, kind) => {
        const found = await findingsAfter((copy) => {
          const path = join(copy, file);
          const bytes = readFileSync(path);
          if (kind === "delete") rmSync(path);
          else writeFileSync(path, bytes.subarray(0, kind === "halve" ? bytes.length / 2 : 0));
          return true;
        });
        assert.notDeepEqual(found, []);
      },
    );
    await fc.assert(property, { ...GENERATED, numRuns: cases(5, 150) });
  });

  it("`dowser audit` finds any byte of the stored answers that was flipped", async () => {
    // Two bytes of a member's head, on compression and system, are read by nobody (RFC 1952 §2.3.1).
    const starts = memberStarts(run);
    const unread = new Set([8, 9, ...starts.flatMap((start) => [start + 8, start + 9])]);
    const stored = readFileSync(join(run, "pages/pages-00001.warc.gz"));
    const lastBytes = new Set([...starts, stored.length].map((end) => end - TRAILER_BYTES - 1));
    const property = fc.asyncProperty(fc.nat(1_000_000), fc.nat(7), async (at, bit) => {
      const found = await findingsAfter((copy) => {
        const path = join(copy, "pages/pages-00001.warc.gz");
        const bytes = readFileSync(path);
        const index = at % bytes.length;
        if (unread.has(index)) return false;
        bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << bit), index);
        if (lastBytes.has(index) && isUnpackedAlike(stored, bytes)) return false;
        writeFileSync(path, bytes);
        return true;
      });
      assert.notDeepEqual(found, []);
    });
    await fc.assert(property, { ...GENERATED, numRuns: cases(6, 200) });
  });

  it("`dowser audit` finds a line of the log that was dropped or changed places, but for its end", async () => {
    const lines = readFileSync(join(run, "log.jsonl"), "utf8").trimEnd().split("\n");
    for (let index = 0; index + 1 < lines.length; index += 1) {
      const [line = "", next = ""] = lines.slice(index, index + 2);
      for (const changed of [lines.toSpliced(index, 1), lines.toSpliced(index, 2, next, line)]) {
        const found = await findingsAfter((copy) => {
          writeFileSync(join(copy, "log.jsonl"), `${changed.join("\n")}\n`);
          return true;
        });
        assert.notDeepEqual(found, [], `line ${index + 1}`);
      }
    }
  });
});

/**
 * Returns whether two packed files hold the same: a bit differs behind the end of compressed data, which
 * fills its last byte (RFC 1951 §3.2.3).
 */
function isUnpackedAlike(stored: Uint8Array, changed: Uint8Array): boolean {
  try {
    return gunzipSync(stored).equals(gunzipSync(changed));
  } catch {
    return false;
  }
}

function memberStarts(run: string): number[] {
  return read(run, "SELECT offset FROM page UNION SELECT offset FROM response_head").map(
    ({ offset }) => Number(offset),
  );
}

function keyOf(table: string): string {
  const keys: Readonly<Record<string, string>> = {
    fact: "name",
    quota: "key",
    domain: "name",
    sent_batch: "id",
    host_queue: "host * 1000000 + grp",
    queue_floor: "host * 1000000 + grp",
  };
  return keys[table] ?? "rowid";
}

function another(value: SQLOutputValue | undefined): string | number {
  if (typeof value === "number") return value + 1;
  return value === null || value === undefined ? 1 : `${String(value)}x`;
}

function farFrom(value: SQLOutputValue | undefined): SQLOutputValue | undefined {
  return typeof value === "number" ? value + 1_000_000 : value;
}

function remove(database: DatabaseSync, table: string, row: number): boolean {
  const key = keyOf(table);
  const rows = database.prepare(`SELECT ${key} AS k FROM ${table}`).all();
  const chosen = rows[row % Math.max(1, rows.length)];
  if (chosen === undefined) return false;
  database.prepare(`DELETE FROM ${table} WHERE ${key} = ?`).run(chosen["k"] ?? null);
  return true;
}

/** Inserts a row once more; false where the table has a key that refuses it. */
function double(database: DatabaseSync, table: string, row: number): boolean {
  const names = database
    .prepare("SELECT name, pk, type FROM pragma_table_info(?)")
    .all(table)
    // A number that SQLite assigns; the key of `host_queue` has two columns.
    .filter(({ pk, type }) => pk !== 1 || type !== "INTEGER" || table === "host_queue")
    .map(({ name }) => String(name))
    .join(", ");
  const key = keyOf(table);
  const rows = database.prepare(`SELECT ${key} AS k FROM ${table}`).all();
  const chosen = rows[row % Math.max(1, rows.length)];
  if (chosen === undefined) return false;
  try {
    const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table} WHERE ${key} = ?`;
    return Number(database.prepare(sql).run(chosen["k"] ?? null).changes) > 0;
  } catch (error) {
    assert.match(String(error), /UNIQUE/);
    return false;
  }
}

/** Sites that link to each other, with redirects and missing pages among their links. */
async function aRecording(): Promise<Buffer> {
  const members = [await segmentInfo("web.warc.gz", 0)];
  for (const [index, site] of SITES.entries()) {
    for (let page = 0; page < PAGES_PER_SITE; page += 1) {
      const other = SITES[(index + page + 1) % SITES.length];
      const text = (index + page) % 3 === 0 ? "Bees make honey." : "Stones.";
      const next = [`/${page + 1}`, `/moved${page}`, `/gone${page}`, `/unknown${page}`];
      const html = `<p>${text}</p>${linking(...next, `${other}/${page}`)}`;
      const fetched = aFetchedPage(aUrl(`${site}/${page}`), html);
      members.push(gzipRecord(await responseRecord(fetched, 0)));
      const location = ["location", `/${(page + 2) % PAGES_PER_SITE}`] as const;
      const moved = headOnly(aUrl(`${site}/moved${page}`), { status: 302, headers: [location] });
      const gone = headOnly(aUrl(`${site}/gone${page}`), { status: 404, headers: [] });
      for (const head of [moved, gone]) members.push(gzipRecord(await responseRecord(head, 0)));
    }
  }
  return Buffer.concat(members);
}
