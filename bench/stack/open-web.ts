import { paragraph, slug, title } from "../../demo/prose.ts";
import { type Chance, createChance } from "../../demo/random.ts";
import { NEED_TOPIC, TOPICS, type Topic } from "../../demo/words.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import { canonicalUrl, hostOf } from "../../lib/domain/web/url/canonical-url.ts";
import type { Host, Url } from "../../lib/domain/web/url/url.ts";
import { latencyMs, pageOf, ROBOTS, type VirtualWeb } from "./generated-web.ts";

/** Links of a page that no page before has, and others to pages that are known by then. */
const [NEW_LINKS, MENU, RELATED, OTHERS] = [10, 10, 20, 10];

/** Pages with greater numbers have no links, as the numbers of those would be no safe integers. */
const LAST_WITH_LINKS = 1e14;

/** Texts of a topic, of which each page has some: making new ones takes longer than to crawl them. */
const [TEXTS, TEXTS_A_PAGE, SENTENCES] = [300, 4, 5];

/** A link of a page. */
export interface LinkOnPage {
  readonly url: Url;
  readonly host: Host;
}

/** The place of a page. */
type Place = readonly [host: number, page: number];

/** Share of pages of a host that are of any topic. */
const WANDERING = 0.3;

/**
 * A web without end: each page of a host has ten links that no page before has, so that a crawl
 * knows ten times as many links as pages, however long it takes. Its pages are short and cheap to
 * make. The same seed gives the same bytes.
 */
export class OpenWeb implements VirtualWeb {
  readonly #hosts: number;
  readonly #seed: number;
  readonly #texts: ReadonlyMap<Topic, readonly string[]>;

  constructor(hosts: number, seed: number) {
    this.#hosts = hosts;
    this.#seed = seed;
    const textsOf = (topic: Topic) => {
      const chance = createChance(seed, `texts of ${topic}`);
      return Array.from({ length: TEXTS }, () => paragraph(chance, topic, SENTENCES));
    };
    this.#texts = new Map(TOPICS.map((topic) => [topic, textsOf(topic)]));
  }

  /** Returns the front page of each host. */
  seeds(): string[] {
    return Array.from({ length: this.#hosts }, (_, host) => this.#url(host, 0));
  }

  latencyMs(url: string): number {
    return latencyMs(this.#seed, url);
  }

  fetch(url: Url): FetchOutcome {
    if (url.endsWith("/robots.txt")) return pageOf(url, ROBOTS, "text/plain");
    const place = placeOf(url);
    if (place === undefined) return { kind: "gone", status: 404 };
    return pageOf(url, this.#html(place), "text/html");
  }

  /** Returns the links of a page without making it. */
  linksOf(url: Url): LinkOnPage[] {
    return this.#links(placeOf(url) ?? [0, 0]).map((place) => {
      const canonical = canonicalUrl(this.#url(...place));
      if (!canonical.ok) throw new RangeError(`no URL: ${place.join()}`);
      return { url: canonical.url, host: hostOf(canonical.url) };
    });
  }

  titleOf(url: Url): string {
    return this.#title(...(placeOf(url) ?? [0, 0]));
  }

  #html(place: Place): string {
    const chance = createChance(this.#seed, `text ${place.join(" ")}`);
    const texts = this.#texts.get(this.#topicOf(...place)) ?? [];
    const text = Array.from({ length: TEXTS_A_PAGE }, () => `<p>${chance.pick(texts)}</p>`);
    const links = this.#links(place).map(
      (to) => `<li><a href="${this.#url(...to)}">${this.#title(...to)}</a></li>`,
    );
    const heading = this.#title(...place);
    return `<!doctype html><html lang="en"><head><title>${heading}</title></head><body>
<main><h1>${heading}</h1>${text.join("\n")}</main><ul>${links.join("\n")}</ul></body></html>`;
  }

  #links([host, page]: Place): Place[] {
    if (page > LAST_WITH_LINKS) return [];
    const chance = createChance(this.#seed, `page ${host} ${page}`);
    const anyHost = () => chance.int(0, this.#hosts - 1);
    return [
      ...each(NEW_LINKS, (nth): Place => [host, child(page, nth)]),
      ...each(MENU, (nth): Place => [host, child(0, nth)]),
      ...each(RELATED, (): Place => [host, relative(chance, page)]),
      ...each(OTHERS, (): Place => [anyHost(), chance.int(0, MENU)]),
    ];
  }

  #topicOf(host: number, page: number): Topic {
    const chance = createChance(this.#seed, `topic ${host} ${page}`);
    if (chance.happens(WANDERING)) return chance.pick(TOPICS);
    return TOPICS[host % TOPICS.length] ?? NEED_TOPIC;
  }

  #title(host: number, page: number): string {
    return title(createChance(this.#seed, `title ${host} ${page}`), this.#topicOf(host, page));
  }

  #url(host: number, page: number): string {
    const front = `https://h${host}.example/`;
    return page === 0 ? front : `${front}${page}-${slug(this.#title(host, page)).slice(0, 40)}`;
  }
}

function placeOf(url: string): Place | undefined {
  const [, host, page = 0] = /\/\/h(\d+)\.example\/(?:(\d+)-|$)/.exec(url) ?? [];
  return host === undefined ? undefined : [Number(host), Number(page)];
}

/** Returns the number of a page's nth child: pages of a host are numbered by their level. */
function child(page: number, nth: number): number {
  return NEW_LINKS * page + 1 + nth;
}

/** Returns a page that an ancestor of this one has a link to, and so is known. */
function relative(chance: Chance, page: number): number {
  let ancestor = page;
  do ancestor = Math.floor((ancestor - 1) / NEW_LINKS);
  while (ancestor > 0 && chance.happens(0.5));
  return child(Math.max(0, ancestor), chance.int(0, NEW_LINKS - 1));
}

function each<Made>(count: number, make: (nth: number) => Made): Made[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}
