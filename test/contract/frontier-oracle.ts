import type { FrontierPolicy } from "../../lib/domain/frontier/frontier-policy.ts";
import type {
  FrontierLink,
  Lease,
  LinkState,
  OfferedLink,
  Settlement,
} from "../../lib/domain/frontier/link.ts";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";
import type { HostPace } from "../../lib/domain/web/politeness/crawl-delay.ts";
import type { Draw, DrawRequest, FrontierCount, Rescore } from "../../lib/ports/frontier.ts";

interface Row {
  link: FrontierLink;
  state: LinkState;
  reason: string;
  /** Never admitted: refused when offered. */
  isFiltered: boolean;
  isForNextLayer: boolean;
  postponedTo: number | undefined;
  leases: number;
  expiresAt: number;
}

interface HostRow {
  pace: HostPace;
  nextAllowedAt: number;
}

/**
 * The frontier's promises, written without regard to speed: one array, searched and sorted again
 * for every question.
 */
export class FrontierOracle {
  #policy: FrontierPolicy;
  readonly #rows: Row[] = [];
  readonly #hosts = new Map<string, HostRow>();
  readonly #weights = new Map<string, number>();
  readonly #quotas = new Map<string, number>();
  #sequence = 0;
  #layer = 0;

  constructor(policy: FrontierPolicy) {
    this.#policy = policy;
  }

  offer(links: readonly OfferedLink[]): void {
    for (const link of links) this.#offer(link);
    this.#cut();
  }

  draw({ limit, now, window }: DrawRequest): Draw {
    for (const row of this.#in("leased")) {
      if (row.expiresAt > now) continue;
      row.state = "waiting";
      this.#endOn(row, now, this.#host(row).pace);
    }
    for (const row of this.#rows) {
      if (row.postponedTo !== undefined && row.postponedTo <= now) row.postponedTo = undefined;
    }
    this.#cut();
    const leases: Lease[] = [];
    const aheadMs = window?.aheadMs ?? 0;
    for (let round = 1; leases.length < limit; ) {
      const [row] = this.#drawable(now + aheadMs, (each) => {
        const drawn = leases.filter(({ link }) => link.host === each.link.host).length;
        if (window === undefined) return this.#leasedOn(each);
        const most = Math.min(window.perHost, round * window.step);
        return drawn < most ? this.#leasedOn(each) - drawn : Infinity;
      });
      if (row !== undefined) leases.push(this.#lease(row, now));
      else if (window !== undefined && round < window.perHost) round += 1;
      else break;
    }
    const isMore = this.#drawable(now + aheadMs, (row) => this.#leasedOn(row)).length > 0;
    const nextReadyAt = isMore ? now : this.#nextMoment(aheadMs);
    return { leases, nextReadyAt, layerDone: this.#nextLayer().length > 0 };
  }

  beginLayer(): boolean {
    const next = this.#nextLayer();
    for (const row of next) row.isForNextLayer = false;
    if (next.length > 0) this.#layer += 1;
    return next.length > 0;
  }

  settle(lease: Lease, { result, pace, now, links }: Settlement): boolean {
    const row = this.#in("leased").find((each) => leaseIdOf(each) === lease.id);
    if (row === undefined) return false;
    if (result.kind === "done") {
      row.state = result.state;
      row.reason = result.reason;
    } else {
      row.state = "waiting";
      row.postponedTo = result.notBefore;
      const attempts = row.link.attempts + (result.countsAsAttempt ? 1 : 0);
      row.link = { ...row.link, attempts };
    }
    this.#endOn(row, now, pace);
    this.offer(links);
    return true;
  }

  rescore(score: (link: FrontierLink) => Rescore | undefined): number {
    const scored = this.#in("waiting").map((row) => ({ row, given: score(row.link) }));
    for (const { row, given } of scored) if (given) row.link = { ...row.link, ...given };
    return scored.filter(({ given }) => given !== undefined).length;
  }

  weighGroups(weights: ReadonlyMap<string, number>): void {
    for (const [group, weight] of weights) this.#weights.set(group, weight);
  }

  holds(lease: Lease): boolean {
    return this.#in("leased").some((row) => leaseIdOf(row) === lease.id);
  }

