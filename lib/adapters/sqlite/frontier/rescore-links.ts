import type { FrontierPolicy } from "../../../domain/frontier/frontier-policy.ts";
import { isWaiting, type KnownLink, type LinkSummary } from "../../../domain/frontier/link.ts";
import { checkPriority, type Grouped, isPriority } from "../../../domain/frontier/offer-rules.ts";
import type { Rescore, Rescored, Rescoring } from "../../../ports/frontier.ts";
import type { HostQueues } from "./host-queues.ts";
import type { LinkTable } from "./link-table.ts";
import { type Decided, ScoredQueues } from "./scored-queues.ts";

/** Links read at a time. */
const BATCH = 500;
/**
 * Work of one step: some 15 ms. Its unit is a link scored by kept bytes; to read the texts of a link and
 * to write its score take this much more.
 */
const [STEP, READING, WRITING] = [3_000, 12, 4];

/** A rescoring under way that leaves links for later. */
interface Progress {
  readonly rescoring: Rescoring;
  readonly scored: ScoredQueues;
  /** Sequence of the last link that was scored. */
  last: number;
  /** What is written, once all are scored. */
  decided: Decided | undefined;
  written: number;
}

/**
 * Scores waiting links again. A link whose place is deep in its queue under the old score and the new one keeps the old
 * one in its row, since to write a row takes several times as long as to score the link. It is scored again when the
 * queue has come near it. So the order of draws, and all that a drawn link says, is as if all had been written.
 */
export class Rescorer {
  readonly #policy: FrontierPolicy;
  readonly #links: LinkTable;
  readonly #queues: HostQueues;
  /** Scores the links left for later. */
  #current: Rescoring | undefined;
  #progress: Progress | undefined;

  constructor(policy: FrontierPolicy, links: LinkTable, queues: HostQueues) {
    this.#policy = policy;
    this.#links = links;
    this.#queues = queues;
  }

  /** Says how links are scored that an earlier process left for later. */
  resume(rescoring: Rescoring): void {
    this.#links.packed.begin(rescoring.packed?.pack);
    this.#current = rescoring;
  }

