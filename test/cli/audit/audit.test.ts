import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import { auditRun, withReadProgress } from "../../../lib/cli/audit/audit.ts";
import type { AuditedRun } from "../../../lib/evaluation/audit/audited-run.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { crawlInto } from "../../../lib/run/crawl/crawl.ts";
import { aUrl } from "../../support/a-url.ts";
import { collect } from "../../support/collect.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage, linking } from "../../support/scripted-web.ts";
import { change, findings, read } from "../../support/spoilt-run.ts";

const SITE = "http://site.example";
const PATHS = Array.from({ length: 60 }, (_, number) => `/part${number % 3}/page${number}`);
const htmlOf = (number: number) => {
  const text = number % 4 === 3 ? "Bees make honey." : "Stones.";
  return `<p>${text}</p>${linking(...PATHS.slice(number, number + 12), `/alone${number}`)}`;
};
/** Fetched, and linked from pages that were fetched before it. */
const VICTIM = `${SITE}${PATHS[7]}`;
const TWIN = "http://www.site.example";
const SEGMENT = "pages/pages-00001.warc.gz";

describe("dowser audit of a recorded crawl", () => {
  let folder = "";
  let web = "";
  let run = "";
  let copies = 0;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-audit-test-"));
    web = join(folder, "web.warc.gz");
    run = join(folder, "run");
    const pages = PATHS.map((path, number) => {
      return { page: aFetchedPage(aUrl(SITE + path), htmlOf(number)), fetchedAt: 0 };
    });
    await writeWarcFile(web, pages, {});
    await crawl("best-first", run, { pages: 30 });
  });
  after(() => rmSync(folder, { recursive: true }));

  async function crawl(
    strategy: unknown,
    out: string,
    budget: object,
    { seeds = { urls: [SITE + PATHS[0]] }, recording = web } = {},
  ): Promise<void> {
    const file = join(folder, "project.json");
    const parts = { need: { topic: "bees honey" }, seeds };
    writeFileSync(file, JSON.stringify({ name: "a", ...parts, strategy, budget }));
    await crawlInto(out, await loadProject(file), [recording]);
  }

  function copy(of = run): string {
    copies += 1;
    const spoilt = join(folder, `copy${copies}`);
    cpSync(of, spoilt, { recursive: true });
    return spoilt;
  }

  it("`dowser audit` passes a recorded crawl, whatever the strategy, and names what it could not check", async () => {
    for (const strategy of ["best-first", "random", "pagerank", "opic", "shark-search"]) {
      const out = join(folder, `run-${strategy}`);
      await crawl(strategy, out, { pages: 25 });
      assert.deepEqual(await findings(out), [], strategy);
    }
    const [conservation, warc, politeness, replay] = await auditRun(run, { replay: true });
    assert.deepEqual(
      [conservation, warc, politeness, replay].map((check) => check?.isMade),
      [true, true, false, true],
    );
  });

  describe("of a site under two names", () => {
    const names = () => join(folder, "run-names");
    before(async () => {
      const recording = join(folder, "names.warc.gz");
      const pages = [SITE, TWIN].flatMap((name) =>
        PATHS.slice(0, 12).map((path, number) => {
          const html = linking(...PATHS.slice(0, 12), `/own${number}`);
          return { page: aFetchedPage(aUrl(name + path), html), fetchedAt: 0 };
        }),
      );
      await writeWarcFile(recording, pages, {});
      const seeds = { urls: [SITE + PATHS[0], TWIN + PATHS[0]] };
      await crawl("breadth-first", names(), { pages: 100 }, { seeds, recording });
    });

    /** Returns what an audit without a replay finds in a copy in which a change was made. */
    async function planted(sql: string): Promise<string> {
      const spoilt = copy(names());
      change(spoilt, sql);
      return (await findings(spoilt, false)).join("\n");
    }

    const ALIASES = "SELECT url FROM record WHERE reason = 'alias' ORDER BY sequence";

    it("`dowser audit` passes refusals of pages that were fetched under a twin name", async () => {
      assert.equal(read(names(), ALIASES).length, 9);
      assert.deepEqual(await findings(names()), []);
    });

    it("`dowser audit` finds a refusal whose page was not fetched under the name that it says", async () => {
      const found = await planted(
        `UPDATE record SET json = json_set(json, '$.detail', '${SITE}/own1') WHERE url = (${ALIASES} LIMIT 1)`,
      );
      assert.match(found, /was refused as an alias of http:\/\/site\.example\/own1, which/);
    });

    it("`dowser audit` finds refusals by names that served two bodies for one path", async () => {
      const found = await planted(
        `UPDATE record SET json = json_set(json, '$.page.ref.digest', 'sha1:OTHER') WHERE url = '${TWIN}${PATHS[1]}'`,
      );
      assert.equal(found.match(/conservation .* was refused as an alias/g)?.length, 9, found);
    });
  });

  it("`dowser audit` crawls again what was judged again by samples of the pages seen, and finds the same", async () => {
    const out = join(folder, "run-sampled");
    await crawl("adaptive", out, { pages: 20 });
    await crawl("adaptive", out, { pages: 45 });
    assert.deepEqual(await findings(out), []);
    const log = readFileSync(join(out, "log.jsonl"), "utf8");
    assert.match(log, /"kind":"sampled".*"seen":32/);
    const spoilt = join(folder, "run-sampled-spoilt");
    cpSync(out, spoilt, { recursive: true });
    writeFileSync(join(spoilt, "log.jsonl"), log.replace('"seen":32', '"seen":33'));
    assert.match((await findings(spoilt)).join("\n"), /^replay event \d+ event is /);
  });

  it("`dowser audit` crawls nothing again while stored pages are being judged again", async () => {
    const out = join(folder, "run-cut-short");
    await crawl("adaptive", out, { pages: 32 });
    const lines = readFileSync(join(out, "log.jsonl"), "utf8").trimEnd().split("\n");
    const until = lines.findIndex((line) => line.includes('"kind":"sampled"')) + 1;
    writeFileSync(join(out, "log.jsonl"), `${lines.slice(0, until).join("\n")}\n`);
    const replay = (await auditRun(out, { replay: true })).find(({ check }) => check === "replay");
    assert.deepEqual(
      [replay?.isMade, replay?.notes],
      [false, ["it ended while its stored pages were judged again"]],
    );
  });

  it("`dowser audit` passes a crawl that ran out of links, and one that was resumed", async () => {
    const out = join(folder, "exhausted");
    await crawl("breadth-first", out, { pages: 10 });
    await crawl("breadth-first", out, { pages: 1_000 });
    assert.deepEqual(await findings(out), []);
  });

  it("`dowser audit` finds that what texts of links share is gone, or another", async () => {
    const out = join(folder, "shark");
    await crawl("shark-search", out, { pages: 25 });
    const [without, changed] = [copy(out), copy(out)];
    change(without, "DELETE FROM frame");
    const gone = await findings(without, false);
    assert.ok(gone.some((each) => each.endsWith("has a snippet that is no JSON object")));
    change(changed, "UPDATE frame SET json = json_set(json, '$.title', 'x')");
    assert.notDeepEqual(await findings(changed), []);
  });

  it("`dowser audit` exits with 0 or 1, and prints one line for each violation", async () => {
    const green = await runCli(["audit", run]);
    assert.equal(green.code, 0, green.stderr);
    assert.match(green.stdout, /^conservation: nothing found\nwarc: nothing found\n/);
    const spoilt = copy();
    change(spoilt, "DELETE FROM page WHERE url = ?", VICTIM);
    const red = await runCli(["audit", spoilt, "--no-replay"]);
    assert.equal(red.code, 1, red.stderr);
    assert.ok(
      red.stdout.includes(`\n  ${VICTIM}: was fetched and is not among the stored pages\n`),
    );
    const json = JSON.parse((await runCli(["audit", spoilt, "--json", "--no-replay"])).stdout);
    assert.equal(json.isGreen, false);
    assert.equal(json.checks[0].reported[0].url, VICTIM);
  });

  it("`dowser audit` leaves the run unchanged", async () => {
    const database = readFileSync(join(run, "crawl.sqlite"));
    await auditRun(run, { replay: true });
    assert.ok(database.equals(readFileSync(join(run, "crawl.sqlite"))));
  });

  it("`dowser audit` reports an error when there is no run", async () => {
    await assert.rejects(auditRun(folder, { replay: false }), { code: "no-run" });
  });

  /** What is spoilt, how, and what has to be found: the URL and words of the finding. */
  const spoilings: readonly (readonly [
    name: string,
    spoil: (run: string) => string,
    finding: RegExp,
  ])[] = [
    [
      "a record that is gone",
      (spoilt) => {
        change(spoilt, "DELETE FROM record WHERE url = ?", VICTIM);
        return VICTIM;
      },
      /^conservation .* is fetched in the frontier and has no record$/,
    ],
    [
      "a URL that stands twice",
      (spoilt) => {
        const columns = `host, url_hash, state, grp, priority, key, depth, redirects, attempts, leases,
          not_before, reason, model, parent, url, parent_url, why, snippet`;
        const sql = `INSERT INTO link (${columns}) SELECT ${columns} FROM link WHERE url = ?`;
        change(spoilt, sql, VICTIM);
        return VICTIM;
      },
      /^conservation .* is in the frontier twice$/,
    ],
    [
      "a state that was changed",
      (spoilt) => {
        change(spoilt, "UPDATE link SET state = 6 WHERE url = ?", VICTIM);
        return VICTIM;
      },
      /^conservation .* is failed:page in the frontier and fetched:page in its record$/,
    ],
    [
      "a page back among those that wait",
      (spoilt) => {
        change(spoilt, "UPDATE link SET state = 0, reason = NULL WHERE url = ?", VICTIM);
        return VICTIM;
      },
      /^conservation .* is waiting: in the frontier and fetched:page in its record$/,
    ],
    [
      "a lease that nobody holds",
      (spoilt) => {
        const [row] = read(spoilt, "SELECT url FROM link WHERE state = 0 ORDER BY id DESC LIMIT 1");
        change(spoilt, "UPDATE link SET state = 3 WHERE url = ?", String(row?.["url"]));
        return String(row?.["url"]);
      },
      /^conservation .* is leased, and no crawl is at work$/,
    ],
    [
      "a byte of a stored page that was flipped",
      (spoilt) => {
        const [row] = read(spoilt, "SELECT offset, length FROM page WHERE url = ?", VICTIM);
        const file = join(spoilt, SEGMENT);
        const bytes = readFileSync(file);
        const at = Number(row?.["offset"]) + Math.floor(Number(row?.["length"]) / 2);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
        writeFileSync(file, bytes);
        return VICTIM;
      },
      /^warc .* its gzip member is damaged \(pages-00001\.warc\.gz:\d+\)$/,
    ],
    [
      "a segment that was cut off",
      (spoilt) => {
        const [row] = read(spoilt, "SELECT url, offset FROM page ORDER BY offset DESC LIMIT 1");
        truncateSync(join(spoilt, SEGMENT), Number(row?.["offset"]) + 100);
        return String(row?.["url"]);
      },
      /^warc .* its segment ends \d+ bytes before it does/,
    ],
    [
      "bytes behind the last page",
      (spoilt) => {
        appendFileSync(join(spoilt, SEGMENT), "more");
        return "pages-00001.warc.gz";
      },
      /^warc .* has 4 bytes behind its last page$/,
    ],
    [
      "a reference to another place",
      (spoilt) => {
        const sql = "UPDATE record SET json = json_set(json, '$.page.ref.offset', 7) WHERE url = ?";
        change(spoilt, sql, VICTIM);
        return VICTIM;
      },
      /^conservation .* is stored at pages-00001\.warc\.gz:\d+\+\d+, its record says .*:7\+\d+$/,
    ],
    [
      "a reference to another page's record",
      (spoilt) => {
        const other = read(spoilt, "SELECT * FROM page WHERE url = ?", `${SITE}${PATHS[8]}`)[0];
        const place = [Number(other?.["offset"]), Number(other?.["length"])] as const;
        change(spoilt, "UPDATE page SET offset = ?, length = ? WHERE url = ?", ...place, VICTIM);
        return VICTIM;
      },
      /^warc .* its record is of http:\/\/site\.example\/part2\/page8 /,
    ],
    [
      "a time that was changed",
      (spoilt) => {
        const sql =
          "UPDATE record SET json = json_set(json, '$.fetchedAt', json ->> '$.fetchedAt' + 1) WHERE url = ?";
        change(spoilt, sql, VICTIM);
        return VICTIM;
      },
      /^warc .* its record says that it was fetched at .*, it is stored as of /,
    ],
    [
      "a score that was changed",
      (spoilt) => {
        const sql = "UPDATE record SET json = json_set(json, '$.page.utility', 0.99) WHERE url = ?";
        change(spoilt, sql, VICTIM);
        return VICTIM;
      },
      /^replay .* utility is 0\.99, the replay has /,
    ],
    [
      "draws that changed places",
      (spoilt) => {
        change(spoilt, "UPDATE record SET sequence = -1 WHERE sequence = 5");
        change(spoilt, "UPDATE record SET sequence = 5 WHERE sequence = 6");
        change(spoilt, "UPDATE record SET sequence = 6 WHERE sequence = -1");
        return String(read(spoilt, "SELECT url FROM record WHERE sequence = 5")[0]?.["url"]);
      },
      /^replay .* is draw 5, the replay draws /,
    ],
    [
      "a link that was lost",
      (spoilt) => {
        const [row] = read(
          spoilt,
          "SELECT id, url FROM link WHERE state = 0 AND url LIKE '%/alone%' LIMIT 1",
        );
        change(spoilt, "DELETE FROM link WHERE id = ?", Number(row?.["id"]));
        return String(row?.["url"]);
      },
      /^conservation .* is linked from .*, and the frontier does not know it$/,
    ],
    [
      "a quota that counts wrongly",
      (spoilt) => {
        change(spoilt, "UPDATE quota SET used = used + 1");
        return SITE;
      },
      /^conservation .* quota .* counts \d+ links, \d+ were admitted$/,
    ],
  ];

  for (const [name, spoil, finding] of spoilings) {
    it(`\`dowser audit\` finds ${name}, and names it`, async () => {
      const spoilt = copy();
      const url = spoil(spoilt);
      const found = await findings(spoilt, finding.source.startsWith("^replay"));
      assert.ok(
        found.some((each) => finding.test(each) && each.includes(url)),
        `only found:\n${found.join("\n")}`,
      );
    });
  }

  it("`dowser audit` accepts what a kill left half done in a killed run", async () => {
    const spoilt = copy();
    change(spoilt, "UPDATE link SET state = 0, reason = NULL WHERE url = ?", VICTIM);
    const log = readFileSync(join(spoilt, "log.jsonl"), "utf8").trimEnd().split("\n");
    writeFileSync(join(spoilt, "log.jsonl"), `${log.slice(0, -1).join("\n")}\n`);
    assert.deepEqual(await findings(spoilt, false), []);
  });
});

const PLACES = [1, 2].map((number) => {
  const url = aUrl(`https://a.example/${number}`);
  return { kind: "page", url, segment: "s", offset: number, length: 1 } as const;
});

const RUN: AuditedRun = {
  links: () => [],
  linkOf: () => undefined,
  fetchedLinks: () => [],
  linksByParent: () => [],
  async *records() {},
  recordOf: async () => undefined,
  quotas: () => [],
  indexedAnswers: () => PLACES,
  placeOf: () => PLACES[0],
  hosts: () => [],
};

describe("an audited run that tells how much of it is read", () => {
  it("`tellReading` gives the run's own data, and counts again at each reading", async () => {
    const shown: string[] = [];
    const run = withReadProgress(RUN, { show: (text) => shown.push(text()) });
    assert.deepEqual([...run.indexedAnswers()], PLACES);
    assert.deepEqual([...run.indexedAnswers()], PLACES);
    assert.deepEqual(await collect(run.records()), []);
    assert.equal(run.placeOf("page", aUrl("https://a.example/1")), PLACES[0]);
    const told = ["audit: 1 stored answers read", "audit: 2 stored answers read"];
    assert.deepEqual(shown, [...told, ...told]);
  });
});
