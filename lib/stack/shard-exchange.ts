import { STOP_REASONS, type StopReason } from "../crawl/budget.ts";
import { isSameNeed, type NeedState } from "../crawl/need-state.ts";
import type { OtherShards } from "../crawl/other-shards.ts";
import type { OfferedLink } from "../domain/frontier/link.ts";
import {
  areAllIdle,
  divideLinks,
  type SectionPosition,
  type ShardTraffic,
  sectionsAfter,
  withSection,
} from "../domain/shards/sections.ts";
import { NO_FIGURES, type ShardFigures, sumFigures } from "../domain/shards/shard-figures.ts";
import type { ShardPlace } from "../domain/shards/shard-place.ts";
import type { GroupTally } from "../domain/strategy/group-tally.ts";
import { DowserError } from "../errors.ts";
import type { Frontier } from "../ports/frontier.ts";
import type { PlannerState, ShardState } from "../ports/stack-state.ts";
import { SectionWriter, sectionKey, storedSection } from "./link-sections.ts";
import { PageAllowance } from "./page-allowance.ts";
import { packTally, type SharedTally, tallyKey, unpackTally } from "./shared-tally.ts";
import type { PlannerPorts } from "./stack-ports.ts";
import { readPlanner } from "./stack-registers.ts";

/** Most sections of a shard taken in one round: bounds its time. */
const MOST_SECTIONS = 16;

/** Time between two tallies of groups for the others, in ms: weights change slowly. */
const TALLY_EVERY_MS = 30_000;

type ExchangePorts = Pick<PlannerPorts, "keyValueStore" | "clock"> & {
  readonly blobs: Pick<PlannerPorts["blobs"], "get" | "putNew">;
};

/** The shard that exchanges. */
interface Exchanging {
  readonly crawl: string;
  readonly place: ShardPlace;
  readonly epoch: number;
  /** Pages of the whole crawl's budget. */
  readonly budget: number;
}

/** The state that an exchange shares with the others beside its traffic. */
interface Shared {
  readonly figures: ShardFigures;
  readonly isIdle: boolean;
}

/** Returns the state of a shard that has exchanged nothing. */
export function newShardState(count: number): ShardState {
  return {
    count,
    sent: [],
    taken: Array.from({ length: count }, () => 0),
    isIdle: false,
    figures: NO_FIGURES,
    tally: null,
    pausedUnder: null,
  };
}

/**
 * What a shard and the others of its crawl tell each other. Links of others' hosts are written in
 * sections, which count when the writer's state names them. They are taken in that order, and the
 * number of those taken is written together with what they changed. So no planner that dies loses one
 * or takes one twice.
 */
export class ShardExchange implements OtherShards {
  readonly #ports: ExchangePorts;
  readonly #shard: Exchanging;
  readonly allowance: PageAllowance;
  readonly #outbox = new SectionWriter();
  #sent: SectionPosition;
  readonly #taken: number[];
  #tally: string | null;
  #tallies = 0;
  #talliedAt = Number.NEGATIVE_INFINITY;
  /** Version of the order under which this shard paused itself. */
  pausedUnder: number | null;
  /** The others, by their number; `undefined` for one that has not begun. */
  #others: readonly (PlannerState | undefined)[] = [];
  readonly #read = new Map<number, { readonly key: string; readonly tally: SharedTally }>();

  constructor(ports: ExchangePorts, shard: Exchanging, known: ShardState) {
    this.#ports = ports;
    this.#shard = shard;
    this.allowance = new PageAllowance(ports.keyValueStore, shard);
    this.#sent = known.sent;
    this.#taken = [...known.taken];
    this.#tally = known.tally;
    this.pausedUnder = known.pausedUnder;
  }

  get isLeader(): boolean {
    return this.#shard.place.index === 0;
  }