  /** Makes one step; `after` is 0 in the first, and later what the last one returned as `next`. */
  step(rescoring: Rescoring, after: number): Rescored {
    if (after === 0 || this.#current !== rescoring) this.resume(rescoring);
    if (!this.#mayLeaveLinks(rescoring)) {
      const done = this.#writeAll(rescoring, after);
      if (done.next === undefined) this.#queues.floors.replace(new Map());
      return done;
    }
    if (after === 0 || this.#progress?.rescoring !== rescoring) {
      const scored = new ScoredQueues();
      this.#progress = { rescoring, scored, last: 0, decided: undefined, written: 0 };
    }
    return this.#advance(this.#progress);
  }

  /**
   * Scores the queues whose next links were left for later; returns whether there were any. Must be
   * called before each look at the heads of queues for a draw.
   */
  refill(): boolean {
    if (this.#current === undefined) return false;
    let isAny = false;
    for (let low = this.#queues.takeLow(); low.length > 0; low = this.#queues.takeLow()) {
      for (const queue of low) this.#refill(queue, this.#current);
      isAny = true;
    }
    return isAny;
  }

  /** Returns the score of a known link by the last model, whatever its row says. */
  current(link: LinkSummary): Grouped {
    const { priority, group } = link;
    return { group, priority, ...this.#givenTo(link) };
  }

  /** Writes the score of a link if it was left for later; returns its new summary. */
  bringUpToDate(link: LinkSummary): LinkSummary {
    const given = this.#givenTo(link);
    return given === undefined ? link : this.write(link, given);
  }

  /** Returns a known link as it would be if no link were left for later. */
  withCurrent(known: KnownLink, summary: LinkSummary | undefined): KnownLink {
    const given = summary && known.link && this.#givenTo(summary);
    return given === undefined || known.link === undefined
      ? known
      : { ...known, link: { ...known.link, ...given } };
  }

  /**
   * Whether links may keep an old score: the order is by priority alone, scores depend on the texts of
   * links alone, and none is cut before the next rescoring.
   */
  #mayLeaveLinks({ packed }: Rescoring): boolean {
    const { selection, merge, capacity } = this.#policy;
    const isFar = this.#links.tally.waiting() < capacity / 2;
    return packed !== undefined && selection.kind === "best" && merge === "greater" && isFar;
  }

  /** Scores links with sequences above `after` and writes each, as many as one step may. */
  #writeAll(rescoring: Rescoring, after: number): Rescored {
    let [scored, work, last] = [0, 0, after];
    while (work < STEP) {
      const batch = this.#links.waiting(last, BATCH);
      for (const waiting of batch) {
        const { isRead, given } = this.#scoreOf(rescoring, waiting.summary, waiting.model);
        work += isRead ? READING : 1;
        if (given === undefined) continue;
        this.write(waiting.summary, given);
        work += WRITING;
        scored += 1;
      }
      last = batch.at(-1)?.summary.sequence ?? last;
      if (batch.length < BATCH) return { scored, next: undefined };
    }
    return { scored, next: last };
  }

  /** Scores links, then writes those near the heads of their queues. */
  #advance(progress: Progress): Rescored {
    const { rescoring, scored } = progress;
    let [count, work] = [0, 0];
    while (progress.decided === undefined && work < STEP) {
      const batch = this.#links.places(progress.last, BATCH);
      for (const link of batch) {
        const { isRead, given } = this.#scoreOf(rescoring, link, link.model, link.packed);
        if (given !== undefined) count += 1;
        scored.add(link, given && this.#checked(link.sequence, given), this.#queues);
        work += isRead ? READING : 1;
      }
      progress.last = batch.at(-1)?.sequence ?? progress.last;
      if (batch.length < BATCH) progress.decided = scored.decide();
    }
    const { decided } = progress;
    if (decided === undefined) return { scored: count, next: progress.last };
    while (work < STEP) {
      const sequence = decided.toWrite[progress.written];
      if (sequence === undefined) {
        this.#queues.floors.replace(decided.floors);
        this.#progress = undefined;
        return { scored: count, next: undefined };
      }
      this.#writeAt(sequence, rescoring);
      progress.written += 1;
      work += WRITING;
    }
    return { scored: count, next: progress.last + progress.written };
  }

  /** Scores the links of one queue, and writes those near its head. */
  #refill(queue: number, rescoring: Rescoring): void {
    const scored = new ScoredQueues();
    for (const link of this.#links.placesIn(queue)) {
      const { given } = this.#scoreOf(rescoring, link, link.model, link.packed);
      scored.add(link, given && this.#checked(link.sequence, given), this.#queues);
    }
    const { floors, toWrite } = scored.decide();
    for (const sequence of toWrite) this.#writeAt(sequence, rescoring);
    this.#queues.floors.set(queue, floors.get(queue) ?? Number.NEGATIVE_INFINITY);
  }

  /** Writes the score of a link, unless it does not wait any more or has one by this model. */
  #writeAt(sequence: number, rescoring: Rescoring): void {
    const waiting = this.#links.waitingAt(sequence);
    if (waiting === undefined) return;
    const { given } = this.#scoreOf(rescoring, waiting.summary, waiting.model);
    if (given !== undefined) this.write(waiting.summary, given);
  }

  /** Writes a score of a link; returns its new summary. */
  write(summary: LinkSummary, given: Rescore): LinkSummary {
    const { priority, group = summary.group, model } = given;
    checkPriority(priority, summary.url);
    const { why = this.#links.read(summary.sequence).link.why } = given;
    return this.#links.score(summary, { priority, group, said: { why, model } });
  }

  /** Returns the score of a link that was left for later, `undefined` for other links. */
  #givenTo({ sequence, hostId, group, state, priority, depth }: LinkSummary): Rescore | undefined {
    if (this.#current === undefined || !isWaiting(state)) return undefined;
    if (priority >= this.#queues.floorOf(hostId, group)) return undefined;
    const model = this.#links.waitingAt(sequence)?.model ?? "";
    return this.#scoreOf(this.#current, { sequence, depth, group }, model).given;
  }

  /** Returns the score of a link, and whether its texts were read for it; by `scanned`, its bytes, without `why`. */
  #scoreOf(
    { score, packed }: Rescoring,
    { sequence, depth, group }: Pick<LinkSummary, "sequence" | "depth" | "group">,
    model: string,
    scanned?: Uint8Array,
  ): { readonly isRead: boolean; readonly given: Rescore | undefined } {
    const kept = packed && (scanned ?? this.#links.packed.get(sequence));
    if (packed !== undefined && kept !== undefined) {
      const given = packed.score(kept, { depth, model, group }, scanned === undefined);
      return { isRead: false, given };
    }
    const { link } = this.#links.read(sequence);
    const made = packed?.pack(link);
    if (packed === undefined || made === undefined) return { isRead: true, given: score(link) };
    this.#links.packed.put(sequence, made);
    return { isRead: true, given: packed.score(made, link, true) };
  }

  #checked(sequence: number, given: Rescore): Rescore {
    // The URL is read only for the error.
    if (!isPriority(given.priority))
      checkPriority(given.priority, this.#links.read(sequence).link.url);
    return given;
  }
}