  /**
   * Lets the process die: no process holds a lease any more, unless leases outlive it. The next
   * process may have another least delay.
   */
  crash(minDelayMs: number): void {
    this.#policy = { ...this.#policy, minDelayMs };
    if (!this.#policy.leasesOutliveProcess) {
      for (const row of this.#in("leased")) row.expiresAt = -Infinity;
    }
    for (const host of this.#hosts.values()) {
      const { delayMs, baseDelayMs, crawlDelayMs } = host.pace;
      const base = Math.max(minDelayMs, crawlDelayMs);
      if (base === baseDelayMs) continue;
      const delay = delayMs > baseDelayMs ? Math.max(delayMs, base) : base;
      host.pace = { ...host.pace, baseDelayMs: base, delayMs: delay };
      if (host.nextAllowedAt > 0 && delay > delayMs) host.nextAllowedAt += delay - delayMs;
    }
  }

  count(): FrontierCount {
    const states = { waiting: 0, leased: 0, fetched: 0, refused: 0, failed: 0, cut: 0 };
    const reasons = new Map<string, number>();
    for (const { state, reason } of this.#rows) {
      states[state] += 1;
      const key = `${state}:${reason}`;
      if (state !== "waiting" && state !== "leased") reasons.set(key, (reasons.get(key) ?? 0) + 1);
    }
    const admitted = this.#rows.filter((row) => !row.isFiltered);
    const hosts = new Set(admitted.map(({ link }) => link.host)).size;
    const waitingByGroup = new Map<string, number>();
    for (const { link } of this.#in("waiting")) {
      waitingByGroup.set(link.group, (waitingByGroup.get(link.group) ?? 0) + 1);
    }
    return { states, reasons, hosts, layer: this.#layer, waitingByGroup, chance: undefined };
  }

  #offer(offered: OfferedLink): void {
    const known = this.#rows.find(({ link }) => link.url === offered.url);
    if (known === undefined || known.isFiltered) {
      this.#offerUnadmitted(offered, known);
    } else if (offered.refusedBy === undefined && ["waiting", "cut"].includes(known.state)) {
      known.link = this.#merged(known.link, offered);
      if (known.state === "cut") known.state = "waiting";
    }
  }

  #offerUnadmitted(offered: OfferedLink, known: Row | undefined): void {
    const isHostAdmitted = this.#rows.some(
      ({ link, isFiltered }) => link.host === offered.host && !isFiltered,
    );
    const quotas = offered.quotas.filter(({ counts }) => counts !== "hosts" || !isHostAdmitted);
    const full = quotas.find(({ key, limit }) => (this.#quotas.get(key) ?? 0) >= limit);
    const rule = offered.refusedBy ?? full?.rule;
    if (rule !== undefined && known !== undefined) return;
    if (known !== undefined) this.#rows.splice(this.#rows.indexOf(known), 1);
    this.#sequence += 1;
    const { quotas: _quotas, refusedBy: _refusedBy, ...rest } = offered;
    const { selection } = this.#policy;
    const row: Row = {
      link: { ...rest, sequence: this.#sequence, attempts: 0 },
      state: rule === undefined ? "waiting" : "refused",
      reason: rule ?? "",
      isFiltered: rule !== undefined,
      isForNextLayer:
        selection.kind === "layered" &&
        offered.redirects === 0 &&
        (this.#layer > 0 || offered.depth > 0),
      postponedTo: undefined,
      leases: 0,
      expiresAt: 0,
    };
    this.#rows.push(row);
    if (rule !== undefined) return;
    for (const { key } of quotas) this.#quotas.set(key, (this.#quotas.get(key) ?? 0) + 1);
  }

  #merged(link: FrontierLink, offered: OfferedLink): FrontierLink {
    const {
      depth,
      redirects,
      parent,
      priority,
      group,
      why,
      model,
      snippet = link.snippet,
    } = offered;
    let merged = depth < link.depth ? { ...link, depth, redirects, parent } : link;
    if (this.#policy.merge === "sum") {
      merged = { ...merged, priority: link.priority + priority };
    } else if (this.#policy.merge === "greater" && this.#worth(offered) > this.#worth(link)) {
      merged = { ...merged, priority, group, why, model, snippet };
    }
    return merged;
  }

  #cut(): void {
    const waiting = this.#in("waiting").sort(
      (a, b) =>
        descending(this.#worth(a.link), this.#worth(b.link)) ||
        descending(a.link.priority, b.link.priority) ||
        a.link.sequence - b.link.sequence,
    );
    for (const row of waiting.slice(this.#policy.capacity)) {
      row.state = "cut";
      row.reason = "capacity";
      row.postponedTo = undefined;
      row.isForNextLayer = this.#policy.selection.kind === "layered";
    }
  }

  /** Returns the worth that decides between two scores of a link, and which link is cut. */
  #worth({ priority, group }: Pick<OfferedLink, "priority" | "group">): number {
    const isWeighed = ["best", "layered", "proportional"].includes(this.#policy.selection.kind);
    return priority * (isWeighed ? this.#weight(group) : 1);
  }

  /** Returns the links of the next layer; none while a layer is under way. */
  #nextLayer(): Row[] {
    const { selection } = this.#policy;
    if (selection.kind !== "layered" || this.#layer >= selection.depth) return [];
    const waiting = this.#in("waiting");
    const isOnItsWay = this.#in("leased").length > 0 || waiting.some((row) => !row.isForNextLayer);
    const fetched = this.#in("fetched").length;
    const size =
      typeof selection.topN === "number" ? selection.topN : twentieth(selection.topN.pages);
    return isOnItsWay ? [] : this.#ordered(waiting).slice(0, size);

    function twentieth(pages: number): number {
      return Math.max(16, Math.ceil(Math.min(fetched, pages - fetched) / 20));
    }
  }

  /**
   * Returns links whose host's slot comes by a moment and on whose host not too many are `busy`.
   */
  #drawable(by: number, busy: (row: Row) => number): Row[] {
    const ready = this.#in("waiting").filter(
      (row) =>
        !row.isForNextLayer &&
        row.postponedTo === undefined &&
        busy(row) < this.#policy.connectionsPerHost &&
        this.#host(row).nextAllowedAt <= by,
    );
    return this.#ordered(ready);
  }

  #nextMoment(aheadMs: number): number | undefined {
    const moments: number[] = this.#in("leased").map(({ expiresAt }) => expiresAt);
    for (const row of this.#in("waiting")) {
      if (row.postponedTo !== undefined) moments.push(row.postponedTo);
      else if (!row.isForNextLayer && this.#leasedOn(row) < this.#policy.connectionsPerHost) {
        moments.push(this.#host(row).nextAllowedAt - aheadMs);
      }
    }
    return moments.length === 0 ? undefined : Math.min(...moments);
  }

  #lease(row: Row, now: number): Lease {
    const host = this.#host(row);
    row.state = "leased";
    row.leases += 1;
    const startAt = Math.max(now, host.nextAllowedAt);
    row.expiresAt = startAt + this.#policy.leaseMs;
    const { pace } = host;
    host.nextAllowedAt = Math.max(pace.notBefore, startAt + pace.delayMs);
    const { link, expiresAt } = row;
    return { id: leaseIdOf(row), link, pace, startAt, expiresAt, layer: this.#layer };
  }

  #endOn(row: Row, now: number, pace: HostPace): void {
    const host = this.#host(row);
    host.pace = pace;
    host.nextAllowedAt = Math.max(host.nextAllowedAt, pace.notBefore, now + pace.delayMs);
  }

