/** Lets a function of the user act on each page, between its reading and its record: `onPage` of the package, here and in a stack. */
import { MOST_PREDICTED } from "../../crawl/admit-links.ts";
import { viewPage, viewReading } from "../../crawl/judge-page.ts";
import { done } from "../../crawl/link-result.ts";
import {
  judgeAgain,
  linkReader,
  type PageReader,
  type PageReading,
  type PageTask,
  type ReadingPorts,
  readPage,
  skipReasonOf,
  withLinksOfRules,
} from "../../crawl/read-page.ts";
import type { ViewedPage } from "../../crawl/rules.ts";
import type { OfferedLink } from "../../domain/frontier/link.ts";
import { compileFields } from "../../domain/page/extract-fields.ts";
import { pageMarkdown } from "../../domain/page/markdown.ts";
import type { PageVerdict } from "../../domain/page/page-record.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import type { Post } from "../../domain/page/posts/post.ts";
import { findPosts } from "../../domain/page/posts/post-drafts.ts";
import { type GivenValue, type SavedValues, withSaved } from "../../domain/page/saved-values.ts";
import { urlOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { Clock } from "../../ports/clock.ts";

/** Reason of a page that a handler left out. */
const SKIPPED = "skipped";

/** A link of a page, as it is offered to the crawl. */
type HandledLink = Pick<OfferedLink, "url" | "priority" | "why" | "refusedBy">;

/** A page as a handler has it. What is not asked for is not made. */
export interface HandledPage {
  readonly url: Url;
  /** All that strategies see of it. */
  readonly page: PageView;
  readonly html: string;
  /**
   * Returns the texts that a rule finds, as those of `extract`: a CSS selector, one with `@attribute`, or a path into
   * JSON-LD or microdata.
   */
  readonly $: (rule: string) => readonly string[];
  /** Main text, and the same as Markdown. */
  readonly text: string;
  readonly markdown: string;
  /** Posts of a thread or comments, where their structure is certain. */
  readonly posts: readonly Post[];
  /** Predicted by the crawl, in [0,1]. */
  readonly score: number;
  readonly verdict: Pick<PageVerdict, "isTarget" | "type" | "why">;
  /** Links that the page offers. */
  readonly links: readonly HandledLink[];
  /**
   * Offers a link: scope, robots rules and limits hold for it as for any other. Its priority is 1 where none is given;
   * those that the crawl predicts are mostly below. Returns false for what is no HTTP URL.
   */
  readonly enqueue: (href: string, given?: { readonly priority?: number }) => boolean;
  /** Leaves the page out, and counts it as `skipped`; its links are followed all the same. */
  readonly skip: (why?: string) => void;
  /**
   * Adds cells to the row of the page in exports: `price` becomes the column `saved_price`, of the type of its values.
   * A number that is none, and an invalid date, fail the page.
   */
  readonly save: (values: Readonly<Record<string, GivenValue>>) => void;
}

/** Acts on a page; the crawl waits for its promise. An error fails this page, with its stack, and nothing else. */
export type PageHandler = (page: HandledPage) => unknown;

/** What handling a page uses from outside. */
interface HandlingPorts extends Pick<ReadingPorts, "web"> {
  readonly clock: Pick<Clock, "now" | "wakeAt">;
}

/**
 * Returns a reader that lets a handler act on each page that was read; files have no view, and are left to the crawl. A page whose
 * handler takes longer than `mostMs` fails.
 */
export function handlingReader(
  reader: PageReader | undefined,
  ports: HandlingPorts,
  handler: PageHandler,
  mostMs = Infinity,
): PageReader {
  return {
    async read(task) {
      const reading = reader ? await reader.read(task) : readPage(ports, task);
      if (reading.kind !== "read" || reading.harvested.verdict.file !== undefined) return reading;
      const handling = new Handling(task, reading, ports);
      try {
        await inTime(handler(handling.page()), mostMs, ports.clock);
        return handling.result();
      } catch (error) {
        const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
        return { kind: "page-error", detail };
      }
    },
    judge: async (task) => (reader ? reader.judge(task) : judgeAgain(ports, task)),
  };
}

/** Waits for a handler no longer than it may take. */
async function inTime(work: unknown, mostMs: number, clock: HandlingPorts["clock"]): Promise<void> {
  if (mostMs === Infinity) {
    await work;
    return;
  }
  const late = Promise.withResolvers<never>();
  const stop = clock.wakeAt(clock.now() + mostMs, () => {
    late.reject(new Error(`the handler took more than ${mostMs / 1_000} s`));
  });
  try {
    await Promise.race([work, late.promise]);
  } finally {
    stop();
  }
}

type Read = Extract<PageReading, { kind: "read" }>;

/** What a handler does with one page. */
class Handling {
  readonly #task: PageTask;
  readonly #reading: Read;
  readonly #ports: ReadingPorts;
  #made: ViewedPage | undefined;
  readonly #offered = new Map<Url, OfferedLink>();
  #saved: SavedValues = {};
  #skipped: string | undefined;

  constructor(task: PageTask, reading: Read, ports: ReadingPorts) {
    this.#task = task;
    this.#reading = reading;
    this.#ports = ports;
  }

  /** The view of the page, made when it is first asked for: the reader's own may be another thread's. */
  get #viewed(): ViewedPage {
    const { plan, page } = this.#task;
    const { canonical, limits } = plan;
    this.#made ??= viewPage(page, canonical, limits, this.#ports.clock, viewReading(plan));
    return this.#made;
  }

  page(): HandledPage {
    const viewed = () => this.#viewed;
    const { verdict, links } = this.#reading.harvested;
    const { utility, isTarget, type, why } = verdict;
    const {
      fetchedAt,
      page: { url },
    } = this.#task;
    return {
      url,
      get page() {
        return viewed().view;
      },
      get html() {
        return viewed().html;
      },
      $: (rule) => [compileFields({ $: rule })(viewed().html)["$"] ?? []].flat(),
      get text() {
        return viewed().view.mainText;
      },
      get markdown() {
        const { html, view } = viewed();
        return pageMarkdown({ html, base: urlOf(view.baseHref, url) ?? url });
      },
      get posts() {
        const { html, view } = viewed();
        return findPosts(view, html, fetchedAt);
      },
      score: utility,
      verdict: { isTarget, type, why },
      links,
      enqueue: (href, given) => this.#enqueue(href, given),
      skip: (reason = "") => {
        this.#skipped = reason;
      },
      save: (values) => {
        this.#saved = withSaved(this.#saved, values);
      },
    };
  }

  #enqueue(href: string, { priority = 1 }: { readonly priority?: number } = {}): boolean {
    const { plan, model, lease } = this.#task;
    const { view } = this.#viewed;
    if (!(priority >= 0)) throw new RangeError(`a priority is a number from 0: ${priority}`);
    const { urlOf: linkOf, admit } = linkReader(plan, this.#ports.web);
    const url = linkOf(href, view.baseHref ?? view.url);
    if (url === undefined) return false;
    const depth = lease.link.depth + 1;
    const { host, quotas, refusedBy = skipReasonOf(plan, view, true) } = admit(url, depth);
    this.#offered.set(url, {
      url,
      host,
      priority: Math.min(priority, MOST_PREDICTED),
      group: "",
      depth,
      redirects: 0,
      parent: lease.link.url,
      snippet: undefined,
      why: "named by the handler",
      model: model.hash,
      quotas,
      refusedBy,
    });
    return true;
  }

  /** Returns the reading with what the handler did. */
  result(): PageReading {
    const { harvested } = this.#reading;
    const links = withLinksOfRules(harvested.links, [...this.#offered.values()]);
    if (this.#skipped !== undefined) {
      const { status } = this.#task.page;
      const said = { state: "refused", reason: SKIPPED, detail: this.#skipped, status } as const;
      return { kind: "done", result: done({ ...said, links }), stores: "nothing" };
    }
    const saved = this.#saved;
    const hasSaved = Object.keys(saved).length > 0;
    const verdict = hasSaved ? { ...harvested.verdict, saved } : harvested.verdict;
    return { ...this.#reading, harvested: { ...harvested, links, verdict } };
  }
}
