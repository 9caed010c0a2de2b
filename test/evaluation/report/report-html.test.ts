import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Element, isTag } from "domhandler";
import { DomUtils, parseDocument } from "htmlparser2";
import { costOf, NO_USAGE } from "../../../lib/domain/cost/cost.ts";
import { reportChapters, reportHtml } from "../../../lib/evaluation/report/report-html.ts";
import type { RunReport } from "../../../lib/evaluation/report/run-report.ts";
import { aRunReport, HOSTILE } from "../../support/a-run-report.ts";

const htmlOf = (report: RunReport) => reportHtml(report, reportChapters(report));
const documentOf = async (parts?: Partial<RunReport>) =>
  parseDocument(htmlOf(await aRunReport(parts)));
/** What is to be read, cells apart. */
const textOf = async (parts?: Partial<RunReport>) => {
  const apart = htmlOf(await aRunReport(parts)).replaceAll("<", " <");
  return DomUtils.innerText(parseDocument(apart).children).replaceAll(/\s+/g, " ");
};

const ancestorsOf = ({ parent }: Element): Element[] =>
  parent !== null && isTag(parent) ? [parent, ...ancestorsOf(parent)] : [];

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
    assert.equal(plots.length, 12);
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
      /A search for files about .* 120 pages fetched; 80\.0 % are relevant by people\./,
      // By people and by truth first, with their intervals; the crawl's own judgement after them.
      /What was found pages fetched 120 .* by people, share of the pages fetched 80\.0 % 64\.1–90\.5 % at 95 % confidence; 30 of 40 sampled pages judged .* by the truth file 30 of 31 known: recall 96\.8 % .* by the truth file 25\.0 % of 120 pages that it knows .* as predicted by the crawl 40 33\.3 % of the pages fetched/,
      /How sure that is Harvest 80\.0 % .* sampled pages judged by people.* By the truth file: 25\.0 % .*\(95 % interval 18\.1–33\.4 %\)\. .*As predicted by the crawl: 33\.3 % .* believe those/,
      /What to do next More verdicts narrow it: 10 pages of the sample are left\..* dowser judge runs\/bees .*15 relevant and 15 irrelevant/,
      /The 10 top-scoring pages .* Score 0\.87: /,
      /Harvest rate by the truth file/,
      /30 of 31 known relevant pages were fetched/,
      /a\.example 90 30 33\.3 % 75\.0 %/,
      /expected calibration error 10\.0 %/,
      /refused: robots the host's robots\.txt forbids it 1/,
      /2 hosts were asked again|1 host was asked again/,
      /9 links were evicted/,
      /1 version of its model was trained/,
      /at most 4 links from a seed/,
      /Licences ?Unknown/,
    ]) {
      assert.match(text, says);
    }
  });

  it("The HTML report leaves out what has nothing to say, and its list of contents with it", async () => {
    const { figures, request } = await aRunReport();
    const bare = { ...figures, calibration: undefined, types: undefined, shown: [] };
    const left = await aRunReport({
      ...{ figures: bare, byTruth: undefined, politeness: undefined, events: [] },
      changes: undefined,
      request: { ...request, recordings: ["web.warc.gz"] },
    });
    const { answers, plots, details } = reportChapters(left);
    const idsOf = (sections: typeof answers) => sections.map(({ id }) => id);
    assert.deepEqual(idsOf(answers), ["asked", "found", "sure", "next"]);
    assert.deepEqual(idsOf(plots), ["harvest", "precision", "frontier"]);
    assert.deepEqual(idsOf(details), ["hosts", "outcomes", "cut", "card", "project"]);
    const html = htmlOf(left);
    for (const id of [
      "pages",
      "recall",
      "changes",
      "calibration",
      "types",
      "politeness",
      "cost",
      "models",
    ])
      assert.ok(!html.includes(`id="${id}"`) && !html.includes(`#${id}"`), id);
    assert.match(html, /on recordings: <bdi>web\.warc\.gz/);
    assert.match(html, /has not ended/);
  });

  it("The HTML report of a crawl without a target page says so first, why, and what to do", async () => {
    const { totals, figures } = await aRunReport();
    const none = { ...totals, targets: 0, harvestRate: 0 };
    const points = figures.harvest.map(({ pages }) => ({ pages, targets: 0, trueTargets: 0 }));
    const precision = { own: [], labels: [], truth: [] };
    const missing = { reasons: [`far ${HOSTILE}`], advice: ["name other seeds"] };
    const report = await aRunReport({
      ...{ totals: none, missing, byTruth: undefined, sample: undefined },
      figures: { ...figures, harvest: points, precision, shown: [] },
    });
    const text = DomUtils.innerText(parseDocument(htmlOf(report)).children);
    assert.match(text, /No relevant page was found among 120 pages\./);
    assert.match(text, /No relevant page was found\.\s*far /);
    assert.match(text, /What to do next\s*Name other seeds\./);
    assert.doesNotMatch(text, /dowser judge|Harvest curve/);
  });

  it("The HTML report folds its tables, and prints them unfolded", () => {
    const isIn = (name: string) => (element: Element) =>
      ancestorsOf(element).some((ancestor) => ancestor.name === name);
    assert.ok(named("table").length > 5 && named("table").every(isIn("details")));
    assert.ok(named("svg").every((element) => !isIn("details")(element)));
    const [style] = named("style");
    const print = DomUtils.textContent(style ?? []).split("@media print")[1] ?? "";
    assert.match(print, /details::details-content \{ content-visibility: visible/);
  });

  it("The HTML report marks the words that decided in the text of a page", async () => {
    const { figures } = await aRunReport();
    const shown = figures.shown.slice(0, 1).map((page) => ({ ...page, why: "similar 0.9: bee" }));
    const html = htmlOf(await aRunReport({ figures: { ...figures, shown } }));
    assert.match(html, /The top-scoring page/);
    assert.match(html, /<p class="excerpt"><bdi><mark>Bees<\/mark> &lt;\/<mark>title<\/mark>&gt;/);
  });

  it("The HTML report gives the precision by a judged sample, if there is one", async () => {
    const said =
      /Harvest 80\.0 % \(95 % interval 64\.1–90\.5 %\) of the 120 pages fetched: 30 of 40 sampled pages judged by people/;
    assert.match(await textOf(), said);
    const text = await textOf({ sample: undefined, byTruth: undefined });
    assert.doesNotMatch(text, said);
    assert.match(text, /harvest rate, predicted, not judged \d+\.\d % of the pages fetched/);
  });

  it("The HTML report lists the whole need on its card", async () => {
    const { request } = await aRunReport();
    const text = await textOf();
    assert.match(text, /Topic files of the types pdf.*; pages with comments of readers; bees/);
    assert.match(text, /Topic.* what the ontology bees.*\.owl knows of it; 1 term of its own/);
    assert.match(text, /; 1 example page that is relevant, 0 that are not; pages made like http/);
    assert.match(text, /; pages like those that click paths lead to Method/);
    const nothing = {
      ...{ topic: undefined, ontology: undefined, examplePage: undefined },
      ...{ terms: 0, good: 0, bad: 0, hasPaths: false },
      ...{ words: [], files: [], detect: undefined },
    };
    assert.match(
      await textOf({ request: { ...request, need: nothing } }),
      /A search for pages on .*Topic Nothing in particular: no topic and no examples\. Method/,
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
    assert.match(text, /No page was fetched/);
    assert.match(text, /Nothing was fetched yet/);
  });

  it("The HTML report prints the cost of a stack by service", async () => {
    const cost = costOf({ ...NO_USAGE, lambdaRuns: 10_000_000 });
    assert.match(await textOf({ cost }), /\$2\.00 at list prices.*Lambda 2\.00/);
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
