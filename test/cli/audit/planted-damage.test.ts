import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import { runCli } from "../../support/run-cli.ts";
import { change, findings, read } from "../../support/spoilt-run.ts";

/** A damage: its name, what it does to a copy of a green run, and the words of the finding. */
type Damage = readonly [name: string, plant: (run: string) => void, finding: RegExp];

const SEGMENT = "pages/pages-00001.warc.gz";
const PAGE = "(SELECT url FROM record WHERE reason = 'page' ORDER BY sequence LIMIT 1 OFFSET 5)";
const REDIRECT = "(SELECT url FROM record WHERE reason = 'redirect' ORDER BY sequence LIMIT 1)";
const set = (sql: string) => (run: string) => change(run, sql);
const file = (name: string, edit: (path: string) => void) => (run: string) => edit(join(run, name));

/** Changes the bytes of the stored page in the middle of the segment. */
const inSegment =
  (edit: (bytes: Buffer, offset: number, length: number) => Buffer | undefined) =>
  (run: string): void => {
    const places = read(run, "SELECT offset, length FROM page ORDER BY offset");
    const place = places[Math.floor(places.length / 2)];
    const path = join(run, SEGMENT);
    const bytes = readFileSync(path);
    const changed = edit(bytes, Number(place?.["offset"]), Number(place?.["length"]));
    writeFileSync(path, changed ?? bytes);
  };

/** Gives a queued link another parent: a stored page whose text nowhere has the end of the link. */
function nameAnotherParent(run: string): void {
  const segment = readFileSync(join(run, SEGMENT));
  const queued = read(run, "SELECT id, url FROM link WHERE state = 0 AND parent IS NOT NULL");
  for (const page of read(run, "SELECT id, offset, length FROM page JOIN link USING (url)")) {
    const offset = Number(page["offset"]);
    const text = gunzipSync(segment.subarray(offset, offset + Number(page["length"]))).toString();
    const link = queued.find(({ url }) => !text.includes(basename(String(url))));
    if (link === undefined) continue;
    change(run, "UPDATE link SET parent = ? WHERE id = ?", Number(page["id"]), Number(link["id"]));
    return;
  }
  assert.fail("every stored page names every queued link");
}

const flip = (at: (offset: number, length: number) => number) =>
  inSegment((bytes, offset, length) => {
    const index = at(offset, length);
    bytes.writeUInt8(bytes.readUInt8(index) ^ 0x20, index);
    return bytes;
  });

const LINK_COLUMNS = `host, url_hash, state, grp, priority, key, depth, redirects, attempts, leases,
  not_before, reason, model, parent, url, parent_url, why, snippet`;

const ROWS: readonly Damage[] = [
  ["a deleted record", set(`DELETE FROM record WHERE url = ${PAGE}`), /has no record$/],
  ["a deleted link", set(`DELETE FROM link WHERE url = ${PAGE}`), /the frontier does not know it$/],
  [
    "a link that stands twice",
    set(`INSERT INTO link (${LINK_COLUMNS}) SELECT ${LINK_COLUMNS} FROM link WHERE url = ${PAGE}`),
    /is in the frontier twice$/,
  ],
  [
    "a deleted link that was queued",
    set(
      "DELETE FROM link WHERE id = (SELECT id FROM link WHERE state = 0 ORDER BY id DESC LIMIT 1)",
    ),
    /(?:is linked from .*, and|redirects to .*, which) the frontier does not know(?: it)?$/,
  ],
  [
    "a deleted place of a page",
    set(`DELETE FROM page WHERE url = ${PAGE}`),
    /not among the stored/,
  ],
  [
    "a deleted place of a redirect",
    set(`DELETE FROM response_head WHERE url = ${REDIRECT}`),
    /is not among the stored/,
  ],
  [
    "a deleted host",
    set("DELETE FROM host WHERE id = (SELECT host FROM link ORDER BY id LIMIT 1)"),
    /names a host that the frontier does not have$/,
  ],
  [
    "a page pointer to another offset",
    set(`UPDATE page SET offset = offset + 1 WHERE url = ${PAGE}`),
    /its record says pages-00001/,
  ],
  [
    "a page pointer in the record to another place",
    set(`UPDATE record SET json = json_set(json, '$.page.ref.offset', 7) WHERE url = ${PAGE}`),
    /its record says pages-00001\.warc\.gz:7\+/,
  ],
  [
    "a quota that counts wrongly",
    set("UPDATE quota SET used = used + 1"),
    /^conservation .* quota /,
  ],
  ["a deleted quota", set("DELETE FROM quota"), /counts no links, \d+ were admitted$/],
  [
    "a state of a link that was changed",
    set(`UPDATE link SET state = 6 WHERE url = ${PAGE}`),
    /is failed:page in the frontier and fetched:page in its record$/,
  ],
];

