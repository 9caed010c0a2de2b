import type { Lease, OfferedLink } from "../domain/frontier/link.ts";
import type { LinkContext } from "../domain/methods/strategy.ts";
import type { PageVerdict } from "../domain/page/page-record.ts";
import type { PageView } from "../domain/page/page-view.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { NOFOLLOW } from "../domain/web/signals/robots-meta.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { Clock } from "../ports/clock.ts";
import type { Web } from "../ports/web.ts";
import { admitLinks, offeredLinks, type SkipReason, skipRelNofollow } from "./admit-links.ts";
import type { ReadingPlan, TrainedModel } from "./crawl-plan.ts";
import { rankForms } from "./form-links.ts";
import { fileContents, judgeFile, judgePage } from "./judge-page.ts";
import { linksOfRules, withLinksOfRules } from "./rule-links.ts";
import type { Chosen, Notes, ReadingDone, ReadPage, SteppedTask } from "./rules.ts";
import { viewPage, viewReading } from "./view-page.ts";
import type { ViewedPage } from "./viewed-page.ts";

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
  /** Further keys of the record. */
  readonly record?: Notes["record"];
  /** Absent for a file, and where the page was read in another thread. */
  readonly view?: PageView;
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
  step?: SteppedTask["step"],
): HarvestedPage | ReadingDone | Extract<Chosen, { kind: "back" }> {
  const file = harvestFile(ports, plan, model, fetched);
  if (file !== undefined) return file;
  const chosen = chosenView(ports, plan, { page: fetched, step });
  if (chosen.kind === "back") return chosen;
  const { viewed, complete } = chosen;
  const harvested = harvestViewed(ports, plan, model, lease, { fetched, viewed });
  return "kind" in harvested ? harvested : (complete?.(harvested) ?? harvested);
}

/** Returns the view by which a page is read: that which the first rule chooses, else that of its body. */
function chosenView(
  ports: ReadingPorts,
  plan: ReadingPlan,
  task: Pick<SteppedTask, "page" | "step">,
): Chosen {
  const view = (page: FetchedPage) => viewOf(ports, plan, page);
  const isWall = (viewed: ViewedPage) => plan.reads.some((rule) => rule.isWall?.(viewed) === true);
  for (const rule of plan.reads) {
    const chosen = rule.choose?.(task, view, isWall);
    if (chosen !== undefined) return chosen;
  }
  return { kind: "view", viewed: view(task.page) };
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
): HarvestedPage | ReadingDone {
  for (const rule of plan.reads) {
    const done = rule.look?.(viewed, fetched, lease, plan);
    if (done !== undefined) return done;
  }
  return harvestHtml(ports, plan, model, lease.link, { page: fetched, viewed });
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
  const asked = judged.noindex ? { noindex: true } : {};
  const notes = notesOn(plan, { page: fetched }, web).page;
  return { links: [], verdict: { ...verdict, ...asked, outlinks, ...notes, structure: undefined } };
}

function harvestHtml(
  { web }: Pick<ReadingPorts, "web">,
  plan: ReadingPlan,
  model: Omit<TrainedModel, "pages">,
  link: Lease["link"],
  { page: fetched, viewed }: Required<ReadPage>,
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
  const found = linksOfRules(plan, web, viewed, link, skipReason);
  const scored =
    skipReason === undefined ? model.compiled.scoreLinks(page, assessment, context) : [];
  const origin = { depth: link.depth + 1, redirects: 0, parent: link.url, model: model.hash };
  const { links, formLinks } = rankForms(plan.strategy, scored, link.url);
  const notes = notesOn(plan, { viewed, page: fetched }, web);
  return {
    view,
    links: withLinksOfRules(offeredLinks(verdicts, links, origin, skipReason ?? "strategy"), found),
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
  return plan.politeness.obeyMetaRobots && view.signals.includes(NOFOLLOW) ? "nofollow" : undefined;
}
