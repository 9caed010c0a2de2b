import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCrawl } from "../../../lib/crawl/run-crawl.ts";
import type { GroupTally } from "../../../lib/domain/methods/group-tally.ts";
import type { Evidence, Visit } from "../../../lib/domain/methods/strategy.ts";
import { FIRST, upperConfidence, weightOf } from "../../../peers/bandits/arms.ts";
import { sleepingStrategy } from "../../../peers/bandits/sleeping-bandit.ts";
import { aLink } from "../../contract/frontier-links.ts";
import { strategyContract } from "../../contract/strategy.ts";
import { aPlan, memoryPorts, recordsOf } from "../../support/a-crawl.ts";
import { aNeed } from "../../support/a-need.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { scriptedWeb } from "../../support/scripted-web.ts";
import { aMiss, aVisit } from "../../support/some-evidence.ts";
import { judgedByUrl } from "./judged-by-url.ts";

const EXPLORATION = 2 * Math.SQRT2;

const aBandit = () =>
  sleepingStrategy({ exploration: EXPLORATION }, { seed: 1, estimation: judgedByUrl });

const LISTS = "/html/body/ul/li/a";
const TABLES = "/html/body/table/tr/td/a";
const MENUS = "/html/body/div/span/a";

const TARGETS_OF_LISTS = `target ${LISTS}`;

/** Pages reached through two kinds of links, and three targets that pages of the first link to. */
const visits: Visit[] = [
  aVisit("a", "", { structure: { paths: { [LISTS]: 3, [TABLES]: 2, [MENUS]: 1 }, links: {} } }),
  aVisit("b", "", { group: LISTS }),
  aVisit("c", "", { group: LISTS }),
  ...["d", "e", "f"].map((letter) =>
    aVisit(letter, "", {
      ...{ group: TARGETS_OF_LISTS, isTarget: true },
      url: aUrl(`http://site.example/data/${letter}.csv`),
    }),
  ),
  aVisit("g", "", { group: TABLES }),
];
const evidence: Evidence = { visits, misses: [aMiss("h", 0)] };

const tallyOf = (groups: GroupTally["groups"] = new Map()): GroupTally => {
  return { pages: 0, remaining: 10, types: new Map(), groups };
};

const compiled = () => aBandit().compile(aBandit().train(evidence, aNeed(), undefined));

