/** Pages of a run for the page of `dowser ui`: listed, shown and queued, and ranked again by new labels. */
import { setImmediate } from "node:timers/promises";
import { currentLabels } from "../../crawl/labels.ts";
import { storedModel } from "../../crawl/train-model.ts";
import { countLabels, whyInWords } from "../../domain/methods/label-need.ts";
import type { CompiledStrategy } from "../../domain/methods/strategy.ts";
import { FILE_TYPE } from "../../domain/methods/wanted-file.ts";
import { decodePage } from "../../domain/page/decode-body.ts";
import { listedPage } from "../../domain/page/page-record.ts";
import { quotedWord } from "../../domain/text/safe-text.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import {
  decidingWords,
  type ExcerptPiece,
  excerptOf,
  reasonInFull,
  wholeWords,
} from "../../evaluation/excerpt.ts";
import { explainUrl } from "../../evaluation/explain-url.ts";
import {
  isMixed,
  labelDisagreements,
  labelQueue,
  type QueuedPage,
} from "../../evaluation/label-queue.ts";
import { verdictsByReader } from "../../evaluation/sample-pages.ts";
import type { PageLabel } from "../../ports/label-store.ts";
import { readableStore } from "../../project/stored-pages.ts";
import { storedViews } from "../../run/folder/read-run.ts";
import { strategyOfRun } from "../../run/folder/run-project.ts";
import { heldLabels, labelledRun, labelsWithExamples } from "../../run/judge/named-pages.ts";
import { verdictsOnPages } from "../../run/judge/sample-file.ts";
import { pageOf } from "../../stack/api/listed-pages.ts";
import { inertPage } from "../inert-page.ts";
import type { Card, Queue, QueueQuery } from "../schemas.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { isTraining, modelOf } from "./learnt.ts";
import { fieldText, type PageRow } from "./page-rows.ts";
import { type OpenedRuns, openedRun, openSample } from "./run-folder.ts";
import { snippetsOf } from "./table-rows.ts";
import type { WatchedRun } from "./watched-run.ts";

/** Longest main text that is sent, in UTF-16 units: a long read. */
const MAX_TEXT = 20_000;

/** Most titles of other pages that words are taken from where a page and the links to it have none. */
const MOST_TITLES = 500;

/** Most signs of a link that are sent. */
const MAX_SIGNS = 8;

/** Reads the fetched pages of runs. */
export function createPages(parts: OpenedRuns): WorkbenchPorts["pages"] {
  const opened = (run: string) => openedRun(parts, run);
  return {
    async table(query) {
      const watched = await opened(query.run);
      const { rows } = watched;
      const found = await foundIn(watched, query.text);
      const { total, rows: selected } = rows.select(query, await watched.labels(), found);
      const { types, fields } = rows;
      return {
        rows: selected,
        total,
        all: rows.rows.length,
        types: [...types],
        fields: [...fields],
        texts: found?.texts ?? null,
      };
    },
    async snippets(run, sequences) {
      return { snippets: await snippetsOf(await opened(run), sequences) };
    },
    async card(run, sequence) {
      return cardOf(await opened(run), sequence, parts.folder.named(run));
    },
    queue: async (query) => queueOf(await opened(query.run), query),
  };
}

/** Searches the texts of a run's pages; `undefined` where nothing is asked for, or no page is there. */
async function foundIn(watched: WatchedRun, words = "") {
  return watched.rows.rows.length === 0 ? undefined : watched.texts.find(words);
}

async function queueOf(watched: WatchedRun, query: QueueQuery): Promise<Queue> {
  const { queue: name, limit, by } = query;
  if (name === "random" || name === "exported")
    return { cards: await unjudgedSample(watched, limit, name === "random" ? "pages" : "targets") };
  if (name === "second") return { cards: await secondReading(watched, limit, by) };
  if (name === "disagreements") return { cards: await disagreements(watched, limit) };
  const labelled = labelledRun(watched.directory, watched.run);
  const labels = await labelsWithExamples(labelled);
  const judged = new Set(labels.keys());
  if (name === "search") return searchQueue(watched, query, judged);
  const { good } = countLabels(labels.values());
  const request = { queue: name, judged, most: Math.max(limit, MOST_RANKED), seed: 1, good };
  const pages = await labelQueue(watched.rows, { ...request, search: undefined });
  const order = isMixed(request) ? pages : await rankAgain(watched, name, pages);
  const again = name === "uncertain" ? await heldLabels(watched.run) : [];
  return { cards: cardsOf(watched, [...again, ...order].slice(0, limit)) };
}