const RECORDS: readonly Damage[] = [
  [
    "another state in a record's column",
    set(`UPDATE record SET state = 'failed' WHERE url = ${PAGE}`),
    /^database .* has state failed in its row and fetched in its record$/,
  ],
  [
    "another verdict in a record's column",
    set("UPDATE record SET is_target = 1 - is_target WHERE is_target IS NOT NULL"),
    /^database .* has is_target [01] in its row and [01] in its record$/,
  ],
  [
    "another size in a record's column",
    set(`UPDATE record SET body_bytes = 1000000000 WHERE url = ${PAGE}`),
    /^database .* has body_bytes 1000000000 in its row and \d+ in its record$/,
  ],
  [
    "another reason in a record's column",
    set(`UPDATE record SET reason = 'gone' WHERE url = ${PAGE}`),
    /^database .* has reason gone in its row and page in its record$/,
  ],
  [
    "another status in a record",
    set(`UPDATE record SET json = json_set(json, '$.status', 203) WHERE url = ${PAGE}`),
    /^warc .* its record says status 203, it is stored with 200 /,
  ],
  [
    "another target of a redirect in a record",
    set(`UPDATE record SET json = json_set(json, '$.location', url) WHERE url = ${REDIRECT}`),
    /^warc .* its record says that it redirects to /,
  ],
  [
    "a lease too many counted by a host",
    set("UPDATE host SET leased = 1 WHERE id = 1"),
    /^database .* counts 1 leases, 0 of its links are leased$/,
  ],
  [
    "a delay of a host below its base",
    set("UPDATE host SET delay_ms = -1 WHERE id = 1"),
    /^database .* has a delay of -1 ms /,
  ],
  [
    "a host that may not be asked for years",
    set("UPDATE host SET next_allowed_at = 9e15 WHERE id = 1"),
    /^database .* may be asked at 9000000000000000, /,
  ],
  [
    "a host that may not be asked for a day",
    set("UPDATE host SET next_allowed_at = next_allowed_at + 86400000 WHERE id = 1"),
    /^database .* may be asked at \d+, which is later than its delay allows$/,
  ],
  [
    "deleted models",
    set("DELETE FROM model"),
    /^database .* is a model that decided and is not stored$/,
  ],
  [
    "another text of a model",
    set("UPDATE model SET json = json || ' '"),
    /^database .* is the hash of another model$/,
  ],
  [
    "a model whose packed text was damaged",
    set("UPDATE model SET packed = x'ff00ff'"),
    /^database .* is the hash of another model$/,
  ],
  [
    "a link that names another parent",
    nameAnotherParent,
    /^conservation .* is said to be linked from .*, which has no such link$/,
  ],
];

/** A server of a host. */
const SERVER = "(SELECT server FROM host WHERE server > 0 ORDER BY id LIMIT 1)";

const SERVERS: readonly Damage[] = [
  [
    "a deleted server",
    set(`DELETE FROM server WHERE id = ${SERVER}`),
    /a server that is not stored/,
  ],
  [
    "a deleted address",
    set("DELETE FROM server WHERE address = 0"),
    /at an address that is not stored$/,
  ],
  [
    "a server of another domain",
    set("UPDATE server SET name = 'x' || name WHERE address > 0"),
    /is at the server x/,
  ],
  [
    "a server that counts leases",
    set(`UPDATE server SET leased = 3 WHERE id = ${SERVER}`),
    /counts 3 leases, 0 links of its hosts are leased$/,
  ],
  ["a server that waits for ever", set("UPDATE server SET next_at = 1e15"), /later than any delay/],
  [
    "a server that is slowed below 0",
    set("UPDATE server SET slowed_ms = -1"),
    /is slowed by -1 ms/,
  ],
  ["a server in no state", set("UPDATE server SET call = 9"), /has the call 9$/],
  [
    "a host at no stored server",
    set("UPDATE host SET server = 999"),
    /a server that is not stored/,
  ],
  [
    "a host parked where nothing calls it",
    set(`UPDATE host SET availability = 3, parked_at = ${SERVER}`),
    /which calls no host$/,
  ],
  [
    "a host set aside without a budget of its site",
    set("UPDATE host SET availability = 4"),
    /is full with 0 leases$/,
  ],
  ["a host parked nowhere", set("UPDATE host SET availability = 3"), /is parked nowhere$/],
  ["a domain at no server", set("UPDATE domain SET server = 999"), /is a domain at the server/],
];

