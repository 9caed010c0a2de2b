/** The order in which a recrawl visits what earlier crawls know. */

import { MOST_PREDICTED } from "../../crawl/admit-links.ts";
import { REVISIT_GROUP } from "../../crawl/link-tally.ts";
import type { DecideRulePorts, LinkSource } from "../../crawl/rules.ts";
import type { OfferedLink } from "../../domain/frontier/link.ts";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { KnownVisit, KnownVisits } from "./earlier-visits.ts";
import { type Revisit, RevisitOrder, type VisitHistory } from "./revisit-order.ts";

/** Share of the known pages that are offered together: each time the rest is ranked again. */
const WAVE_SHARE = 0.05;

/** Fewest and most pages of a wave: ranking costs less than a request, and few hosts are slow. */
const LEAST_WAVE = 10;
const MOST_WAVE = 2_000;

/** Visits of known pages for each new page, while both are there: four fifths of the budget. */
export const REVISITS_PER_NEW_PAGE = 4;

/** Time that slow hosts may hold up the others, in ms: the longest crawl delay that is usual. */
const MOST_IDLE_MS = 30_000;

/**
 * Offers the pages of earlier crawls again, in waves: those first that have most probably changed, as
 * far as is known by then. Between two waves the new pages that were found have their share. What was
 * offered is in the frontier, so a crawl that was killed goes on with the next wave.
 */
export class RevisitSchedule implements LinkSource {
  readonly dollars = 0;
  readonly #ports: DecideRulePorts;
  readonly #earlier: Pick<KnownVisits, "visit">;
  readonly #order: RevisitOrder;
  readonly #wave: number;
  #offered: number;
  /** The last record whose visit was counted. */
  #counted = 0;
  /** Feeds that were offered and have no answer yet. */
  readonly #awaited = new Set<Url>();

  /** Opens the schedule of a crawl, which may have begun. */
  static async of(
    ports: DecideRulePorts,
    earlier: Pick<KnownVisits, "visit" | "histories">,
    statedChanges: ReadonlyMap<Url, number> | undefined,
  ): Promise<RevisitSchedule> {
    const histories = await earlier.histories();
    const now = ports.clock.now();
    const order = new RevisitOrder(
      histories.map((history) => withStated(history, statedChanges?.get(history.url), now)),
      ports.seed,
    );
    const taken = new Set<string>();
    for (const { url } of histories) {
      // A link that was found on a page before its own turn was refused, and is not admitted yet.
      if ((await ports.frontier.find(url))?.link !== undefined) taken.add(url);
    }
    order.drop((url) => taken.has(url));
    const share = Math.ceil(histories.length * WAVE_SHARE);
    const wave = Math.min(MOST_WAVE, Math.max(LEAST_WAVE, share));
    return new RevisitSchedule(ports, { earlier, order, wave, offered: taken.size });
  }

  private constructor(ports: DecideRulePorts, opened: OpenedSchedule) {
    this.#ports = ports;
    this.#earlier = opened.earlier;
    this.#order = opened.order;
    this.#wave = opened.wave;
    this.#offered = opened.offered;
  }

  async askIfDue(): Promise<void> {
    if (this.#awaited.size > 0) await this.#countVisits();
    if (this.#awaited.size > 0) return;
    const { states, waitingByGroup } = await this.#ports.frontier.count();
    const waiting = waitingByGroup.get(REVISIT_GROUP) ?? 0;
    if (waiting > this.#wave / 2 || this.#order.size === 0) return;
    const { records } = await this.#ports.records.totals();
    const visited = this.#offered - waiting;
    const isNewPageDue = (records - visited) * REVISITS_PER_NEW_PAGE < visited;
    if (states.waiting > waiting && isNewPageDue) return;
    await this.#offerWave();
  }

  async askIfIdle(until: number): Promise<boolean> {
    if (this.#order.size === 0 || until - this.#ports.clock.now() < MOST_IDLE_MS) return false;
    await this.#offerWave();
    return true;
  }

  async askForMore(): Promise<"asked" | "nothing-to-ask"> {
    if (this.#order.size === 0) return "nothing-to-ask";
    await this.#offerWave();
    return "asked";
  }

  /** Learns from the visits since the last call, and from what feeds state. */
  async #countVisits(): Promise<void> {
    const now = this.#ports.clock.now();
    for await (const record of this.#ports.records.list(this.#counted)) {
      this.#counted = record.sequence;
      const { url, fetchedAt, change, feed } = record;
      this.#awaited.delete(url);
      if (change !== undefined) this.#order.add(url, fetchedAt, change !== "unchanged");
      for (const dated of feed?.dated ?? [])
        if (dated.at <= now) this.#order.state(dated.url, dated.at);
    }
  }

  async #offerWave(): Promise<void> {
    await this.#countVisits();
    const revisits = this.#order.take(this.#wave, this.#ports.clock.now());
    const links: OfferedLink[] = [];
    for (const revisit of revisits) {
      const record = (await this.#earlier.visit(revisit.url))?.record;
      if (record === undefined) continue;
      const link = this.#linkOf(revisit, record);
      links.push(link);
      if (record.feed !== undefined && link.refusedBy === undefined) this.#awaited.add(link.url);
    }
    this.#offered += revisits.length;
    await this.#ports.frontier.offer(links);
  }

  /** Makes the link to a known page: as deep as it was, and worth more than every prediction. */
  #linkOf({ url, chance, why }: Revisit, { depth, snippet }: KnownVisit["record"]): OfferedLink {
    const host = hostOf(url);
    const { quotas, refusedBy } = this.#ports.scope({ url, host, depth });
    return {
      url,
      host,
      priority: MOST_PREDICTED * (1 + chance),
      group: REVISIT_GROUP,
      depth,
      redirects: 0,
      parent: undefined,
      snippet,
      why,
      model: "",
      quotas,
      refusedBy,
    };
  }
}

/** Adds the change that a sitemap states; one in the future is no date of a change. */
function withStated(
  history: VisitHistory,
  statedAt: number | undefined,
  now: number,
): VisitHistory {
  return statedAt === undefined || statedAt > now ? history : { ...history, statedAt };
}

interface OpenedSchedule {
  readonly earlier: Pick<KnownVisits, "visit">;
  readonly order: RevisitOrder;
  readonly wave: number;
  readonly offered: number;
}
