import type { HostPace } from "../politeness/host-pace.ts";
import type { Host, Url } from "../url/url.ts";
import type { FrontierLink, KnownLink, LinkState, OfferedLink } from "./link.ts";

/**
 * Where a link rests: a {@link LinkState}, told apart where the frontier treats links differently.
 * Waiting ones are in a lane (drawable), resting (not before a moment) or in the pool (of a later
 * layer); barred ones were refused when offered and never admitted.
 */
export type Place = "lane" | "resting" | "pool" | "barred" | Exclude<LinkState, "waiting">;

/** What decides the fate of a known URL. */
export interface Standing {
  readonly sequence: number;
  readonly hostId: number;
  readonly group: string;
  readonly place: Place;
  readonly priority: number;
  readonly depth: number;
}

/** A link with its standing; `leases` counts those ever given for it. */
export interface StoredLink {
  readonly standing: Standing;
  readonly link: FrontierLink;
  readonly leases: number;
}

/** A link on lease. */
export interface LeasedLink extends Pick<StoredLink, "standing" | "leases"> {
  /** When the lease is over: ms since the epoch. */
  readonly expiresAt: number;
}

/** A move to another place; the rest of the row stays. */
export interface Move {
  readonly place: Place;
  /** For places that end a link's way. */
  readonly reason?: string;
  /** For `resting` and `leased`, which end then if nothing happens before: ms since the epoch. */
  readonly notBefore?: number;
  readonly addAttempts?: number;
  readonly addLeases?: number;
}

/** What orders a link, and who said so; a part left out stays. */
export interface Scoring {
  readonly priority: number;
  readonly key: number;
  readonly group: string;
  readonly said?: Pick<FrontierLink, "why" | "model"> & {
    readonly snippet?: FrontierLink["snippet"];
  };
}

/** Where an admitted link begins. */
export interface NewRow {
  readonly sequence: number;
  readonly place: Place;
  readonly key: number;
}

/** How many URLs of a group are at a place for a reason, `""` for places on the way. */
export interface Census {
  readonly place: Place;
  readonly reason: string;
  /** `""` also for barred URLs, which have none. */
  readonly group: string;
  readonly count: number;
}

/** Rows of links, one a URL. Sequences are their names. */
export interface LinkTable {
  find(url: Url, host: Host): Standing | undefined;
  admit(link: OfferedLink, row: NewRow): void;
  /** Keeps a refused URL, with the rule as its reason. */
  bar(link: OfferedLink, sequence: number): void;
  /** Drops a barred URL, which is about to be admitted. Returns the rule that had barred it. */
  unbar(sequence: number): string;
  read(sequence: number): StoredLink;
  /** For a person who asks: everything known of a URL. */
  know(url: Url, host: Host): KnownLink | undefined;
  move(standing: Standing, move: Move): void;
  score(standing: Standing, scoring: Scoring): void;
  /** Replaces depth, redirects and parent. */
  reroute(sequence: number, way: Pick<OfferedLink, "depth" | "redirects" | "parent">): void;
  /** Waiting links in batches; the caller may move and score those of a batch before it takes the next. */
  waiting(): Iterable<readonly StoredLink[]>;
  leased(): readonly LeasedLink[];
  /** Resting links whose moment has come by `now`, earliest first, then by sequence. */
  rested(now: number): readonly Standing[];
  nextRested(): number | undefined;
  lastSequence(): number;
  census(): Iterable<Census>;
}

/** A link at one end of an order. */
export interface Head {
  readonly sequence: number;
  readonly hostId: number;
  readonly key: number;
}

/** The orders of waiting links within one group. */
export interface OrderTable {
  /** Brings the lanes that changed since the last call up to date; the reads below are right after it. */
  refresh(): void;
  /** First link in the lanes of open hosts: greatest key, then smallest sequence. */
  first(group: string): Head | undefined;
  /** Whether there is any link in the lanes of open hosts. */
  isAnyOpen(): boolean;
  /** First link of the pool, by the same order. */
  firstPooled(group: string): Head | undefined;
  /** The waiting link of least priority, of equals the last admitted; `key` is its priority. */
  lowest(group: string): Head | undefined;
  /** A group's weight; 1 where none was set. */
  weightOf(group: string): number;
  weigh(group: string, weight: number): void;
}

/** Whether a host's lanes may be drawn from: closed until its next slot, or until a lease of it ends. */
export type Door = "open" | "resting" | "busy";

/** What the frontier knows of a host. */
export interface HostSlot {
  readonly hostId: number;
  readonly pace: HostPace;
  readonly nextAllowedAt: number;
  readonly leased: number;
}

/** Rows of hosts. */
export interface HostTable {
  read(hostId: number): HostSlot;
  write(slot: HostSlot, door: Door): void;
  /** Hosts whose base delay is not the largest of `minDelayMs` and their crawl-delay. */
  pacedOtherwise(minDelayMs: number): readonly HostSlot[];
  /** Opens resting hosts whose slot has come by a moment (ms since the epoch), and names them. */
  open(by: number): readonly number[];
  /** Earliest slot of a resting host that has a link in a lane. */
  nextSlot(): number | undefined;
  /** Hosts with a URL that was admitted. */
  count(): number;
}

/** The few facts of a crawl that are neither links nor hosts. */
export interface LedgerTable {
  /** URLs admitted under a quota key. */
  quotaUsed(key: string): number;
  useQuota(key: string): void;
  layer(): number;
  setLayer(layer: number): void;
}

/** What a frontier keeps: all its decisions are made in this folder, all its memory is behind this. */
export interface FrontierTables {
  readonly links: LinkTable;
  readonly orders: OrderTable;
  readonly hosts: HostTable;
  readonly ledger: LedgerTable;
}
