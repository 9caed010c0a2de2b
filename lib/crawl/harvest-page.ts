/** What a fetched page gives: its record, and its links with their scores. */
import type { FrontierLink, Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { LinkContext, LinkScore, ScoredLink, Strategy } from "../domain/methods/strategy.ts";
import { looksLikeFile } from "../domain/methods/wanted-file.ts";
import { asksNotToFollow, type PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { LINK_INTENTS, type LinkIntent, linkIntent } from "../domain/web/url/url-words.ts";
import type { Clock } from "../ports/clock.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks, type SkipReason, skipRelNofollow } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { fileContents, judgeFile, judgePage, viewPage, viewReading } from "./judge-page.ts";
import { withLinks } from "./link-result.ts";
import type {
  Chosen,
  LinkReader,
  Notes,
  ReadingDone,
  ReadPage,
  SteppedTask,
  ViewedPage,
} from "./rules.ts";

/** What reading a page uses from outside. */
export interface ReadingPorts {
  readonly web: Pick<Web, "identify">;
  readonly clock: Pick<Clock, "now">;
  /** Tells of links whose score nobody asks for, where the frontier is at hand; what a page gives is the same without it. */
  readonly isDone?: ((url: Url) => boolean) | undefined;
}

/** The result of a fetched page, before anything is stored. */
export interface HarvestedPage {
  readonly links: readonly OfferedLink[];
  /** Everything in the record except where the page is stored. */
  readonly verdict: Omit<PageVerdict, "ref">;
  /** Further keys of the record. */
  readonly record?: Notes["record"];
  /** The page as it was read, or its texts in a line where that was in another thread; absent for a file. */
  readonly view?: PageView | string;
}

/**
 * Parses, assesses and scores a page: from its bytes to its verdict and the links it offers. Of a wall only the
 * links count.
 */
export function harvestPage(
  ports: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  lease: Lease,
  fetched: FetchedPage,
  step?: SteppedTask["step"],
): HarvestedPage | ReadingDone | Extract<Chosen, { kind: "back" }> {
  const file = plan.files && harvestFile(ports, plan, model, fetched);
  if (file !== undefined) return file;
  const chosen = chosenView(ports, plan, { page: fetched, step });
  if (chosen.kind === "back") return chosen;
  const { viewed, complete } = chosen;
  for (const rule of plan.reads) {
    const done = rule.look?.(viewed, fetched, lease, plan);
    if (done === undefined) continue;
    if (done.offersLinks !== true) return done;
    const { links } = harvestHtml(ports, plan, model, lease.link, { page: fetched, viewed });
    return { ...done, result: withLinks(done.result, links) };
  }
  const harvested = harvestHtml(ports, plan, model, lease.link, { page: fetched, viewed });
  return complete?.(harvested) ?? harvested;
}

/** Returns the view by which a page is read: that which the first rule chooses, else that of its body. */
function chosenView(
  ports: ReadingPorts,
  plan: ReadingPlan,
  task: Pick<SteppedTask, "page" | "step">,
): Chosen {
  const view = (page: FetchedPage): ViewedPage =>
    viewPage(page, plan.canonical, plan.limits, ports.clock, viewReading(plan));
  const isWall = (viewed: ViewedPage) => plan.reads.some((rule) => rule.isWall?.(viewed) === true);
  for (const rule of plan.reads) {
    const chosen = rule.choose?.(task, view, isWall);
    if (chosen !== undefined) return chosen;
  }
  return { kind: "view", viewed: view(task.page) };
}

/** Reads a file that the need asks for, which has no links; `undefined` for everything else. */
function harvestFile(
  { web }: Pick<ReadingPorts, "web">,
  plan: ReadingPlan,
  { hash: model }: Pick<TrainedModel, "hash">,
  fetched: FetchedPage,
): HarvestedPage | undefined {
  const contents = fileContents(plan, fetched);
  const judged = judgeFile(plan, fetched);
  if (contents === undefined || judged === undefined) return undefined;
  const { utility, isTarget, type, why } = judged.assessment;
  const verdict = { ...contents, utility, isTarget, type, model, why, fields: {} };
  const outlinks = plan.strategy.keepsOutlinks === true ? [] : undefined;
  const notes = notesOn(plan, { page: fetched }, web).page;
  return {
    links: [],
    verdict: { ...verdict, ...judged.asked, outlinks, ...notes, structure: undefined },
  };
}

function harvestHtml(
  { web, isDone }: Pick<ReadingPorts, "web" | "isDone">,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  { page: fetched, viewed }: Required<ReadPage>,
): HarvestedPage {
  const { view } = viewed;
  const context: LinkContext = link;
  const { assessment, isLanguageAllowed, asked, fields } = judgePage(plan, model, viewed, context);
  const admitted = admitLinks(view, link.depth + 1, web, plan.scope);
  const { page, verdicts } = plan.politeness.skipRelNofollow ? skipRelNofollow(admitted) : admitted;
  const skipReason = skipReasonOf(plan, view, isLanguageAllowed);
  const found = linksOfRules(plan, web, viewed, link, skipReason);
  const scored =
    skipReason === undefined ? model.compiled.scoreLinks(page, assessment, context, isDone) : [];
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  const { links, formLinks } = rankForms(plan, scored, link.url);
  const offered = offeredLinks(verdicts, links, origin, skipReason ?? "strategy");
  const notes = notesOn(plan, { viewed, page: fetched }, web);
  return {
    view,
    links: found.length === 0 ? offered : withLinksOfRules(offered, found),
    verdict: {
      mediaType: fetched.mediaType,
      bodyBytes: fetched.body.byteLength,
      title: view.title,
      language: view.language,
      ...(view.languageBy === undefined || view.languageBy === "declared"
        ? {}
        : { languageBy: view.languageBy }),
      utility: assessment.utility,
      isTarget: assessment.isTarget,
      type: assessment.type,
      model: model.hash,
      why: assessment.why,
      fields,
      ...asked,
      links: view.anchors.length,
      unusableLinks: Object.fromEntries(view.unusableLinks),
      ...(Object.keys(formLinks).length > 0 ? { formLinks } : {}),
      outlinks: plan.strategy.keepsOutlinks === true ? outlinksOf(page, skipReason) : undefined,
      ...notes.page,
      structure: assessment.structure,
      truncated: view.truncated,
    },
    ...(notes.record && { record: notes.record }),
  };
}

/** Returns what features add to the record of a page. */
function notesOn(
  plan: Pick<ReadingPlan, "reads" | "labels">,
  read: ReadPage,
  web: ReadingPorts["web"],
): Notes {
  let notes: Notes = {};
  for (const rule of plan.reads) {
    const { page, record } = rule.note?.(read, plan, web) ?? {};
    notes = {
      ...((notes.page ?? page) && { page: { ...notes.page, ...page } }),
      ...((notes.record ?? record) && { record: { ...notes.record, ...record } }),
    };
  }
  return notes;
}

/** Returns the page's links as evidence: none when they are not followed. */
function outlinksOf({ anchors }: PageView, skipReason: SkipReason | undefined): readonly Url[] {
  return skipReason === undefined ? anchors.map(({ url }) => url) : [];
}

/** Says why the page's links are not followed; returns `undefined` when they are. */
export function skipReasonOf(
  plan: Pick<ReadingPlan, "politeness">,
  view: PageView,
  isLanguageAllowed: boolean,
): SkipReason | undefined {
  if (!isLanguageAllowed) return "language";
  return plan.politeness.obeyMetaRobots && asksNotToFollow(view) ? "nofollow" : undefined;
}

/**
 * Factor of the priority of a link to a form: below every prediction of a page, but in the order of
 * the strategy. It is no refusal, since a name may mislead.
 */
const LAST = 1e-30;

/** The part of a plan that decides who ranks links to forms. */
type Ranking = Partial<Pick<ReadingPlan, "askedForms" | "files">> & {
  readonly strategy: Pick<Strategy, "learnsKinds">;
};

/** Returns what a link is for that comes last; a link that looks like a file which is looked for is one to this file. */
function lastFor({ askedForms, files }: Ranking, url: Url, parent: Url): LinkIntent | undefined {
  const intent = linkIntent(url, parent);
  if (intent === undefined || askedForms?.has(intent)) return undefined;
  return files !== undefined && looksLikeFile(files, url) ? undefined : intent;
}

/** The scored links of a page, with their final ranks. */
interface RankedLinks {
  readonly links: readonly ScoredLink[];
  /** Number of distinct links to forms, by what they are for. */
  readonly formLinks: Readonly<Record<string, number>>;
}

/**
 * Ranks the scored links of the page `parent`: those that share, print or answer a page, or ask for a
 * password, come last. It is done for all strategies at once, as none looks for such pages. A
 * strategy that learns the kinds of links needs no names, and keeps its order. So do orders of
 * discovery and of chance, which have no priorities. Those that the need asks for are pages as others.
 */
export function rankForms(plan: Ranking, links: readonly ScoredLink[], parent: Url): RankedLinks {
  if (plan.strategy.learnsKinds === true) return { links, formLinks: {} };
  const forms = new Map<string, Set<Url>>();
  const ranked: ScoredLink[] = [];
  for (const link of links) {
    const intent = lastFor(plan, link.url, parent);
    ranked.push(intent === undefined ? link : { ...link, ...ranksLast(link, intent) });
    if (intent !== undefined) forms.set(intent, (forms.get(intent) ?? new Set()).add(link.url));
  }
  const formLinks: Record<string, number> = {};
  for (const [form, urls] of forms) formLinks[form] = urls.size;
  return { links: ranked, formLinks };
}

/** Ranks a queued link that was scored again; a seed has no parent and keeps its rank. */
export function rankAgain(
  plan: Ranking,
  score: LinkScore,
  link: Pick<FrontierLink, "url" | "parent">,
): LinkScore {
  return rankNumbered(score, intentNumber(plan, link));
}

/** Returns what a queued link is for that comes last, as a number that {@link rankNumbered} knows. */
export function intentNumber(
  plan: Ranking,
  { url, parent }: Pick<FrontierLink, "url" | "parent">,
): number {
  if (plan.strategy.learnsKinds === true || parent === undefined) return 0;
  const intent = lastFor(plan, url, parent);
  return intent === undefined ? 0 : LINK_INTENTS.indexOf(intent) + 1;
}

/** Ranks a queued link that was scored again as {@link rankAgain} does, by its {@link intentNumber}. */
export function rankNumbered(score: LinkScore, number: number): LinkScore {
  const intent = LINK_INTENTS[number - 1];
  return intent === undefined ? score : { ...score, ...ranksLast(score, intent) };
}

function ranksLast({ priority, why }: Pick<LinkScore, "priority" | "why">, intent: string) {
  return { priority: priority * LAST, why: `${why}; last, as a link to ${intent}` };
}

// The links that rules find on a page, beside those of its HTML.

/** Returns how the references of an answer become links. */
export function linkReader(
  { canonical, scope }: Pick<ReadingPlan, "canonical" | "scope">,
  { identify }: Pick<Web, "identify">,
): LinkReader {
  return {
    urlOf(href, base) {
      const parsed = canonicalUrl(href.trim(), base, canonical);
      return parsed.ok ? identify(parsed.url) : undefined;
    },
    admit(url, depth) {
      const host = hostOf(url);
      return { host, ...scope({ url, host, depth }) };
    },
  };
}

/** Returns the links that rules find on a page; none is followed where the page is not. */
export function linksOfRules(
  plan: Pick<ReadingPlan, "canonical" | "scope" | "reads">,
  web: Pick<Web, "identify">,
  viewed: ViewedPage,
  link: Pick<FrontierLink, "url" | "depth" | "priority">,
  skipReason: SkipReason | undefined,
): readonly OfferedLink[] {
  const found: OfferedLink[] = [];
  for (const rule of plan.reads)
    if (rule.links !== undefined) found.push(...rule.links(viewed, link, linkReader(plan, web)));
  return found.map((each) => ({ ...each, refusedBy: each.refusedBy ?? skipReason }));
}

/** Adds the links of rules to those of a page; one that the page also links to is the rule's alone. */
export function withLinksOfRules(
  links: readonly OfferedLink[],
  found: readonly OfferedLink[],
): readonly OfferedLink[] {
  const named = new Map(found.map((link) => [link.url, link]));
  return [...links.filter(({ url }) => !named.has(url)), ...named.values()];
}