/** Returns the pages with words in their texts, the best match first, then those with all of them in title or address. */
async function searchQueue(
  watched: WatchedRun,
  { search: asked = "", limit }: QueueQuery,
  judged: ReadonlySet<Url>,
): Promise<Queue> {
  const search = asked.trim();
  if (search === "") return { cards: [] };
  const found = await foundIn(watched, search);
  const request = { queue: "likely", search, judged, most: limit, seed: 1 } as const;
  const named = (await labelQueue(watched.rows, request)).map(({ url }) => url);
  const unjudged = [...(found?.ranks.keys() ?? [])].filter((url) => !judged.has(url));
  const urls = [...new Set([...unjudged.slice(0, limit), ...named])].slice(0, limit);
  const cards = cardsOf(
    watched,
    urls.map((url) => ({ url, snippet: found?.snippet(url) })),
  );
  return { cards, ...(found !== undefined && { texts: found.texts }) };
}

async function unjudgedSample(watched: WatchedRun, limit: number, of: "pages" | "targets") {
  const { pages = [] } = openSample(watched.directory, of) ?? {};
  const judged = new Set((await verdictsOnPages(watched.directory)).map(({ url }) => url));
  const left = pages.filter(({ url }) => !judged.has(url));
  return cardsOf(watched, left.slice(0, limit));
}

/** Returns the sampled pages that others judged, and this person did not. */
async function secondReading(watched: WatchedRun, limit: number, by: string | undefined) {
  const { pages, verdicts } = openSample(watched.directory) ?? {};
  if (pages === undefined || verdicts === undefined || by === undefined || by === "") return [];
  const readers = verdictsByReader(await verdicts.list());
  const own = readers.get(by);
  const others = [...readers].flatMap(([name, judged]) => (name === by ? [] : [judged]));
  const left = pages.filter(
    ({ url }) => !own?.has(url) && others.some((judged) => judged.has(url)),
  );
  return cardsOf(watched, left.slice(0, limit));
}

async function disagreements(watched: WatchedRun, limit: number) {
  const entries = await watched.run.labels.list();
  const pages = labelDisagreements(entries, (url) => watched.rows.find(url));
  return cardsOf(
    watched,
    pages.slice(0, limit).map((url) => ({ url })),
  );
}

function cardsOf(
  watched: WatchedRun,
  pages: readonly { readonly url: Url; readonly snippet?: ExcerptPiece[] | undefined }[],
): Queue["cards"] {
  return pages.flatMap(({ url, snippet }) => {
    const row = watched.rows.find(url);
    if (row === undefined) return [];
    const { sequence, title } = row;
    return [{ sequence, url, title, ...(snippet !== undefined && { snippet }) }];
  });
}

async function cardOf(watched: WatchedRun, sequence: number, named: string): Promise<Card> {
  const row = rowAt(watched, sequence);
  const { run, project } = watched;
  const record = await run.records.get(row.url);
  if (record === undefined) throw fail("no-such-page/run", { sequence });
  const viewOf = storedViews(run.pages, project);
  const strategy = await strategyOfRun(project);
  const [view, why, labels] = await Promise.all([
    watched.ownView(row.url),
    explainUrl({ ...run, view: viewOf }, strategy, row.url),
    run.labels.list(),
  ]);
  const reason = record.page?.why ?? "";
  const words = decidingWords(reason, project.need);
  const path = (why?.path ?? []).map((hop) => ({ ...hop, anchor: hop.anchor ?? null }));
  const { topic, words: asked = [] } = project.need ?? {};
  const wholeOf = wholeWords([
    `${view?.title ?? ""}\n${view?.mainText ?? ""}`,
    [topic, ...asked, ...path.map(({ anchor }) => anchor)].join(" "),
    (view?.anchors ?? []).map(({ text }) => text).join("\n"),
    watched.rows.rows
      .slice(0, MOST_TITLES)
      .map(({ title }) => title)
      .join("\n"),
  ]);
  return {
    page: pageOf(listedPage(record)),
    reason: reasonInFull(whyInWords(reason), wholeOf),
    ...labelAnswer(currentLabels(labels).get(row.url)),
    text: [...excerptOf(view?.mainText ?? "", words, MAX_TEXT, { keepsLines: true })],
    way: path,
    signs: (why?.link?.signs ?? []).slice(0, MAX_SIGNS).map(({ feature, weight }) => ({
      feature: feature.replaceAll(/(?<= )\p{L}+/gu, wholeOf),
      weight,
    })),
    fields: Object.entries(record.page?.fields ?? {}).map(([name, value]) => ({
      name,
      value: fieldText(value),
    })),
    command: `dowser why ${named} ${quotedWord(row.url)}`,
  };
}

