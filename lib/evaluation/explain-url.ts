import type { CrawlPorts } from "../crawl/crawl-plan.ts";
import { storedModel } from "../crawl/train-model.ts";
import type { FrontierLink, KnownLink, LinkState, Snippet } from "../domain/frontier/link.ts";
import type { LinkSign, Strategy } from "../domain/methods/strategy.ts";
import type { PageRecord } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { ModelStore } from "../ports/model-store.ts";
import type { RunEvent, RunLog } from "../ports/run-log.ts";
import { type SaidKeys, saidOf } from "./feature-figures.ts";

/** The parts of a run that explain one of its URLs. */
interface ExplainedRun {
  readonly frontier: Pick<CrawlPorts["frontier"], "find">;
  readonly records: Pick<CrawlPorts["records"], "get">;
  readonly models: Pick<ModelStore, "get">;
  readonly log: Pick<RunLog, "list">;
  /** Returns a stored page as strategies see it, `undefined` when there is no such page. */
  readonly view: (url: Url) => Promise<PageView | undefined>;
}

/** A page on the way from a seed. */
interface Hop {
  readonly url: Url;
  /** How the crawl found it from the one before. */
  readonly by: "seed" | "link" | "redirect" | "search";
  /**
   * The link's text, or the search result's title; `undefined` when neither strategy nor page has
   * one.
   */
  readonly anchor: string | undefined;
}

/** A model, and what the log says of it. */
export interface ModelVersion {
  readonly hash: string;
  /**
   * Pages it was trained on, and when (ms since the epoch); `undefined` when the log does not say.
   */
  readonly pages: number | undefined;
  readonly at: number | undefined;
}

/** The reasons for a link's score, and the model that gave it. */
interface LinkDecision
  extends Pick<FrontierLink, "priority" | "group" | "depth" | "why" | "snippet"> {
  /** The features that the model used, strongest first; empty when it does not say. */
  readonly signs: readonly LinkSign[];
  /** `undefined` for a seed, which no model scored. */
  readonly model: ModelVersion | undefined;
  /** What the crawl's latest model says of a link that waits with the score of an older one. */
  readonly latest?: LatestScore;
}

/** A score by the latest model of a crawl, before forms of links that nobody asked for rank last. */
export interface LatestScore extends Pick<LinkDecision, "priority" | "why" | "signs"> {
  readonly model: ModelVersion;
}

/** The result of fetching a link. */
interface FetchEnd extends Pick<PageRecord, "status" | "detail" | "location" | "fetchMs"> {
  /** Ms since the epoch. */
  readonly at: number;
}

/** The utility of a page, and which model predicted it. */
export interface PageDecision extends SaidKeys {
  readonly title: string;
  /** In [0,1]. */
  readonly utility: number;
  readonly isTarget: boolean;
  readonly type: string | undefined;
  readonly why: string;
  readonly model: ModelVersion;
}

/** Everything that a run knows of why it did what it did with a URL. */
export interface UrlExplanation {
  readonly url: Url;
  readonly state: LinkState;
  readonly reason: string;
  /** From a seed to the URL itself; empty when it was refused at once and nothing more is kept. */
  readonly path: readonly Hop[];
  readonly link: LinkDecision | undefined;
  readonly fetch: FetchEnd | undefined;
  readonly page: PageDecision | undefined;
}

/**
 * Explains a URL by what the run stored of it and by the model that scored it. Returns `undefined`
 * for a URL that was never discovered. Without a strategy no model is read.
 */
export async function explainUrl(
  run: ExplainedRun,
  strategy: Strategy | undefined,
  url: Url,
): Promise<UrlExplanation | undefined> {
  const known = await run.frontier.find(url);
  if (known === undefined) return undefined;
  const record = await run.records.get(url);
  const events = await run.log.list();
  const scored = record ?? (known.link && asScored(known.link));
  return {
    url,
    state: known.state,
    reason: known.reason,
    path: scored === undefined ? [] : await pathTo(run, scored),
    link: scored && {
      ...(await decisionOf(run, strategy, scored, events)),
      ...(strategy !== undefined &&
        known.link !== undefined &&
        record === undefined &&
        (await latestScore(run, strategy, known.link, events))),
    },
    fetch: record && fetchEnd(record),
    page: record?.page && pageDecision(record.page, events),
  };
}