describe("sleeping-bandit", () => {
  strategyContract(aBandit(), () => true, evidence);

  it("A group is worth the mean of the targets found on its pages and the bound of their number", () => {
    const weights = compiled().groups?.weigh(tallyOf(), [LISTS, TABLES]);
    // Eight links were drawn: two of the lists, whose pages linked to three targets, one of the tables.
    const lists = 3 / 2 + EXPLORATION * Math.sqrt(Math.log(8) / 2);
    const tables = EXPLORATION * Math.sqrt(Math.log(8));
    assert.equal(weights?.get(LISTS), weightOf(lists));
    assert.equal(weights?.get(TABLES), weightOf(tables));
  });

  it("Where targets are files, a file is no draw of the links that led to it", () => {
    const bandit = aBandit();
    const more = {
      visits: [...visits, aVisit("i", "", { group: TABLES, isTarget: true })],
      misses: [],
    };
    const need = aNeed({ files: { mediaTypes: ["application/pdf"], fetch: true } });
    const boundOf = (needed: typeof need) => {
      const { groups } = bandit.compile(bandit.train(more, needed, undefined));
      return groups?.weigh(tallyOf(), [TABLES]).get(TABLES);
    };
    // One page and one file of eight draws.
    assert.equal(boundOf(need), weightOf(EXPLORATION * Math.sqrt(Math.log(8))));
    assert.equal(boundOf(aNeed()), weightOf(EXPLORATION * Math.sqrt(Math.log(8) / 2)));
  });

  it("Draws and targets since the training count at once", () => {
    const count = { waiting: 1, misses: 0, utility: 0, types: new Map() };
    const groups = new Map([
      [TABLES, { ...count, pages: 2, targets: 0 }],
      [`target ${TABLES}`, { ...count, pages: 7, targets: 6 }],
    ]);
    const weights = compiled().groups?.weigh(tallyOf(groups), [TABLES]);
    const bound = upperConfidence({ draws: 3, reward: 6 }, 8 + 9, EXPLORATION);
    assert.equal(weights?.get(TABLES), weightOf(bound));
  });

  it("Links that are called targets come first, and then groups that were never drawn", () => {
    const groups = ["", TARGETS_OF_LISTS, MENUS, LISTS];
    const weights = compiled().groups?.weigh(tallyOf(), groups);
    const [seeds, targets, menus = 0, lists = 0] = groups.map((group) => weights?.get(group));
    assert.deepEqual([seeds, targets], [FIRST, FIRST]);
    assert.ok(FIRST > menus && menus > lists);
  });

  it("A link has the action of its tag path, or the group of targets of the links to its page", () => {
    const { assessPage, scoreLinks } = compiled();
    const groupOf = (path: string, classPath: string, group: string) => {
      const context = { depth: 1, priority: 1, group, parent: undefined, snippet: undefined };
      const anchors = [anAnchor(`http://site.example${path}`, { classPath })];
      const page = aPage({ anchors });
      return scoreLinks(page, assessPage(page, context), context)[0]?.group;
    };
    assert.equal(groupOf("/page/7", `${LISTS.slice(0, -2)}/b/a`, TABLES), LISTS);
    assert.equal(groupOf("/page/7", "/html/frame", TABLES), "/html/frame");
    assert.equal(groupOf("/data/z.csv", MENUS, LISTS), TARGETS_OF_LISTS);
    assert.equal(groupOf("/data/z.csv", MENUS, ""), "target ");
    assert.equal(groupOf("/data/z.csv", MENUS, TARGETS_OF_LISTS), "target ");
  });

  it("A queued link that the classifier calls a target by now is drawn next, as nobody's reward", () => {
    const groupAgain = (path: string, group: string) =>
      compiled().rescoreLink?.({
        ...aLink(`site.example${path}`),
        ...{ group, sequence: 1, attempts: 0 },
      })?.group;
    assert.equal(groupAgain("/data/z.csv", LISTS), "target ");
    assert.equal(groupAgain("/data/z.csv", TARGETS_OF_LISTS), TARGETS_OF_LISTS);
    assert.equal(groupAgain("/page/7", LISTS), LISTS);
  });

  it("A page adds at most twenty groups of links until the next training", () => {
    const anchors = Array.from({ length: 100 }, (_, n) =>
      anAnchor(`http://site.example/${n}`, { classPath: `/x${n}/y${n}/z${n}` }),
    );
    const context = { depth: 1, priority: 1, group: "", parent: undefined, snippet: undefined };
    const { assessPage, scoreLinks } = compiled();
    const page = aPage({ anchors });
    const groups = scoreLinks(page, assessPage(page, context), context).map(({ group }) => group);
    assert.equal(new Set(groups).size, 20);
  });

  it("A training joins the links of later pages to the actions of earlier ones", () => {
    const bandit = aBandit();
    const first = bandit.train(evidence, aNeed(), undefined);
    const structure = { paths: { [LISTS]: 5 }, links: {} };
    const more = { visits: [...visits, aVisit("i", "", { structure })], misses: [] };
    const linksOf = ({ actions }: typeof first) => actions.map(({ path, links }) => [path, links]);
    assert.deepEqual(linksOf(bandit.train(more, aNeed(), first)), [
      [LISTS, 8],
      [TABLES, 2],
      [MENUS, 1],
    ]);
  });

  it("The crawl learns which links lead to lists of targets, and fetches these at once", async () => {
    const plan = aPlan({
      strategy: aBandit(),
      seeds: [aUrl("http://site.example/")],
      budget: { pages: 80, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
    });
    const ports = memoryPorts(scriptedWeb(LIBRARY), plan);
    await runCrawl(ports, plan);
    const pages = (await recordsOf(ports)).filter(({ page }) => page !== undefined);
    const late = pages.slice(40).filter(({ page }) => page?.isTarget === true);
    // Of all pages a third are targets.
    assert.ok(late.length >= 32, `${late.length} of the last 40 pages are targets`);
  });
});

const link = (path: string) => `<a href="${path}">x</a>`;

/** Thirty lists of four files each, behind the links of a list, and 200 dull pages, behind a table. */
const LIBRARY = {
  "http://site.example/": [
    `<ul>${Array.from({ length: 30 }, (_, n) => `<li>${link(`/list/${n}`)}</li>`).join("")}</ul>`,
    `<table>${Array.from({ length: 200 }, (_, n) => `<tr><td>${link(`/dull/${n}`)}</td></tr>`).join("")}</table>`,
  ].join(""),
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => {
      const files = Array.from({ length: 4 }, (_, file) => `<p>${link(`/data/${n}-${file}`)}</p>`);
      return [`http://site.example/list/${n}`, `<div><section>${files.join("")}</section></div>`];
    }),
  ),
  ...Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [
      `http://site.example/data/${Math.floor(n / 4)}-${n % 4}`,
      "data",
    ]),
  ),
  ...Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`http://site.example/dull/${n}`, "dull"]),
  ),
};