const FILES: readonly Damage[] = [
  [
    "a flipped bit in a page",
    flip((at, length) => at + Math.floor(length / 2)),
    /gzip member is damaged/,
  ],
  ["a flipped bit in a member's head", flip((at) => at + 1), /gzip member is damaged/],
  ["a flipped bit in a checksum", flip((at, length) => at + length - 6), /gzip member is damaged/],
  [
    "a flipped bit in the warcinfo record",
    file(SEGMENT, flipAt(40)),
    /does not begin with a warcinfo/,
  ],
  [
    "a halved segment",
    file(SEGMENT, (path) => truncateSync(path, Math.floor(statSync(path).size / 2))),
    /its segment ends \d+ bytes before it does/,
  ],
  [
    "an emptied segment",
    file(SEGMENT, (path) => truncateSync(path)),
    /its segment ends \d+ bytes before/,
  ],
  ["a deleted segment", file(SEGMENT, (path) => rmSync(path)), /its segment is missing/],
  [
    "garbage behind the last page",
    file(SEGMENT, (path) => appendFileSync(path, "more")),
    /has 4 bytes behind its last page$/,
  ],
  [
    "bytes cut out of a segment",
    inSegment((bytes, at, length) =>
      Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
    ),
    /its gzip member is damaged|its record is of /,
  ],
  ["a deleted need", file("need.json", (path) => rmSync(path)), /^files need\.json is missing$/],
  [
    "garbage in the need",
    file("need.json", (path) => writeFileSync(path, "{")),
    /^files need\.json .* is not JSON$/,
  ],
  ["a deleted log", file("log.jsonl", (path) => rmSync(path)), /^files log\.jsonl is missing$/],
  [
    "a deleted politeness log",
    file("politeness.jsonl", (path) => rmSync(path)),
    /^files politeness\.jsonl is missing$/,
  ],
  [
    "garbage in the politeness log",
    file("politeness.jsonl", (path) =>
      writeFileSync(path, `${readFileSync(path, "utf8")}garbage\n`),
    ),
    /^files politeness\.jsonl has a line that is not an entry/,
  ],
  [
    "robots rules that forbid what was fetched",
    file("politeness.jsonl", (path) =>
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(/"file":\{.*\}\}/g, FORBIDDING)),
    ),
    /^politeness .* was fetched although robots\.txt forbids it/,
  ],
  [
    "a longer delay in the politeness log",
    file("politeness.jsonl", (path) =>
      writeFileSync(
        path,
        readFileSync(path, "utf8").replaceAll(/"minDelayMs":\d+/g, '"minDelayMs":60000'),
      ),
    ),
    /^politeness .* asked \d+ ms after the end of its host's last request/,
  ],
];

const FORBIDDING = '"file":{"kind":"found","text":"User-agent: *\\nDisallow: /"}}';

function flipAt(index: number): (path: string) => void {
  return (path) => {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(index) ^ 0x20, index);
    writeFileSync(path, bytes);
  };
}

describe("dowser audit of a live run with one planted damage", () => {
  let folder = "";
  let run = "";
  let copies = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-planted-"));
    const out = join(folder, "demo");
    const { code, stderr } = await runCli(["demo", "--pages", "60", "--out", out]);
    assert.equal(code, 0, stderr);
    run = join(out, "best-first");
    assert.deepEqual(await findings(run), []);
  });
  after(() => rmSync(folder, { recursive: true }));

  function copy(): string {
    copies += 1;
    const spoilt = join(folder, `copy${copies}`);
    cpSync(run, spoilt, { recursive: true });
    return spoilt;
  }

  for (const [name, plant, finding] of [...ROWS, ...RECORDS, ...SERVERS, ...FILES]) {
    it(`\`dowser audit\` of a live run finds ${name}`, async () => {
      const spoilt = copy();
      plant(spoilt);
      const found = await findings(spoilt, false);
      assert.ok(
        found.some((each) => finding.test(each)),
        `only found:\n${found.join("\n")}`,
      );
    });
  }

  for (const name of ["crawl.sqlite", "project.json"]) {
    it(`\`dowser audit\` of a live run with garbage in ${name} ends with a coded error`, async () => {
      const spoilt = copy();
      for (const each of ["crawl.sqlite-wal", "crawl.sqlite-shm"])
        rmSync(join(spoilt, each), { force: true });
      writeFileSync(join(spoilt, name), "garbage ".repeat(1_000));
      const { code, stderr } = await runCli(["audit", spoilt]);
      assert.notEqual(code, 0);
      assert.match(stderr, /error \[run-damaged\]/);
    });
  }
});
