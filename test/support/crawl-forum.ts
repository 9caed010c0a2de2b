import { type RunEnd, runCrawl } from "../../lib/crawl/run-crawl.ts";
import type { Json } from "../../lib/domain/json.ts";
import type { Need, Strategy } from "../../lib/domain/methods/strategy.ts";
import type { PageRecord } from "../../lib/domain/page/page-record.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { parsePage } from "../../lib/domain/page/parse-page.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { aPlan, memoryPorts, recordsOf } from "./a-crawl.ts";
import { type Forum, type ForumPageKind, kindOf } from "./a-forum.ts";
import { aNeed } from "./a-need.ts";
import { scriptedWeb } from "./scripted-web.ts";

/** A page that a crawl of a forum fetched. */
export interface ForumPage {
  readonly kind: ForumPageKind | undefined;
  readonly record: PageRecord;
}

/** The result of a crawl of a forum. */
export interface ForumCrawl {
  readonly end: RunEnd;
  /** In order of fetching. */
  readonly pages: readonly ForumPage[];
  /** In order of training. */
  readonly models: readonly Json[];
}

/** A page of a forum as a strategy sees it. */
export function forumPage({ html }: Forum, url: Url): PageView {
  const limits = { maxLength: 1_000_000, overTime: () => false };
  return parsePage({ url, html: html[url] ?? "" }, limits);
}

/** Crawls a forum from its index. */
export async function crawlForum(
  forum: Forum,
  strategy: Strategy,
  { pages = Infinity, need = {} }: { pages?: number; need?: Partial<Need> } = {},
): Promise<ForumCrawl> {
  const plan = aPlan({
    strategy,
    seeds: [forum.seed],
    need: aNeed(need),
    budget: { pages, bodyBytes: Infinity, seconds: Infinity, dollars: Infinity },
  });
  const ports = memoryPorts(scriptedWeb(forum.html), plan);
  const end = await runCrawl(ports, plan);
  const records = (await recordsOf(ports)).filter(({ page }) => page !== undefined);
  const models: Json[] = [];
  for (const { kind, detail } of await ports.log.list()) {
    const { model } = detail;
    if (kind !== "trained" || typeof model !== "string") continue;
    models.push(JSON.parse((await ports.models.get(model)) ?? "null"));
  }
  return {
    end,
    models,
    pages: records.map((record) => ({ kind: kindOf(forum, record.url), record })),
  };
}

/** Share of pages of a kind among some pages, in [0,1]. */
export function shareOf(kind: ForumPageKind, pages: readonly ForumPage[]): number {
  return pages.filter((page) => page.kind === kind).length / pages.length;
}
