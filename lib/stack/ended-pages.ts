/** The pages of the crawls that a crawl of a stack comes back to, for a training. */
import { joinedPages } from "../crawl/run-rules.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import { type ComingBack, endedBefore } from "./earlier-crawls.ts";
import type { ExportPorts, OpenRecords } from "./make-export.ts";

/**
 * Returns pages for a training, with those of the crawls before where the crawl of this state has none yet, and a way
 * to close them.
 */
export function pagesOfTraining<Pages extends Pick<PageStore, "get">>(
  ports: EndedPorts,
  state: ComingBack,
  own: Pages,
): { readonly pages: Pages; readonly close: () => Promise<void> } {
  const ended = new EndedPages(ports, state);
  return { pages: joinedPages(own, [ended]), close: () => ended.close() };
}

/** Opens crawls that have ended. */
interface EndedPorts extends Pick<ExportPorts, "openRecords"> {
  readonly blobs: Pick<BlobStore, "get">;
}

/**
 * The pages of the crawls that another one comes back to. They are restored when a page is first asked
 * for: a training needs one only where it was labelled and is not visited again yet.
 */
class EndedPages {
  readonly #ports: EndedPorts;
  readonly #state: ComingBack;
  #opened: Promise<readonly OpenRecords[]> | undefined;

  constructor(ports: EndedPorts, state: ComingBack) {
    this.#ports = ports;
    this.#state = state;
  }

  /** Returns a page as it was last stored; `undefined` when no crawl has it. */
  async get(url: Url): Promise<FetchedPage | undefined> {
    this.#opened ??= this.#open();
    const opened = await this.#opened;
    return joinedPages(
      NO_PAGES,
      opened.map(({ pages }) => pages),
    ).get(url);
  }

  async close(): Promise<void> {
    for (const each of (await this.#opened) ?? []) each.close();
  }

  async #open(): Promise<readonly OpenRecords[]> {
    const opened: OpenRecords[] = [];
    const ended = await endedBefore(this.#ports.blobs, this.#state);
    for (const { journal } of ended.toReversed()) {
      opened.push(await this.#ports.openRecords(journal));
    }
    return opened;
  }
}

const NO_PAGES: Pick<PageStore, "get"> = { get: async () => undefined };