  #ordered(rows: Row[]): Row[] {
    return rows.sort(
      (a, b) =>
        descending(this.#value(a.link), this.#value(b.link)) ||
        descending(this.#key(a.link), this.#key(b.link)) ||
        a.link.sequence - b.link.sequence,
    );
  }

  #key({ url, priority, sequence }: FrontierLink): number {
    const { selection, seed } = this.#policy;
    if (selection.kind === "fifo") return -sequence;
    if (selection.kind === "lifo") return sequence;
    if (selection.kind === "random") return hashToUnit(seed, url);
    if (selection.kind === "proportional") return Math.log(hashToUnit(seed, url)) / priority;
    // The priorities of these tests are whole steps.
    const isByChance = selection.kind === "layered" && selection.ties === "random";
    return isByChance ? priority * 2 ** 20 + hashToUnit(seed, url) : priority;
  }

  #value(link: FrontierLink): number {
    const key = this.#key(link);
    const { kind } = this.#policy.selection;
    if (kind === "best" || kind === "layered") return key * this.#weight(link.group);
    return kind === "proportional" ? key / this.#weight(link.group) : key;
  }

  #weight(group: string): number {
    return this.#weights.get(group) ?? 1;
  }

  #in(state: LinkState): Row[] {
    return this.#rows.filter((row) => row.state === state);
  }

  #leasedOn({ link }: Row): number {
    return this.#in("leased").filter((row) => row.link.host === link.host).length;
  }

  #host({ link }: Row): HostRow {
    const delayMs = this.#policy.minDelayMs;
    const pace = {
      delayMs,
      baseDelayMs: delayMs,
      crawlDelayMs: 0,
      consecutiveFailures: 0,
      notBefore: 0,
    };
    const host = this.#hosts.get(link.host) ?? { pace, nextAllowedAt: 0 };
    this.#hosts.set(link.host, host);
    return host;
  }
}

function leaseIdOf({ link, leases }: Row): string {
  return `${link.sequence}.${leases}`;
}

function descending(a: number, b: number): number {
  return a === b ? 0 : b - a || (a > b ? -1 : 1);
}
