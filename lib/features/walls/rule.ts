/**
 * Leaves out what a server sends in place of content: challenges, refusals, hosts without a site, outages, consent
 * dialogs, paywalls, logins, and soft 404s, for which it may ask a host for a URL that cannot exist: `scope.walls`.
 */

import { MOST_PREDICTED } from "../../crawl/admit-links.ts";
import { wallResult } from "../../crawl/link-result.ts";
import { PROBE_GROUP } from "../../crawl/link-tally.ts";
import type { DecideRule, DecideRulePorts, FetchRule, ReadRule } from "../../crawl/rules.ts";
import type { Lease, OfferedLink } from "../../domain/frontier/link.ts";
import type { PageRecord } from "../../domain/page/page-record.ts";
import type { PageView } from "../../domain/page/page-view.ts";
import { isSparse, wallOfPage } from "../../domain/page/walls/wall-of-page.ts";
import { hashToUnit } from "../../domain/stats/random/random.ts";
import { headOf } from "../../domain/web/http/fetch-outcome.ts";
import { canonicalUrl, hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../domain/web/url/url.ts";
import { decoded } from "../../domain/web/url/url-words.ts";
import type { FoundWall } from "../../domain/web/walls/wall.ts";
import { wallOfHead } from "../../domain/web/walls/wall-of-head.ts";
import type { OpenedFeature, WebFacts } from "../feature.ts";
import type { WallsKeys } from "./manifest.ts";

/** Opens the rules; a host is asked for what cannot exist only where the project wants it, never a recording. */
export function open({ scope }: WallsKeys, { isLive }: WebFacts): OpenedFeature {
  const isProbed = isLive && scope.walls === "probe";
  return { fetch, read, ...(isProbed && { decide: (ports) => new NotFoundAnswers(ports) }) };
}

const fetch: FetchRule = {
  name: "walls",
  answer({ lease }, outcome) {
    const head = headOf(outcome);
    const wall = head && wallOfHead(head);
    if (wall !== undefined) return wallResult(wall, head?.status);
    // The page that a URL which cannot exist leads to is not its answer.
    if (lease.link.group !== PROBE_GROUP || outcome.kind !== "redirect") return undefined;
    return wallResult({ wall: "soft-404", sign: `leads to ${outcome.location}` }, outcome.status);
  },
};

const read: ReadRule = {
  name: "walls",
  isWall: (viewed) => wallOfPage(viewed) !== undefined,
  look(viewed, { status }, lease, { labels }) {
    if (labels?.has(viewed.view.url) === true) return undefined;
    const print = notFoundFingerprint(viewed.view);
    const none = soft404Of(lease, print);
    // Of what does not exist no link is followed: it may name others that do not.
    if (none !== undefined)
      return { kind: "done", result: wallResult({ ...none, print }, status), stores: "nothing" };
    const wall = wallOfPage({ ...viewed, status });
    if (wall === undefined) return undefined;
    const result = wallResult({ ...wall, print }, status);
    // Its head alone would be an empty page for a replay.
    return { kind: "done", result, stores: "whole", offersLinks: true };
  },
  note({ viewed, page: { url } }, { labels }) {
    const print =
      labels?.has(url) === true ? undefined : viewed && notFoundFingerprint(viewed.view);
    return print === undefined ? {} : { record: { print } };
  },
};

function soft404Of(
  { link, notFound }: Pick<Lease, "link" | "notFound">,
  print: number | undefined,
): FoundWall | undefined {
  if (link.group === PROBE_GROUP)
    return { wall: "soft-404", sign: "a page for a URL that cannot exist" };
  if (print !== undefined && notFound?.includes(print) === true)
    return { wall: "soft-404", sign: "the host's answer to a URL that cannot exist" };
  return undefined;
}

// Finds out what hosts send for URLs that do not exist.

/** Pages of a host with one short text that are a reason to ask it for a URL that cannot exist. */
const COPIES = 3;

/** Short texts that are counted at a time, of all hosts; the oldest are dropped: some 20 MB. */
const MOST_COUNTED = 200_000;

/** The parts of a record that show how a host answers. */
type AnsweredLink = Pick<PageRecord, "url" | "host" | "group" | "reason" | "print">;

/**
 * Knows the text that a host sends with success for URLs that do not exist, by the records of the
 * crawl. When a host sends one short text for several URLs, it is asked once for a URL that cannot
 * exist, by a link like any other. The text of its answer is then no content. Counting the records
 * of a store in their order gives the same result as counting them when they were put.
 */
class NotFoundAnswers implements DecideRule {
  readonly name = "probes";
  readonly #plan: Pick<DecideRulePorts, "scope" | "seed">;
  /** Pages by host and print. */
  readonly #counts = new Map<string, number>();
  readonly #probed = new Set<Host>();
  readonly #prints = new Map<Host, readonly number[]>();

  constructor(plan: Pick<DecideRulePorts, "scope" | "seed">) {
    this.#plan = plan;
  }

  /** Adds to a lease the prints of the texts that its host sends for what does not exist. */
  lease(lease: Lease): Lease {
    const notFound = this.#prints.get(lease.link.host);
    return notFound === undefined ? lease : { ...lease, notFound };
  }

  /**
   * Counts a new record, and returns the link to ask its host by, when there is reason now. A kill before
   * that is offered only spares the host the probe.
   */
  count(
    record: AnsweredLink,
    replaced: AnsweredLink | undefined,
  ): readonly OfferedLink[] | undefined {
    const probe = replaced === undefined ? this.#probe(record) : undefined;
    return probe && [probe];
  }

  #probe({ url, host, group, reason, print }: AnsweredLink): OfferedLink | undefined {
    if (print === undefined) return undefined;
    if (group === PROBE_GROUP) {
      this.#prints.set(host, [print]);
      return undefined;
    }
    if (reason !== "page" || this.#probed.has(host)) return undefined;
    if (this.#countCopy(`${host} ${print}`) < COPIES) return undefined;
    this.#probed.add(host);
    const probe = impossibleUrl(url, this.#plan.seed);
    return probe === undefined ? undefined : this.#linkTo(probe);
  }

  #countCopy(key: string): number {
    const copies = 1 + (this.#counts.get(key) ?? 0);
    this.#counts.delete(key);
    this.#counts.set(key, copies);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_COUNTED && oldest !== undefined) this.#counts.delete(oldest);
    return copies;
  }

  #linkTo(url: OfferedLink["url"]): OfferedLink {
    const host = hostOf(url);
    const verdict = this.#plan.scope({ url, host, depth: 0 });
    return {
      url,
      host,
      priority: MOST_PREDICTED,
      group: PROBE_GROUP,
      depth: 0,
      redirects: 0,
      parent: undefined,
      snippet: undefined,
      why: "asks for what cannot exist",
      model: "",
      quotas: verdict.quotas,
      refusedBy: verdict.refusedBy,
    };
  }
}

/** 2^48: chance collisions of a host's texts are fewer than one in a million. */
const HASHES = 0x1_0000_0000_0000;

const WORDS = /\p{L}+/gu;

/**
 * Returns the hash of a text that may be a host's answer to any URL, a whole number below 2^48;
 * `undefined` for a page with a text of its own. Words of the URL are left out, as such answers
 * quote it, and so are digits, as they name the time.
 */
export function notFoundFingerprint(
  view: Pick<PageView, "url" | "text" | "linkLengths" | "mainText">,
): number | undefined {
  if (!isSparse(view)) return undefined;
  const quoted = new Set(wordsOf(decoded(view.url)));
  const words = wordsOf(view.mainText).filter((word) => !quoted.has(word));
  return Math.floor(hashToUnit(0, words.join(" ")) * HASHES);
}

/** Letters of a name that no page has: 26^16 of them. */
const NAME_LENGTH = 16;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Returns a URL beside `url` that cannot exist: its last segment, or the values of its query, are
 * letters by chance from `seed`.
 */
export function impossibleUrl(url: Url, seed: number): Url | undefined {
  const name = Array.from({ length: NAME_LENGTH }, (_, at) =>
    LETTERS.charAt(Math.floor(hashToUnit(seed + at, url) * LETTERS.length)),
  ).join("");
  const there = new URL(url);
  if (there.search === "") return asUrl(new URL(name, url));
  for (const key of there.searchParams.keys()) there.searchParams.set(key, name);
  return asUrl(there);
}

function asUrl({ href }: URL): Url | undefined {
  const canonical = canonicalUrl(href);
  return canonical.ok ? canonical.url : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORDS) ?? [];
}
