import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import { printText, textPrint } from "../domain/page/copies/text-print.ts";
import type { PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import { notFoundPrint } from "../domain/page/walls/soft-404.ts";
import { wallOfPage } from "../domain/page/walls/wall-of-page.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { signalsOfHeaders } from "../domain/web/signals/page-signals.ts";
import { NOFOLLOW } from "../domain/web/signals/robots-meta.ts";
import type { Signals } from "../domain/web/signals/signals.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { FoundWall } from "../domain/web/walls/wall.ts";
import type { Clock } from "../ports/clock.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks, type SkipReason, skipRelNofollow } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { feedLinks, withFeeds } from "./feed-links.ts";
import { fileContents } from "./file-contents.ts";
import { rankForms } from "./form-links.ts";
import { judgeFile, judgePage } from "./judge-page.ts";
import { PROBE_GROUP } from "./not-found-answers.ts";
import { fullerView, isToRender, type RenderStep, withRendering } from "./render-page.ts";
import { type ViewedPage, viewPage, viewReading } from "./view-page.ts";

/** What reading a page uses from outside. */
export interface ReadingPorts {
  readonly web: Pick<Web, "identify">;
  readonly clock: Pick<Clock, "now">;
}

/** The result of a fetched page, before anything is stored. */
export interface HarvestedPage {
  readonly links: readonly OfferedLink[];
  /** Everything in the record except where the page is stored. */
  readonly verdict: Omit<PageVerdict, "ref">;
  /** Hash of a short text, as in the record; absent where walls are not left out. */
  readonly print?: number;
  /** Absent for a file, and where the page was read in another thread. */
  readonly view?: PageView;
}

/** A page that is no content. */
export interface WalledPage extends FoundWall {
  readonly print?: number;
}

/**
 * Parses, assesses and scores a page: from its bytes to its verdict and the links it offers. A wall
 * is neither assessed nor has it links.
 */
export function harvestPage(
  ports: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  lease: Lease,
  fetched: FetchedPage,
): HarvestedPage | WalledPage {
  const file = harvestFile(plan, model, fetched);
  if (file !== undefined) return file;
  const viewed = viewOf(ports, plan, fetched);
  return harvestViewed(ports, plan, model, lease, { fetched, viewed });
}

/** The page of a link, and what it is read by. */
interface FetchedLink {
  readonly plan: ReadingPlan;
  readonly model: Omit<TrainedModel, "pages">;
  readonly lease: Lease;
  readonly page: FetchedPage;
}

/** Does the same in a crawl that renders pages: one that is to be rendered is not read before. */
export function harvestRendered(
  ports: ReadingPorts,
  { plan, model, lease, page: fetched }: FetchedLink,
  step: RenderStep,
): HarvestedPage | WalledPage | "to-render" {
  const file = harvestFile(plan, model, fetched);
  if (file !== undefined) return file;
  const { rendered, ...plain } = fetched;
  const viewed = viewOf(ports, plan, plain);
  if (step.kind === "may")
    return isToRender(step, plan, fetched, viewed)
      ? "to-render"
      : harvestViewed(ports, plan, model, lease, { fetched, viewed });
  const full = fullerView(viewed, rendered && viewOf(ports, plan, fetched), step.rendering);
  const harvested = harvestViewed(ports, plan, model, lease, { fetched, viewed: full.viewed });
  return "wall" in harvested ? harvested : withRendering(harvested, step.rendering, full);
}

function viewOf({ clock }: ReadingPorts, plan: ReadingPlan, fetched: FetchedPage): ViewedPage {
  return viewPage(fetched, plan.canonical, plan.limits, clock, viewReading(plan));
}

function harvestViewed(
  ports: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  lease: Lease,
  { fetched, viewed }: { readonly fetched: FetchedPage; readonly viewed: ViewedPage },
): HarvestedPage | WalledPage {
  const { walls, labels } = plan;
  if (!walls.leftOut || labels?.has(fetched.url) === true)
    return harvestHtml(ports, plan, model, lease.link, { fetched, viewed });
  const print = notFoundPrint(viewed.view);
  const withPrint = print === undefined ? {} : { print };
  const wall = wallOf(viewed, lease, print);
  return wall === undefined
    ? { ...harvestHtml(ports, plan, model, lease.link, { fetched, viewed }), ...withPrint }
    : { ...wall, ...withPrint };
}

function wallOf(
  viewed: ViewedPage,
  { link, notFound }: Pick<Lease, "link" | "notFound">,
  print: number | undefined,
): FoundWall | undefined {
  if (link.group === PROBE_GROUP)
    return { wall: "soft-404", sign: "a page for a URL that cannot exist" };
  if (print !== undefined && notFound?.includes(print) === true)
    return { wall: "soft-404", sign: "the host's answer to a URL that cannot exist" };
  return wallOfPage(viewed);
}

/** Reads a file that the need asks for, which has no links; `undefined` for everything else. */
function harvestFile(
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
  const signals = signalsOfHeaders(fetched.headers, plan.politeness.robotsName);
  const asked = { ...(judged.noindex ? { noindex: true } : {}), ...stated(signals) };
  return { links: [], verdict: { ...verdict, ...asked, outlinks, structure: undefined } };
}

function harvestHtml(
  { web }: Pick<ReadingPorts, "web">,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  { fetched, viewed }: { readonly fetched: FetchedPage; readonly viewed: ViewedPage },
): HarvestedPage {
  const { view } = viewed;
  const context: LinkContext = link;
  const { assessment, isLanguageAllowed, noindex, fields } = judgePage(
    plan,
    model,
    viewed,
    context,
  );
  const admitted = admitLinks(view, link.depth + 1, web, plan.scope);
  const { page, verdicts } = plan.politeness.skipRelNofollow ? skipRelNofollow(admitted) : admitted;
  const skipReason = skipReasonOf(plan, view, isLanguageAllowed);
  const feeds = feedLinks(plan, web, viewed, link, skipReason);
  const scored =
    skipReason === undefined ? model.compiled.scoreLinks(page, assessment, context) : [];
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  const { links, formLinks } = rankForms(plan.strategy, scored, link.url);
  return {
    view,
    links: withFeeds(offeredLinks(verdicts, links, origin, skipReason ?? "strategy"), feeds),
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
      ...(noindex ? { noindex } : {}),
      ...stated(view.signals),
      links: view.anchors.length,
      unusableLinks: Object.fromEntries(view.unusableLinks),
      ...(Object.keys(formLinks).length > 0 ? { formLinks } : {}),
      outlinks: plan.strategy.keepsOutlinks === true ? outlinksOf(page, skipReason) : undefined,
      ...(plan.copies === "group" ? signsOfCopies(view, web) : {}),
      structure: assessment.structure,
      truncated: view.truncated,
    },
  };
}

/** Returns the signals as a record has them: only where there are some. */
function stated(signals: Signals): Pick<PageVerdict, "signals"> {
  return signals.length === 0 ? {} : { signals };
}

/** Returns what shows whether a page is a copy of another. */
function signsOfCopies(
  { url, mainText, canonicalUrl }: PageView,
  { identify }: ReadingPorts["web"],
): Pick<PageVerdict, "textPrint" | "canonicalUrl"> {
  const print = textPrint(mainText);
  const canonical = canonicalUrl && identify(canonicalUrl);
  return {
    ...(print === undefined ? {} : { textPrint: printText(print) }),
    ...(canonical === undefined || canonical === url ? {} : { canonicalUrl: canonical }),
  };
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
  return plan.politeness.obeyMetaRobots && view.signals.includes(NOFOLLOW) ? "nofollow" : undefined;
}
