import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import {
  drawKey,
  type FrontierPolicy,
  FrontierTally,
} from "../../../domain/frontier/frontier-policy.ts";
import {
  type FrontierLink,
  isWaiting,
  type LinkSummary,
  type OfferedLink,
  type StoredState,
} from "../../../domain/frontier/link.ts";
import { FRONTIER_FULL } from "../../../domain/frontier/offer-rules.ts";
import { hostOf } from "../../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../../domain/web/url/url.ts";
import type { ChanceOrder } from "./chance-order.ts";
import { type HostQueues, placeOf } from "./host-queues.ts";
import type { HostTable } from "./host-table.ts";
import {
  asBytes,
  type Names,
  prepareLinkStatements,
  type Row,
  snippetReader,
  snippetWriter,
  stateCode,
  stateOf,
  toFoundSummary,
  toLink,
  toReason,
  toSummary,
  urlHash,
  Words,
} from "./link-row.ts";
import { HeldLinks, PackedLinks, RecentLinks, type StoredLink } from "./links-in-memory.ts";
import { countByState } from "./read-frontier.ts";
import type { QueuedPlace } from "./scored-queues.ts";

/** A waiting link, and the model that scored it. */
export interface WaitingLink {
  readonly summary: LinkSummary;
  readonly model: string;
}

/** A leased link. */
interface LeasedLink {
  readonly link: LinkSummary;
  /** Number of leases ever given for it. */
  readonly leases: number;
  /** When the lease expires, in ms since the epoch. */
  readonly expiresAt: number;
}

/** A move to another state; the rest of the row stays. */
export interface Move {
  readonly state: StoredState;
  /** For the states of links that are processed or cut. */
  readonly reason?: string;
  /** Latest end of the states `postponed` and `leased`, in ms since the epoch. */
  readonly notBefore?: number;
  readonly addAttempts?: number;
  readonly addLeases?: number;
}

/** A new score, with what its scorer recorded; an omitted part stays. */
interface Scoring {
  readonly priority: number;
  readonly group: string;
  readonly said?: Pick<FrontierLink, "why" | "model"> & {
    readonly snippet?: FrontierLink["snippet"];
  };
}

/** What is told of changes of links. */
interface OtherTables {
  readonly hosts: HostTable;
  readonly queues: HostQueues;
  readonly chance?: ChanceOrder | undefined;
}

/**
 * Rows of links, one per URL, counted by state. A URL is found by its host and hash: links of a
 * page are neighbours in that index.
 */
export class LinkTable {
  readonly tally: FrontierTally;
  /** What is kept of waiting links for their next score. */
  readonly packed: PackedLinks;
  readonly #policy: Pick<FrontierPolicy, "selection" | "seed">;
  readonly #hosts: HostTable;
  readonly #queues: HostQueues;
  readonly #chance: ChanceOrder | undefined;
  readonly #words: Words;
  readonly #snippetColumn: ReturnType<typeof snippetWriter>;
  readonly #names: Names;
  readonly #statements: ReturnType<typeof prepareLinkStatements>;
  readonly #recent: RecentLinks;
  readonly #held = new HeldLinks();
  #lastSequence: number;

