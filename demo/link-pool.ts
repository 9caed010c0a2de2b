import { demoOrigin, type SiteName } from "./demo-web.ts";
import { anchor } from "./html.ts";
import type { Chance } from "./random.ts";
import { TOPICS, type Topic } from "./words.ts";

/** A piece of content that pages of any site may link to. */
export interface Content {
  readonly site: SiteName;
  /** Path and query. */
  readonly target: string;
  readonly title: string;
  readonly topic: Topic;
}

/** Content of all sites by topic. */
export type LinkPool = ReadonlyMap<Topic, readonly Content[]>;

/**
 * Share of related links that stay on the topic of their page: focused crawling relies on this
 * locality.
 */
const LOCALITY = 0.75;

/** Share of links whose text says nothing about their page. */
const BLIND_TEXT = 0.15;

const BLIND_TEXTS = ["here", "this page", "read more", "see this", "more", "link"];

/** Sorts content by topic. */
export function createLinkPool(contents: readonly Content[]): LinkPool {
  return new Map(TOPICS.map((topic) => [topic, contents.filter((one) => one.topic === topic)]));
}

/** Writes anchors to content of any site, most of it on the topic. */
export function relatedAnchors(
  chance: Chance,
  pool: LinkPool,
  from: { readonly site: SiteName; readonly topic: Topic },
  count: number,
): readonly string[] {
  return Array.from({ length: count }, () => {
    const topic = chance.happens(LOCALITY) ? from.topic : chance.pick(TOPICS);
    const content = chance.pick(pool.get(topic) ?? []);
    const text = chance.happens(BLIND_TEXT) ? chance.pick(BLIND_TEXTS) : content.title;
    return anchor(hrefFrom(from.site, content), text);
  });
}

/** Returns the link to content: without a host inside a site, with the host between sites. */
export function hrefFrom(site: SiteName, content: Content): string {
  return content.site === site ? content.target : demoOrigin(content.site) + content.target;
}
