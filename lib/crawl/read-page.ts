/** Reads a fetched page: its record, and its links with their scores. */
import type { FrontierLink, Lease, OfferedLink } from "../domain/frontier/link.ts";
import { languageAllowed } from "../domain/frontier/scope.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import { asksNotToFollow, type PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { parsePage } from "../domain/page/parse-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { canonicalUrl, hostOf } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import { DowserError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { PackedAnswer } from "../ports/page-store.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks, type SkipReason, skipRelNofollow } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { rankForms } from "./form-links.ts";
import {
  fileContents,
  type JudgedPage,
  judgeFile,
  judgePage,
  viewPage,
  viewReading,
} from "./judge-page.ts";
import { withLinks } from "./link-result.ts";
import type {
  AnswerReader,
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

/** A fetched page, and what it is read by. */
export interface PageTask extends SteppedTask {
  readonly plan: ReadingPlan;
  readonly model: TrainedModel;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
}

/** What was read of a page, or the error that it caused. */
export type PageReading =
  | {
      readonly kind: "read";
      readonly harvested: HarvestedPage;
      /** The page as it is stored, when it was packed where it was read. */
      readonly packed?: PackedAnswer;
    }
  /** The link is done without a page. */
  | ReadingDone
  /** The fetching part of a rule acts first. */
  | { readonly kind: "back" }
  | { readonly kind: "page-error"; readonly detail: string };

/** A stored page, and what it is judged by again. */
export interface JudgingTask extends Pick<PageTask, "model" | "page"> {
  readonly plan: ReadingPlan;
  /** The link that led to it. */
  readonly context: LinkContext;
}

/**
 * Reads and judges pages somewhere else than in the thread that fetches them. The result depends on
 * the task alone, not on where it is done.
 */
export interface PageReader {
  /** @throws DowserError an error that says what the crawl must do */
  read(task: PageTask): Promise<PageReading>;
  /** Returns `undefined` of a page that cannot be judged again: no thread survived it. */
  judge(task: JudgingTask): Promise<JudgedPage | undefined>;
}

/** Judges a stored page or file again. */
export function judgeAgain(
  { clock }: Pick<ReadingPorts, "clock">,
  { plan, model, page, context }: JudgingTask,
): JudgedPage {
  return (
    judgeFile(plan, page) ??
    judgePage(
      plan,
      model,
      viewPage(page, plan.canonical, plan.limits, clock, viewReading(plan)),
      context,
    )
  );
}

/**
 * Reads one page. An error is a result, as other pages may be read all the same; but an error that
 * says itself what the crawl must do goes on its way.
 */
export function readPage(
  ports: ReadingPorts,
  { plan, model, lease, page, step }: PageTask,
): PageReading {
  try {
    for (const rule of plan.reads) {
      if (rule.instead === undefined) continue;
      const done = rule.instead(page, answerReader(ports, plan, model, lease, page));
      if (done !== undefined) return done;
    }
    const harvested = harvestPage(ports, plan, model, lease, page, step);
    return "kind" in harvested ? harvested : { kind: "read", harvested };
  } catch (error) {
    if (error instanceof DowserError && error.reaction !== "drop") throw error;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { kind: "page-error", detail };
  }
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
  ports: Pick<ReadingPorts, "web" | "isDone">,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  { page: fetched, viewed }: Required<ReadPage>,
): HarvestedPage {
  const { view } = viewed;
  const { web } = ports;
  const judged = judgePage(plan, model, viewed, link);
  const { assessment, asked, fields } = judged;
  const { page, links, formLinks, skipReason } = pageLinks(ports, plan, model, link, view, judged);
  const found = linksOfRules(plan, web, viewed, link, skipReason);
  const notes = notesOn(plan, { viewed, page: fetched }, web);
  return {
    view,
    links: found.length === 0 ? links : withLinksOfRules(links, found),
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

/** Admits, scores and ranks the links of a page, or those of HTML within an answer. */
function pageLinks(
  { web, isDone }: Pick<ReadingPorts, "web" | "isDone">,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  view: PageView,
  { assessment, isLanguageAllowed }: Pick<JudgedPage, "assessment" | "isLanguageAllowed">,
) {
  const admitted = admitLinks(view, link.depth + 1, web, plan.scope);
  const { page, verdicts } = plan.politeness.skipRelNofollow ? skipRelNofollow(admitted) : admitted;
  const skipReason = skipReasonOf(plan, view, isLanguageAllowed);
  const scored =
    skipReason === undefined ? model.compiled.scoreLinks(page, assessment, link, isDone) : [];
  const { links: ranked, formLinks } = rankForms(plan, scored, link.url);
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  const links = offeredLinks(verdicts, ranked, origin, skipReason ?? "strategy");
  return { page, links, formLinks, skipReason };
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

// What a crawl does for a rule that reads an answer in place of a page.

/** Returns how a rule reads an answer: its links are scored as those of a page, and it is not judged. */
function answerReader(
  { web, clock }: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  { link }: Pick<Lease, "link">,
  { url, headers }: FetchedPage,
): AnswerReader {
  return {
    ...linkReader(plan, web),
    read(html) {
      const { robotsName } = plan.politeness;
      const deadline = clock.now() + plan.limits.parseMs;
      const view = parsePage(
        { url, html, headers, robotsName },
        { maxLength: Number.POSITIVE_INFINITY, overTime: () => clock.now() > deadline },
        plan.canonical,
      );
      const isLanguageAllowed = languageAllowed(plan.languages, view.language);
      const judged = { assessment: model.compiled.assessPage(view, link), isLanguageAllowed };
      const { links } = pageLinks({ web }, plan, model, link, view, judged);
      return { title: view.title, links };
    },
  };
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