  constructor(
    database: DatabaseSync,
    policy: Pick<FrontierPolicy, "selection" | "seed">,
    { hosts, queues, chance }: OtherTables,
  ) {
    this.tally = new FrontierTally(countByState(database));
    this.#policy = policy;
    this.#hosts = hosts;
    this.#queues = queues;
    this.#chance = chance;
    this.#words = new Words(database);
    this.#snippetColumn = snippetWriter(database);
    this.#names = {
      groupName: (id) => queues.groupName(id),
      wordOf: (id) => this.#words.wordOf(id),
      snippetOf: snippetReader(database),
    };
    this.packed = new PackedLinks(database);
    this.#statements = prepareLinkStatements(database);
    this.#lastSequence = Number(this.#statements.lastSequence.get()?.["id"] ?? 0);
    this.#recent = new RecentLinks(this.#lastSequence === 0);
  }

  /** Returns what is known of a URL on a host. Links are deduplicated here. */
  find(url: Url, host: Host): LinkSummary | undefined {
    const recent = this.#recent.get(url);
    if (recent !== undefined || this.#recent.hasAll) return recent;
    const hostId = this.#hosts.find(host);
    if (hostId === undefined) return undefined;
    const row: unknown = this.#statements.find.get(hostId, urlHash(url), url);
    return row === undefined
      ? undefined
      : this.#remember(toFoundSummary(row, { url, hostId }, this.#names));
  }

  /** Returns whether a URL is held in memory as one that was drawn and is done. */
  readonly isDone = (url: Url): boolean => {
    const state = this.#recent.get(url)?.state;
    return state === "fetched" || state === "refused" || state === "failed";
  };

  /** Adds a link of a new URL, with the next sequence. */
  admit(link: OfferedLink, state: StoredState): void {
    const { url, group, priority, depth } = link;
    const hostId = this.#hosts.admit(link.host);
    this.#lastSequence += 1;
    const sequence = this.#lastSequence;
    const summary = { url, sequence, hostId, group, state, priority, depth };
    this.#statements.admit.run(
      sequence,
      hostId,
      urlHash(url),
      stateCode(state),
      this.#queues.groupId(group),
      priority,
      this.#keyOf(summary),
      depth,
      link.redirects,
      this.#words.idOf(link.model),
      url,
      ...this.#parentColumns(link.parent),
      link.why,
      this.#snippetColumn(link.snippet),
    );
    this.tally.add({ state, reason: "", group, count: 1 });
    const { quotas: _quotas, refusedBy: _refusedBy, ...offered } = link;
    const admitted = { ...offered, sequence, attempts: 0 };
    this.packed.admit(admitted);
    this.#held.put({ summary, link: admitted, leases: 0 });
    this.#chance?.add(sequence);
    this.#join(this.#remember(summary));
  }

  /** Keeps a refused URL, with the rule as its reason. */
  filter({ url, host }: Pick<OfferedLink, "url" | "host">, rule: string): void {
    const hostId = this.#hosts.idOf(host);
    this.#lastSequence += 1;
    const sequence = this.#lastSequence;
    const reason = this.#words.idOf(rule);
    const state = "filtered";
    this.#statements.filter.run(sequence, hostId, urlHash(url), stateCode(state), reason, url);
    this.#remember({ url, sequence, hostId, group: "", state, priority: 0, depth: 0 });
    this.tally.add({ state, reason: rule, group: "", count: 1 });
  }

  /** Removes a filtered URL that is about to be admitted. */
  unfilter({ url, sequence, state }: LinkSummary): void {
    const row = this.#statements.unfilter.get(sequence);
    this.#recent.drop(url);
    const reason = row === undefined ? "" : toReason(row, this.#names);
    this.tally.add({ state, reason, group: "", count: -1 });
  }

  read(sequence: number): StoredLink {
    const held = this.#held.get(sequence);
    if (held !== undefined) return held;
    const row = this.#statements.read.get(sequence);
    if (row === undefined) throw new RangeError(`No link has the sequence ${sequence}.`);
    return this.#toStored(row);
  }

  /** Moves a link to another state; returns its new summary. */
  move(link: LinkSummary, { state, reason, notBefore, addAttempts, addLeases }: Move): LinkSummary {
    this.#statements.move.run(
      stateCode(state),
      reason === undefined ? null : this.#words.idOf(reason),
      notBefore ?? null,
      addAttempts ?? 0,
      addLeases ?? 0,
      link.sequence,
    );
    const moved = { ...link, state };
    if (!isWaiting(state) && state !== "leased") this.packed.drop(link.sequence);
    if (isWaiting(state)) this.#chance?.add(link.sequence);
    else if (state !== "leased") this.#chance?.remove(link.sequence);
    this.#held.update(moved, (held) => ({
      link: addAttempts ? { ...held.link, attempts: held.link.attempts + addAttempts } : held.link,
      leases: held.leases + (addLeases ?? 0),
    }));
    const { group } = link;
    const oldReason = link.state === "cut" ? FRONTIER_FULL : "";
    this.tally.add({ state: link.state, reason: oldReason, group, count: -1 });
    this.tally.add({ state, reason: reason ?? "", group, count: 1 });
    this.#leave(link);
    return this.#join(this.#remember(moved));
  }

  /** Gives a link another priority and group; returns its new summary. */
  score(link: LinkSummary, { priority, group, said }: Scoring): LinkSummary {
    const { sequence, state } = link;
    const scored = { ...link, priority, group };
    const words = this.#saidColumns(said);
    if (said?.snippet !== undefined) this.packed.drop(sequence);
    if (priority !== link.priority || group !== link.group) {
      const groupId = this.#queues.groupId(group);
      this.#statements.score.run(...words, priority, this.#keyOf(scored), groupId, sequence);
      this.#recent.update(scored);
      this.#leave(link);
      this.#join(scored);
    } else if (said !== undefined) {
      // The indexes of the orders need not change.
      this.#statements.say.run(...words, sequence);
    }
    this.#held.update(scored, ({ link: old, leases }) => {
      const { why, model, snippet = old.snippet } = said ?? old;
      return { link: { ...old, priority, group, why, model, snippet }, leases };
    });
    if (group !== link.group && isWaiting(state)) {
      this.tally.add({ state, reason: "", group: link.group, count: -1 });
      this.tally.add({ state, reason: "", group, count: 1 });
    }
    return scored;
  }

  /** Replaces depth, redirects and parent of a link; returns its new summary. */
  reroute(
    link: LinkSummary,
    { depth, redirects, parent }: Pick<OfferedLink, "depth" | "redirects" | "parent">,
  ): LinkSummary {
    const columns = this.#parentColumns(parent);
    this.packed.drop(link.sequence);
    this.#statements.reroute.run(depth, redirects, ...columns, link.sequence);
    const rerouted = { ...link, depth };
    this.#held.update(rerouted, (held) => ({
      link: { ...held.link, depth, redirects, parent },
      leases: held.leases,
    }));
    return this.#remember(rerouted);
  }

  /** Returns so many waiting links with sequences above `after`, in order of admission. */
  waiting(after: number, most: number): readonly WaitingLink[] {
    return this.#statements.waiting.all(after, most).map((row) => this.#toWaiting(row));
  }

  /** Returns a waiting link, `undefined` when it does not wait any more. */
  waitingAt(sequence: number): WaitingLink | undefined {
    const held = this.#held.get(sequence);
    if (held !== undefined)
      return isWaiting(held.summary.state)
        ? { summary: held.summary, model: held.link.model }
        : undefined;
    const row = this.#statements.waitingAt.get(sequence);
    return row && this.#toWaiting(row);
  }

  /** Returns the places of the links of {@link waiting}. */
  places(after: number, most: number): readonly QueuedPlace[] {
    return this.#statements.places.all(after, most).map((row) => this.#toPlace(row));
  }

  /** Returns the places of the links in a queue. */
  placesIn(queue: number): readonly QueuedPlace[] {
    const { hostId, groupId } = placeOf(queue);
    return this.#statements.placesIn.all(hostId, groupId).map((row) => this.#toPlace(row));
  }

  /** Returns leased links in order of admission. */
  leased(): readonly LeasedLink[] {
    return this.#statements.leased.all().map((row) => ({
      link: toSummary(row, this.#names),
      leases: Number(row["leases"]),
      expiresAt: Number(row["not_before"]),
    }));
  }

  /** Returns postponed links that are due by `now` (ms since the epoch), earliest first, then by sequence. */
  due(now: number): readonly LinkSummary[] {
    if (this.tally.at("postponed") === 0) return [];
    return this.#statements.due.all(now).map((row) => toSummary(row, this.#names));
  }

  /** Returns when the first postponed link is due, in ms since the epoch. */
  nextDue(): number | undefined {
    if (this.tally.at("postponed") === 0) return undefined;
    const row = this.#statements.nextDue.get();
    return row && Number(row["not_before"]);
  }

  #join(link: LinkSummary): LinkSummary {
    if (link.state !== "queued") return link;
    const { sequence, hostId, group } = link;
    this.#queues.join({ sequence, hostId, key: this.#keyOf(link) }, group);
    return link;
  }

  #leave(link: LinkSummary): void {
    if (link.state === "queued") this.#queues.leave(link, link.group);
  }

  #keyOf(link: LinkSummary): number {
    return drawKey(this.#policy.selection, this.#policy.seed, link);
  }

  #remember(summary: LinkSummary): LinkSummary {
    this.#recent.set(summary);
    return summary;
  }

  /** Returns the columns of why, model and snippet; an omitted one is null, and its column stays. */
  #saidColumns(said: Scoring["said"]): readonly [string | null, number | null, string | null] {
    if (said === undefined) return [null, null, null];
    return [said.why, this.#words.idOf(said.model), this.#snippetColumn(said.snippet)];
  }

  /** Returns the parent's sequence or, if the parent is no admitted link, its URL. */
  #parentColumns(url: Url | undefined): readonly [number | null, Url | null] {
    if (url === undefined) return [null, null];
    const parent = this.find(url, hostOf(url));
    const isLink = parent !== undefined && parent.state !== "filtered";
    return isLink ? [parent.sequence, null] : [null, url];
  }

  #toWaiting(row: Row): WaitingLink {
    return {
      summary: this.#held.get(Number(row["id"]))?.summary ?? toSummary(row, this.#names),
      model: this.#words.wordOf(Number(row["model"])),
    };
  }

  #toPlace(row: unknown): QueuedPlace {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the columns of PLACE, in order
    const [id, host, grp, state, priority, depth, model, bytes] = row as readonly SQLOutputValue[];
    return {
      sequence: Number(id),
      hostId: Number(host),
      group: this.#queues.groupName(Number(grp)),
      state: stateOf(state),
      priority: Number(priority),
      depth: Number(depth),
      model: this.#words.wordOf(Number(model)),
      packed: asBytes(bytes),
    };
  }

  #toStored(row: Row): StoredLink {
    const summary = toSummary(row, this.#names);
    const link = toLink(row, this.#names);
    return this.#held.put({ summary, link, leases: Number(row["leases"]) });
  }
}
