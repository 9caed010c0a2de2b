import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DomUtils, parseDocument } from "htmlparser2";
import { costOf } from "../../../lib/domain/cost/cost.ts";
import { NO_USAGE } from "../../../lib/domain/cost/usage.ts";
import { reportHtml, reportSections } from "../../../lib/evaluation/report/report-html.ts";
import type { RunReport } from "../../../lib/evaluation/report/run-report.ts";
import { aRunReport, HOSTILE } from "../../support/a-run-report.ts";

const htmlOf = (report: RunReport) => reportHtml(report, reportSections(report));
const documentOf = async (parts?: Partial<RunReport>) =>
  parseDocument(htmlOf(await aRunReport(parts)));
/** What is to be read, cells apart. */
const textOf = async (parts?: Partial<RunReport>) => {
  const apart = htmlOf(await aRunReport(parts)).replaceAll("<", " <");
  return DomUtils.innerText(parseDocument(apart).children).replaceAll(/\s+/g, " ");
};

const document = await documentOf();
const elements = DomUtils.findAll(() => true, document.children);
const named = (name: string) => elements.filter((element) => element.name === name);

describe("the HTML of a report", () => {
  it("The HTML report contains no script and loads nothing", () => {
    const active = new Set([
      "script",
      "link",
      "iframe",
      "object",
      "embed",
      "img",
      "base",
      "form",
      "image",
    ]);
    const found = elements.map(({ name }) => name).filter((name) => active.has(name));
    assert.deepEqual(found, []);
    for (const { attribs } of elements) {
      for (const [name, value] of Object.entries(attribs)) {
        assert.doesNotMatch(name, /^(?:on|src|srcset|xlink|xmlns|formaction)/);
        if (name !== "href") assert.doesNotMatch(value, /url\(\s*["']?(?!#)/);
      }
    }
    const [style] = named("style");
    assert.ok(style !== undefined && named("style").length === 1);
    assert.doesNotMatch(DomUtils.textContent(style), /url\(|@import/);
  });

  it("The HTML report links only to target pages outside and to existing anchors inside", () => {
    const ids = new Set(elements.flatMap(({ attribs }) => attribs["id"] ?? []));
    assert.equal(ids.size, elements.filter(({ attribs }) => attribs["id"] !== undefined).length);
    for (const { attribs } of named("a")) {
      const href = attribs["href"] ?? "";
      if (href.startsWith("#")) assert.ok(ids.has(href.slice(1)), href);
      else {
        assert.match(href, /^https?:\/\/[ab]\.example\//);
        assert.match(attribs["rel"] ?? "", /nofollow noopener noreferrer/);
      }
    }
    for (const { attribs } of elements) {
      for (const id of attribs["aria-labelledby"]?.split(" ") ?? []) assert.ok(ids.has(id), id);
    }
  });

  it("The HTML report gives every plot a title and description, and every table a caption", () => {
    const plots = named("svg");
    assert.equal(plots.length, 14);
    for (const { children } of plots) {
      const [title, desc] = DomUtils.findAll(() => true, children);
      assert.deepEqual([title?.name, desc?.name], ["title", "desc"]);
      for (const element of [title, desc]) {
        assert.ok(element !== undefined && DomUtils.textContent(element).length > 10);
      }
    }
    for (const table of named("table")) {
      assert.equal(DomUtils.findOne(() => true, table.children)?.name, "caption");
      assert.ok(DomUtils.findAll(({ name }) => name === "th", table.children).length > 0);
    }
  });

  it("The HTML report shows foreign text unchanged and isolated from the text around it", async () => {
    const apart = await documentOf();
    const isolated = DomUtils.findAll(({ name }) => name === "bdi", apart.children);
    const hostile = isolated.filter((element) => DomUtils.textContent(element).includes(HOSTILE));
    assert.ok(hostile.length > 10);
    assert.match(DomUtils.textContent(apart), /onerror/);
    for (const element of isolated) DomUtils.removeElement(element);
    assert.ok(!DomUtils.textContent(apart).includes(HOSTILE));
  });

  it("The HTML report has all sections with their figures", async () => {
    const text = await textOf();
    for (const says of [
      // By people and by truth first, with their intervals; the crawl's own judgement after them.
      /pages fetched 120 precision by a person 0\.800 \(0\.641–0\.905\) harvest rate by truth 0\.250 target recall 0\.968 own targets 40 own harvest 0\.333 /,
      /own: by the crawl's own judgement, which no person has checked/,
      /By a person: precision by a judged sample: 0\.800 .*Harvest rate by truth 0\.250 \(95 % interval 0\.181–0\.334\), of 120 pages\. Own harvest 0\.333: by the crawl's own judgement, 40 of the 120 pages/,
      /Precision by labels/,
      /0\.968: 30 of 31 known target pages/,
      /a\.example 90 30 0\.333/,
      /expected calibration error 0\.100/,
      /refused: robots the host's robots\.txt forbids it 1/,
      /2 hosts were asked again|1 host was asked again/,
      /9 links were evicted/,
      /Ran on one machine: 0 \$/,
      /1 version of its model was trained/,
      /at most 4 links from a seed/,
      /Licences ?Unknown/,
    ]) {
      assert.match(text, says);
    }
  });

  it("The HTML report gives the reason for everything that it leaves out", async () => {
    const { figures, request } = await aRunReport();
    const bare = { ...figures, calibration: undefined, types: undefined, shown: [] };
    const text = await textOf({
      ...{ figures: bare, knownTargets: undefined, politeness: undefined, events: [] },
      request: { ...request, recordings: ["web.warc.gz"] },
    });
    for (const says of [
      /Left out: which pages are targets is not known/,
      /Left out: strategy adaptive tells no page types apart/,
      /Left out: the priorities that strategy adaptive gives/,
      /Left out: the crawl ran on a recording/,
      /no target page\./,
      /has not ended/,
      /on recordings: web\.warc\.gz/,
    ]) {
      assert.match(text, says);
    }
  });

  it("The HTML report gives the precision by a judged sample, if there is one", async () => {
    const title = /Precision by a judged sample, random and by strata/;
    const text = await textOf();
    assert.match(text, title);
    assert.match(text, /the pages fetched 120 40 30 0\.800 0\.641–0\.905/);
    assert.doesNotMatch(await textOf({ sample: undefined }), title);
  });

  it("The HTML report lists the whole need on its card", async () => {
    const { request } = await aRunReport();
    const text = await textOf();
    assert.match(text, /Looked for files of the types pdf.*; pages with comments of readers; bees/);
    assert.match(text, /Looked for.* what the ontology bees.*\.owl knows of it; 1 term of its own/);
    assert.match(text, /; 1 example page that is relevant, 0 that are not; pages made like http/);
    assert.match(text, /; pages like those that click paths lead to How/);
    const nothing = {
      ...{ topic: undefined, ontology: undefined, examplePage: undefined },
      ...{ terms: 0, good: 0, bad: 0, hasPaths: false },
      ...{ files: [], detect: undefined },
    };
    assert.match(text, /looked for files/);
    assert.match(
      await textOf({ request: { ...request, need: nothing } }),
      /looked for pages: .*Looked for Nothing in particular: no topic and no examples\. How/,
    );
  });

  it("The HTML report contains the project unchanged, with simple lists on one line", async () => {
    const project = {
      ...{ words: ["a  b", "[", "]"], plain: ["c", 1, null], empty: [], text: "x [ y ]" },
      deep: [{ of: ["d", "e"] }],
    };
    const { request } = await aRunReport();
    const { children } = await documentOf({ request: { ...request, project } });
    const [pre] = DomUtils.getElementsByTagName("pre", children);
    const text = DomUtils.textContent(pre ?? []);
    assert.deepEqual(JSON.parse(text), project);
    assert.match(text, /"plain": \["c", 1, null\],\n/);
    assert.match(text, /"of": \["d", "e"\]\n/);
  });

  it("The HTML report can be written for a run without a page", async () => {
    const { figures, totals } = await aRunReport();
    const none = { ...totals, fetched: 0, targets: 0, harvestRate: 0 };
    const precision = { own: [], labels: [], truth: [] };
    const empty = { ...figures, harvest: [], growth: [], precision, span: undefined };
    const text = await textOf({ totals: none, figures: empty });
    assert.match(text, /No page has been fetched/);
    assert.match(text, /Nothing was fetched yet/);
  });

  it("The HTML report prints the cost of a stack by service", async () => {
    const cost = costOf({ ...NO_USAGE, lambdaRuns: 10_000_000 });
    assert.match(await textOf({ cost }), /2\.00 \$ at list prices.*Lambda 2\.00/);
  });

  it("The HTML report says what the last training says of the labels", async () => {
    const detail = { model: "m", pages: 1, rescored: 0, labelNotes: [`apart ${HOSTILE}`] };
    const { events } = await aRunReport();
    const trained = { at: 0, kind: "trained", detail } as const;
    assert.match(await textOf({ events: [...events, trained] }), /apart .*Model versions/);
    assert.doesNotMatch(await textOf(), /apart/);
  });

  it("The HTML report is the same text for the same report", async () => {
    assert.equal(htmlOf(await aRunReport()), htmlOf(await aRunReport()));
  });
});
