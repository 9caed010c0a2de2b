/** Raised with every change of the tables or of the records in them; a run of another version is refused. */
export const SCHEMA_VERSION = 5;

/**
 * Tables of one run. Places of links and doors of hosts are numbers: see `sqlite-frontier-codes.ts`.
 * `link.id` is the sequence. A link's parent is named by its `link.id` where it is one, else by its URL:
 * nearly all are, and an id takes a tenth of the room.
 * Texts stand last in a row, so that the columns the frontier compares are read without them.
 */
export const SCHEMA = `
CREATE TABLE fact (name TEXT PRIMARY KEY, value REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE grp (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, weight REAL NOT NULL) STRICT;
CREATE TABLE quota (key TEXT PRIMARY KEY, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE host (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_admitted INTEGER NOT NULL,
  door INTEGER NOT NULL, leased INTEGER NOT NULL, next_allowed_at REAL NOT NULL,
  delay_ms REAL NOT NULL, base_delay_ms REAL NOT NULL, crawl_delay_ms REAL NOT NULL,
  troubles INTEGER NOT NULL, not_before REAL NOT NULL
) STRICT;
CREATE INDEX host_resting ON host (next_allowed_at) WHERE door = 1;

CREATE TABLE link (
  id INTEGER PRIMARY KEY, host INTEGER NOT NULL, url_hash INTEGER NOT NULL, place INTEGER NOT NULL,
  grp INTEGER, priority REAL, key REAL, depth INTEGER, redirects INTEGER, attempts INTEGER,
  leases INTEGER, not_before REAL, reason INTEGER, model INTEGER,
  parent INTEGER,
  url TEXT NOT NULL, parent_url TEXT, why TEXT, snippet TEXT
) STRICT;
CREATE INDEX link_url ON link (host, url_hash);
CREATE INDEX link_lane ON link (host, grp, key DESC) WHERE place = 0;
CREATE INDEX link_resting ON link (not_before) WHERE place = 1;
CREATE INDEX link_pool ON link (grp, key DESC) WHERE place = 2;
CREATE INDEX link_leased ON link (id) WHERE place = 3;

-- is_open: 1 and 0 of lanes that the index below is for, 2 of groups on few hosts, which memory knows.
CREATE TABLE lane (
  host INTEGER NOT NULL, grp INTEGER NOT NULL, is_open INTEGER NOT NULL,
  first INTEGER, key REAL, PRIMARY KEY (host, grp)
) STRICT, WITHOUT ROWID;
CREATE INDEX lane_open ON lane (grp, key DESC, first) WHERE is_open = 1 AND first IS NOT NULL;

CREATE TABLE record (
  sequence INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE, state TEXT NOT NULL, reason TEXT NOT NULL,
  is_target INTEGER, body_bytes INTEGER, json TEXT NOT NULL
) STRICT;

CREATE TABLE model (hash TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT;
CREATE TABLE event (id INTEGER PRIMARY KEY, at REAL NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL) STRICT;
`;