/** The origin that records and queued links have. */
type Scored = Pick<
  PageRecord,
  "url" | "parent" | "snippet" | "priority" | "group" | "depth" | "linkModel" | "linkWhy"
>;

function asScored({ model, why, ...link }: NonNullable<KnownLink["link"]>): Scored {
  return { ...link, linkModel: model, linkWhy: why };
}

async function pathTo({ records, view }: ExplainedRun, last: Scored): Promise<readonly Hop[]> {
  const hops: Hop[] = [];
  const seen = new Set<Url>();
  let at: Pick<Scored, "url" | "parent" | "snippet"> | undefined = last;
  while (at !== undefined && !seen.has(at.url)) {
    const { url, parent, snippet }: Pick<Scored, "url" | "parent" | "snippet"> = at;
    seen.add(url);
    const before: PageRecord | undefined = parent && (await records.get(parent));
    const by = wayTo(parent, snippet, before);
    const page =
      by === "link" && snippet === undefined ? await view(before?.url ?? url) : undefined;
    const onPage = page?.anchors.find((anchor) => anchor.url === url)?.text;
    hops.push({ url, by, anchor: snippet?.anchor ?? onPage });
    at = before;
  }
  return hops.toReversed();
}

function wayTo(
  parent: Url | undefined,
  snippet: Snippet | undefined,
  before: PageRecord | undefined,
): Hop["by"] {
  if (parent !== undefined) return before?.reason === "redirect" ? "redirect" : "link";
  return snippet?.query === undefined ? "seed" : "search";
}

async function decisionOf(
  run: ExplainedRun,
  strategy: Strategy | undefined,
  scored: Scored,
  events: readonly RunEvent[],
): Promise<LinkDecision> {
  const { snippet, priority, group, depth, linkModel, linkWhy: why } = scored;
  const isSeed = linkModel === "";
  const signs = strategy === undefined || isSeed ? [] : await signsOf(run, strategy, scored);
  const model = isSeed ? undefined : versionOf(linkModel, events);
  return { priority, group, depth, why, snippet, signs, model };
}

async function latestScore(
  { models }: ExplainedRun,
  strategy: Strategy,
  link: NonNullable<KnownLink["link"]>,
  events: readonly RunEvent[],
): Promise<Pick<LinkDecision, "latest">> {
  const detail = events.findLast(({ kind }) => kind === "trained")?.detail;
  if (detail === undefined || link.model === "" || detail["model"] === link.model) return {};
  const model = await storedModel(models, strategy, detail);
  const score = model?.compiled.rescoreLink?.(link);
  if (model === undefined || score === undefined) return {};
  const { priority, why } = score;
  const signs = model.compiled.explainLink?.(link) ?? [];
  return { latest: { priority, why, signs, model: versionOf(model.hash, events) } };
}

async function signsOf(
  { models }: ExplainedRun,
  strategy: Strategy,
  { url, parent, snippet, linkModel }: Scored,
): Promise<readonly LinkSign[]> {
  const model = await storedModel(models, strategy, { model: linkModel, pages: 0 });
  return model?.compiled.explainLink?.({ url, parent, snippet }) ?? [];
}

/**
 * Finds the training of a model: the first event that names it, since the same evidence may give
 * the same model again.
 */
function versionOf(hash: string, events: readonly RunEvent[]): ModelVersion {
  const event = events.find(({ detail }) => detail["model"] === hash);
  const pages = event?.detail["pages"];
  return { hash, pages: typeof pages === "number" ? pages : undefined, at: event?.at };
}

function fetchEnd({ fetchedAt, fetchMs, status, detail, location }: PageRecord): FetchEnd {
  return { at: fetchedAt, fetchMs, status, detail, location };
}

function pageDecision(
  page: NonNullable<PageRecord["page"]>,
  events: readonly RunEvent[],
): PageDecision {
  const { title, utility, isTarget, type, why, model } = page;
  const decision = { title, utility, isTarget, type, why, model: versionOf(model, events) };
  return { ...decision, ...saidOf(page) };
}
