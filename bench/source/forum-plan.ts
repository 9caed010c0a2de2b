import { systemClock } from "../../lib/adapters/system-clock.ts";
import { admitLinks } from "../../lib/crawl/admit-links.ts";
import type { CrawlPlan } from "../../lib/crawl/crawl-plan.ts";
import { viewPage } from "../../lib/crawl/judge-page.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import type { Need } from "../../lib/domain/methods/strategy.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { openPlan } from "../../lib/project/plan-crawl.ts";
import type { Project } from "../../lib/project/project-schema.ts";
import { recorded } from "../../lib/run/web/open-web.ts";
import type { OpenForum } from "./forum.ts";

/** The plan of a crawl of a forum, and the project that it was made from. */
export async function planOf(
  { web, seed: home }: Pick<OpenForum, "web" | "seed">,
  { pages, seed, need }: { readonly pages: number; readonly seed: number; readonly need?: Need },
): Promise<{ readonly project: Project; readonly plan: Omit<CrawlPlan, "strategy"> }> {
  const scope = scopeFor(need ?? NO_NEED);
  const text = { name: "source", seeds: { urls: [home] }, budget: { pages }, seed, scope };
  const project = await parseProject(JSON.stringify(text), "bench");
  const inputs = { need: need ?? NO_NEED, foundSeeds: undefined, year: 0 };
  return { project, plan: await openPlan(project, recorded(web), inputs) };
}

/** The scope of a project with a need: what a project without one leaves out is told by it. */
export function scopeFor({ examplePage, detect }: Need): { readonly copies: "group" | "keep" } {
  return { copies: examplePage !== undefined || detect !== undefined ? "group" : "keep" };
}

/** A recorded page as strategies score its links: only with those in scope. */
export async function scopedViewOf(
  forum: Pick<OpenForum, "web">,
  url: Url,
  plan: Pick<CrawlPlan, "limits" | "canonical" | "scope">,
): Promise<PageView> {
  // No scope of these crawls depends on the depth.
  return admitLinks(await viewOf(forum, url, plan), 1, forum.web, plan.scope).page;
}

/** A recorded page as it is parsed, with all its links. */
export async function viewOf(
  { web }: Pick<OpenForum, "web">,
  url: Url,
  { limits, canonical }: Pick<CrawlPlan, "limits" | "canonical">,
): Promise<PageView> {
  const outcome = await web.fetch(url, limits);
  if (outcome.kind !== "page") throw new Error(`no page is recorded at ${url}`);
  return viewPage(outcome, canonical, limits, systemClock).view;
}
