import type { StoredRendering } from "../domain/page/page-record.ts";
import { type HostNeed, HostNeeds } from "../domain/page/render/host-need.ts";
import type { RenderingFacts } from "../domain/page/rendering.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import { hostOf } from "../domain/web/url/canonical-url.ts";
import type { Host } from "../domain/web/url/url.ts";
import type { PageRenderer } from "../ports/page-renderer.ts";
import type { PageStore } from "../ports/page-store.ts";
import type { PageReading, PageTask } from "./read-page.ts";

/** Which pages of a crawl are rendered. */
export interface RenderRule {
  /** All, or those that need it. */
  readonly when: Exclude<HostNeed, "never">;
  /** Returns whether pages of a host may be rendered at all. */
  readonly isHost: (host: Host) => boolean;
}

/** Renders the pages of a crawl that are to be rendered, and remembers which hosts need it. */
export class PageRendering {
  readonly #renderer: PageRenderer;
  readonly #rule: RenderRule;
  readonly #needs = new HostNeeds();

  constructor(renderer: PageRenderer, rule: RenderRule) {
    this.#renderer = renderer;
    this.#rule = rule;
  }

  /** Reads a page by `read`, rendered before if it is to be. Returns the page as it is to be stored, too. */
  async read(
    task: PageTask,
    read: (task: PageTask) => Promise<PageReading> | PageReading,
  ): Promise<{ readonly page: FetchedPage; readonly reading: PageReading }> {
    const host = hostOf(task.page.url);
    const need = this.#needOf(host);
    if (need === "never") return { page: task.page, reading: await read(task) };
    const reading = await read({ ...task, render: { kind: "may", need } });
    if (reading.kind !== "to-render") return { page: task.page, reading };
    const { html: rendered, ...rendering } = await this.#renderer.render(task.page);
    const page = { ...task.page, rendered };
    const again = await read({ ...task, page, render: { kind: "tried", rendering } });
    if (again.kind !== "read") return { page: task.page, reading: again };
    const isFuller = again.harvested.verdict.rendering?.result === "rendered";
    this.#needs.note(host, isFuller);
    return { page: isFuller ? page : task.page, reading: again };
  }

  #needOf(host: Host): HostNeed {
    if (!this.#rule.isHost(host)) return "never";
    return this.#rule.when === "always" ? "always" : this.#needs.of(host);
  }
}

/** Stores a rendered page after the page, and returns what the record of the page says of it. */
export async function storedRendering(
  pages: Pick<PageStore, "putRendered">,
  { url, rendered }: FetchedPage,
  fetchedAt: number,
  facts: RenderingFacts | undefined,
): Promise<{ readonly rendering?: StoredRendering }> {
  if (facts === undefined) return {};
  if (rendered === undefined) return { rendering: facts };
  const ref = await pages.putRendered?.(url, rendered, fetchedAt);
  return { rendering: { ...facts, htmlBytes: rendered.length, ref } };
}