function labelAnswer(label: PageLabel | undefined): Pick<Card, "label" | "note" | "by" | "source"> {
  return {
    label: label?.label ?? null,
    note: label?.note ?? null,
    by: label?.by ?? null,
    source: label === undefined ? null : (label.source ?? "person"),
  };
}

/**
 * Returns the HTML of a stored page as a page that cannot do anything.
 * @throws DowserError `no-such-page`, `page-without-html`
 */
export async function framedPage(
  parts: OpenedRuns,
  run: string,
  sequence: number,
): Promise<string> {
  const watched = await openedRun(parts, run);
  const { url, type } = rowAt(watched, sequence);
  const pages = readableStore(watched.run.pages, watched.project);
  const page = type === FILE_TYPE ? undefined : await pages.get(url);
  if (page === undefined) {
    throw fail("page-without-html", { url, value: sequence });
  }
  return inertPage(decodePage(page).text);
}

function rowAt(watched: WatchedRun, sequence: number): PageRow {
  const row = watched.rows.at(sequence);
  if (row === undefined) throw fail("no-such-page/run", { sequence });
  return row;
}

/** Most pages of a queue that are judged again: each is parsed once more, some ms. */
const MOST_RANKED = 40;

/** Scores by the newest model of each run, by page. */
const scored = new WeakMap<
  WatchedRun,
  { readonly model: string; readonly scores: Map<string, number> }
>();

/**
 * Puts the first pages of a queue into the order of the newest model: their stored scores are those of
 * the models that were there when they were fetched. So a training shows in what is judged next.
 */
async function rankAgain(
  watched: WatchedRun,
  queue: "uncertain" | "likely" | "random",
  pages: readonly QueuedPage[],
): Promise<readonly QueuedPage[]> {
  const first = pages.slice(0, MOST_RANKED);
  const scores = await scoresOf(watched, first);
  if (scores === undefined) return pages;
  const border = watched.rows.leastOfTarget;
  const worth = ({ url }: QueuedPage) => {
    const score = scores.get(url) ?? watched.rows.find(url)?.utility ?? 0;
    return queue === "likely" ? score : -Math.abs(score - border);
  };
  return [...first.toSorted((a, b) => worth(b) - worth(a)), ...pages.slice(MOST_RANKED)];
}

async function scoresOf(
  watched: WatchedRun,
  pages: readonly QueuedPage[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const model = modelOf((await watched.run.log.list()).findLast(isTraining));
  const strategy = await strategyOfRun(watched.project);
  if (model === undefined || strategy === undefined) return undefined;
  const known = scored.get(watched);
  const scores = known?.model === model ? known.scores : new Map<string, number>();
  scored.set(watched, { model, scores });
  if (pages.every(({ url }) => scores.has(url))) return scores;
  const loaded = await storedModel(watched.run.models, strategy, { model, pages: 0 });
  if (loaded === undefined) return undefined;
  await addScores(watched, loaded.compiled, pages, scores);
  return scores;
}

async function addScores(
  watched: WatchedRun,
  compiled: CompiledStrategy,
  pages: readonly QueuedPage[],
  scores: Map<string, number>,
): Promise<void> {
  const viewOf = storedViews(watched.run.pages, watched.project);
  for (const { url } of pages) {
    if (scores.has(url)) continue;
    const [view, record] = [await viewOf(url), await watched.run.records.get(url)];
    if (view === undefined || record === undefined) continue;
    scores.set(url, compiled.assessPage(view, record).utility);
    await setImmediate();
  }
}