  /** Reads what the other shards say of themselves. */
  async readOthers(): Promise<void> {
    const { crawl, place } = this.#shard;
    const indexes = Array.from({ length: place.count }, (_, index) => index);
    this.#others = await Promise.all(
      indexes.map(async (index) => {
        if (index === place.index) return undefined;
        const { value } = await readPlanner(this.#ports.keyValueStore, index);
        return value?.crawl === crawl ? value : undefined;
      }),
    );
    await Promise.all(indexes.map((index) => this.#readTally(index)));
  }

  async #readTally(index: number): Promise<void> {
    const key = this.#others[index]?.shard?.tally ?? null;
    if (key === null || this.#read.get(index)?.key === key) return;
    const bytes = await this.#ports.blobs.get(key);
    if (bytes !== undefined) this.#read.set(index, { key, tally: unpackTally(bytes, key) });
  }

  /** Gives links that others found to `take`; returns the number of sections. */
  async takeLinks(take: (links: readonly OfferedLink[]) => Promise<void>): Promise<number> {
    const { crawl, place } = this.#shard;
    let sections = 0;
    for (const [from, other] of this.#others.entries()) {
      const sent = other?.shard?.sent ?? [];
      for (const name of sectionsAfter(sent, this.#taken[from] ?? 0, MOST_SECTIONS)) {
        const key = sectionKey(crawl, name);
        for await (const links of storedSection(this.#ports.blobs, place.index, key)) {
          await take(links);
        }
        this.#taken[from] = (this.#taken[from] ?? 0) + 1;
        sections += 1;
      }
    }
    return sections;
  }

  /** Returns a frontier that keeps this shard's links, and notes the others' for their shards. */
  frontier(own: Frontier): Frontier {
    const { place } = this.#shard;
    return {
      offer: async (links) => {
        const divided = divideLinks(links, place);
        await own.offer(divided.own);
        this.#note(divided.others);
      },
      settle: async (lease, settlement) => {
        const divided = divideLinks(settlement.links, place);
        const isDone = await own.settle(lease, { ...settlement, links: divided.own });
        if (isDone) this.#note(divided.others);
        return isDone;
      },
      draw: (request) => own.draw(request),
      holds: (lease) => own.holds(lease),
      expiring: (by) => own.expiring(by),
      beginLayer: () => own.beginLayer(),
      rescore: (rescoring, after) => own.rescore(rescoring, after),
      resumeRescoring: (rescoring) => own.resumeRescoring(rescoring),
      weighGroups: (weights) => own.weighGroups(weights),
      find: (url) => own.find(url),
      count: () => own.count(),
    };
  }

  #note(others: ReadonlyMap<number, readonly OfferedLink[]>): void {
    for (const [shard, links] of others) this.#outbox.add(shard, links);
  }

  /** Whether links for others are not written yet. */
  get isSending(): boolean {
    return !this.#outbox.isEmpty;
  }

  /** Writes the links for others; they count from the next state on. */
  async write(): Promise<void> {
    if (this.#outbox.isEmpty) return;
    const { crawl, epoch } = this.#shard;
    const sent = withSection(this.#sent, epoch);
    const key = sectionKey(crawl, [epoch, sent.at(-1)?.[1] ?? 1]);
    if (!(await this.#ports.blobs.putNew(key, this.#outbox.end()))) throw sectionTaken(key);
    this.#sent = sent;
  }

  /** Writes the tally of this shard's groups for the others, once in a while. */
  async writeTally(read: () => Promise<SharedTally>): Promise<void> {
    const now = this.#ports.clock.now();
    if (now < this.#talliedAt + TALLY_EVERY_MS) return;
    this.#talliedAt = now;
    this.#tallies += 1;
    const { crawl, epoch } = this.#shard;
    const key = tallyKey(crawl, epoch, this.#tallies);
    if (await this.#ports.blobs.putNew(key, packTally(await read()))) this.#tally = key;
  }

  /** Returns what the others are told with the next state. */
  state({ figures, isIdle }: Shared): ShardState {
    return {
      count: this.#shard.place.count,
      sent: this.#sent,
      taken: [...this.#taken],
      isIdle,
      figures,
      tally: this.#tally,
      pausedUnder: this.pausedUnder,
    };
  }

  figures(): ShardFigures {
    return sumFigures(this.#others.flatMap((other) => other?.shard?.figures ?? []));
  }

  allowedPages(): number {
    return this.allowance.pages;
  }

  areIdle(): boolean {
    const { place } = this.#shard;
    const traffic: ShardTraffic[] = [];
    for (const [index, other] of this.#others.entries()) {
      const shard =
        index === place.index
          ? this.state({ figures: NO_FIGURES, isIdle: !this.isSending })
          : other?.shard;
      if (shard === undefined || shard === null) return false;
      traffic.push(shard);
    }
    return areAllIdle(traffic);
  }

  areFollowing(need: NeedState): boolean {
    const { place } = this.#shard;
    return this.#others.every((other, index) => {
      const status = other?.status ?? { labels: 0, seen: 0 };
      return index === place.index || isSameNeed(status, need);
    });
  }

  ended(): StopReason | undefined {
    const status = this.isLeader ? undefined : this.#others[0]?.status;
    if (status?.state !== "finished") return undefined;
    return STOP_REASONS.find((reason) => reason === status.end);
  }

  tallies(model: string): readonly Omit<GroupTally, "remaining">[] {
    return Array.from(this.#read.values(), ({ tally }) => tally).filter(
      (tally) => tally.model === model,
    );
  }

  /** Returns why another shard paused itself under a version of the order; `undefined` if none did. */
  pausedBy(order: number): string | undefined {
    const paused = this.#others.find((other) => other?.shard?.pausedUnder === order);
    return paused?.status?.end ?? undefined;
  }

  /** Returns whether all others are at rest: paused or finished. */
  areResting(): boolean {
    const { place } = this.#shard;
    return this.#others.every((other, index) => {
      const state = other?.status?.state;
      return index === place.index || state === "paused" || state === "finished";
    });
  }
}

function sectionTaken(key: string): DowserError {
  return new DowserError(`another planner has written ${key}`, {
    code: "journal-taken",
    reaction: "retry",
    value: key,
    hint: "nothing is to be done: the other planner continues from the last commit",
  });
}
