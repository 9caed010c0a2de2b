import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PageStore } from "../ports/page-store.ts";
import { readEnded } from "./ended-crawls.ts";
import type { ExportPorts, OpenRecords } from "./make-export.ts";
import type { RecrawlState } from "./stack-state.ts";

/** Opens crawls that have ended. */
interface EndedPorts extends Pick<ExportPorts, "openRecords"> {
  readonly blobs: Pick<BlobStore, "get">;
}

/**
 * The pages of the crawls that a recrawl comes back to. They are restored when a page is first asked
 * for: a training needs one only where it was labelled and is not visited again yet.
 */
export class EndedPages {
  readonly #ports: EndedPorts;
  readonly #recrawl: RecrawlState | null;
  #opened: Promise<readonly OpenRecords[]> | undefined;

  /** Without a recrawl there are no pages. */
  constructor(ports: EndedPorts, recrawl: RecrawlState | null) {
    this.#ports = ports;
    this.#recrawl = recrawl;
  }

  /** Returns a page as it was last stored; `undefined` when no crawl has it. */
  async get(url: Url): Promise<FetchedPage | undefined> {
    this.#opened ??= this.#open();
    return joinPages(await this.#opened).get(url);
  }

  async close(): Promise<void> {
    for (const each of (await this.#opened) ?? []) each.close();
  }

  async #open(): Promise<readonly OpenRecords[]> {
    const opened: OpenRecords[] = [];
    const ended = await readEnded(this.#ports.blobs, this.#recrawl);
    for (const { journal } of ended.toReversed()) {
      opened.push(await this.#ports.openRecords(journal));
    }
    return opened;
  }
}

/** Joins the pages of several crawls for reading: a page is that of the first one which has it. */
export function joinPages(
  crawls: readonly { readonly pages: Pick<PageStore, "get"> }[],
): Pick<PageStore, "get"> {
  return {
    async get(url) {
      for (const { pages } of crawls) {
        const page = await pages.get(url);
        if (page !== undefined) return page;
      }
      return undefined;
    },
  };
}
