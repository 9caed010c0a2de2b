import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import type { PageVerdict } from "../domain/fetch/page-record.ts";
import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { LinkContext } from "../domain/strategy/strategy.ts";
import type { Url } from "../domain/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks, type SkipReason, skipRelNofollow } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { fileContents } from "./file-contents.ts";
import { rankForms } from "./form-links.ts";
import { judgeFile, judgePage } from "./judge-page.ts";
import { viewPage } from "./view-page.ts";

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
  /** Absent for a file, and where the page was read in another thread. */
  readonly view?: PageView;
}

/** Parses, assesses and scores a page: from its bytes to its verdict and the links it offers. */
export function harvestPage(
  ports: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  { link }: Lease,
  fetched: FetchedPage,
): HarvestedPage {
  return harvestFile(plan, model, fetched) ?? harvestHtml(ports, plan, model, link, fetched);
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
  const noindex = judged.noindex ? { noindex: true } : {};
  return { links: [], verdict: { ...verdict, ...noindex, outlinks, structure: undefined } };
}

function harvestHtml(
  { web, clock }: ReadingPorts,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  fetched: FetchedPage,
): HarvestedPage {
  const viewed = viewPage(fetched, plan.canonical, plan.limits, clock);
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
  const scored =
    skipReason === undefined ? model.compiled.scoreLinks(page, assessment, context) : [];
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  const { links, formLinks } = rankForms(plan.strategy, scored, link.url);
  return {
    view,
    links: offeredLinks(verdicts, links, origin, skipReason ?? "strategy"),
    verdict: {
      mediaType: fetched.mediaType,
      bodyBytes: fetched.body.byteLength,
      title: view.title,
      language: view.language,
      utility: assessment.utility,
      isTarget: assessment.isTarget,
      type: assessment.type,
      model: model.hash,
      why: assessment.why,
      fields,
      ...(noindex ? { noindex } : {}),
      links: view.anchors.length,
      unusableLinks: Object.fromEntries(view.unusableLinks),
      ...(Object.keys(formLinks).length > 0 ? { formLinks } : {}),
      outlinks: plan.strategy.keepsOutlinks === true ? outlinksOf(page, skipReason) : undefined,
      structure: assessment.structure,
      truncated: view.truncated,
    },
  };
}

/** Returns the page's links as evidence: none when they are not followed. */
function outlinksOf({ anchors }: PageView, skipReason: SkipReason | undefined): readonly Url[] {
  return skipReason === undefined ? anchors.map(({ url }) => url) : [];
}

/** Says why the page's links are not followed; returns `undefined` when they are. */
function skipReasonOf(
  plan: ReadingPlan,
  view: PageView,
  isLanguageAllowed: boolean,
): SkipReason | undefined {
  if (!isLanguageAllowed) return "language";
  return plan.politeness.obeyMetaRobots && view.metaRobots.nofollow ? "nofollow" : undefined;
}
