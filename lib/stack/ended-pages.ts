import type { FetchedPage } from "../domain/fetch/fetch-outcome.ts";
import type { Url } from "../domain/url/url.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { PlannerState } from "../ports/stack-state.ts";
import { readEnded } from "./ended-crawls.ts";
import { joinPages } from "./join-shards.ts";
import type { ExportPorts, OpenRecords } from "./make-export.ts";

/** Opens shards of crawls that have ended. */
interface EndedPorts extends Pick<ExportPorts, "openRecords"> {
  readonly blobs: Pick<BlobStore, "get">;
}

/**
 * The pages of the crawls that a recrawl comes back to. They are restored when a page is first asked
 * for: a training needs one only where it was labelled and is not visited again yet.
 */
export class EndedPages {
  readonly #ports: EndedPorts;
  readonly #planners: readonly (Pick<PlannerState, "recrawl"> | undefined)[];
  #opened: Promise<readonly OpenRecords[]> | undefined;

  constructor(ports: EndedPorts, planners: readonly (Pick<PlannerState, "recrawl"> | undefined)[]) {
    this.#ports = ports;
    this.#planners = planners;
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
    for (const planner of this.#planners) {
      const ended = await readEnded(this.#ports.blobs, planner?.recrawl ?? null);
      for (const { journal } of ended.toReversed())
        opened.push(await this.#ports.openRecords(journal));
    }
    return opened;
  }
}
