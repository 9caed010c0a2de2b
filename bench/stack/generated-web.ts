import { paragraphs, slug, title } from "../../demo/prose.ts";
import { createChance, labelledSeed } from "../../demo/random.ts";
import { NEED_TOPIC, TOPICS, type Topic } from "../../demo/words.ts";
import type { FetchedPage, FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

/** The shape of a generated web. */
export interface WebShape {
  readonly hosts: number;
  readonly pagesPerHost: number;
}

/** Links of a page: the site's menu, pages of the site, and of others. */
const [MENU, OWN, OTHERS] = [20, 30, 12];

/** Share of links to other sites that stay on the topic. */
const LOCALITY = 0.7;

/** Paragraphs of a page, which has 20 to 30 KB with its links. */
const [LEAST_PARAGRAPHS, MOST_PARAGRAPHS] = [55, 85];

/**
 * Answer times: a host's own time and its variation, in ms; one request in `HANGS_ONE_IN` hangs.
 */
const [LEAST_MS, MOST_MS, VARIES_MS, HANGS_MS, HANGS_ONE_IN] = [150, 350, 150, 4_000, 200];

/** A web to crawl in virtual time. */
export interface VirtualWeb {
  /** Returns how long the server takes for this URL, in ms. */
  latencyMs(url: string): number;
  fetch(url: Url): FetchOutcome;
}

/**
 * A web of sites on topics, whose pages are made on request: the same seed gives the same bytes.
 */
export class GeneratedWeb implements VirtualWeb {
  readonly #shape: WebShape;
  readonly #seed: number;

  constructor(shape: WebShape, seed: number) {
    this.#shape = shape;
    this.#seed = seed;
  }

  /** Returns the front pages of the first hosts. */
  seeds(count: number): string[] {
    return Array.from({ length: count }, (_, host) => this.#url(host, 0));
  }

  latencyMs(url: string): number {
    return latencyMs(this.#seed, url);
  }

  fetch(url: Url): FetchOutcome {
    const [, host = "", page] = /\/\/h(\d+)\.example\/(?:(\d+)-|$)/.exec(url) ?? [];
    if (url.endsWith("/robots.txt")) return pageOf(url, ROBOTS, "text/plain");
    if (host === "") return { kind: "gone", status: 404 };
    return pageOf(url, this.#html(Number(host), Number(page ?? 0)), "text/html");
  }

  #html(host: number, page: number): string {
    const topic = this.#topicOf(host, page);
    const chance = createChance(this.#seed, `page ${host} ${page}`);
    const link = (toHost: number, toPage: number) =>
      `<li><a class="link" href="${this.#url(toHost, toPage)}">${this.#title(toHost, toPage)}</a></li>`;
    const menu = Array.from({ length: MENU }, (_, index) => link(host, index));
    const own = Array.from({ length: OWN }, () =>
      link(host, chance.int(0, this.#shape.pagesPerHost - 1)),
    );
    const others = Array.from({ length: OTHERS }, () => link(...this.#elsewhere(chance, topic)));
    const text = paragraphs(chance, topic, chance.int(LEAST_PARAGRAPHS, MOST_PARAGRAPHS));
    const heading = this.#title(host, page);
    return `<!doctype html><html lang="en"><head><title>${heading}</title></head><body>
<nav><ul>${menu.join("\n")}</ul></nav><main><h1>${heading}</h1>${text}</main>
<aside><ul>${own.join("\n")}</ul><ul>${others.join("\n")}</ul></aside></body></html>`;
  }

  #elsewhere(chance: ReturnType<typeof createChance>, topic: Topic): [host: number, page: number] {
    const { hosts, pagesPerHost } = this.#shape;
    const any = (): [number, number] => [chance.int(0, hosts - 1), chance.int(0, pagesPerHost - 1)];
    let target = any();
    if (!chance.happens(LOCALITY)) return target;
    for (let tries = 0; tries < 30 && this.#topicOf(...target) !== topic; tries += 1)
      target = any();
    return target;
  }

  /** Returns a page's topic: its host's, from which some pages deviate. */
  #topicOf(host: number, page: number): Topic {
    const chance = createChance(this.#seed, `topic ${host} ${page}`);
    if (chance.happens(0.3)) return chance.pick(TOPICS);
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

/** Returns how long a server takes for this URL, in ms: one host is slower than another. */
export function latencyMs(seed: number, url: string): number {
  const ofHost = createChance(seed, `time of ${url.split("/")[2]}`);
  const ofUrl = createChance(seed, `time of ${url}`);
  if (ofUrl.int(1, HANGS_ONE_IN) === 1) return HANGS_MS;
  return ofHost.int(LEAST_MS, MOST_MS) + ofUrl.int(0, VARIES_MS);
}

export const ROBOTS = "User-agent: *\nDisallow: /private\nDisallow: /search\n";

/** Returns the answer of a server that has this page. */
export function pageOf(url: Url, text: string, mediaType: string): FetchedPage {
  return {
    kind: "page",
    url,
    status: 200,
    headers: [
      ["content-type", `${mediaType}; charset=utf-8`],
      ["etag", `"${labelledSeed(1, url)}"`],
    ],
    body: Buffer.from(text),
    mediaType,
    charset: "utf-8",
    truncated: false,
  };
}
