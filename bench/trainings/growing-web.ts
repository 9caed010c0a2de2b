import { type Chance, createChance } from "../../demo/random.ts";
import type { FetchOutcome } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";

const HOSTS = 16;
/** Pages after which numbers begin again: a crawl that goes deep would leave the exact whole numbers. */
const PAGES = 2 ** 48;
/** Links of a page to pages that no other page links to, and to pages found before. */
const [NEW_LINKS, KNOWN_LINKS] = [13, 12];
const WORDS = 30_000;
const TOPICS = 40;
/** Words of a topic, the share of words of a text that are among them, and that pages keep it. */
const [TOPIC_WORDS, TOPIC_SHARE, LOCALITY] = [60, 0.4, 0.75];
/** Words before and after each link, and of each paragraph without links. */
const [CONTEXT_WORDS, PARAGRAPH_WORDS] = [4, 120];

/**
 * A web without an end: page n links to the pages 13 n + 1 … 13 n + 13 and to some of smaller number. Words
 * are drawn as in a language, the n-th about 1/n as often as the first; a page mostly has the topic
 * of the page that leads to it. A page has 3 KB. The same seed gives the same pages.
 */
export class GrowingWeb {
  readonly #seed: number;
  /** Topics by page. */
  readonly #topics = new Map<number, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Returns the words of the first topic: the need. */
  need(): string {
    return Array.from({ length: 6 }, (_, word) => topicWord(0, word)).join(" ");
  }

  url(page: number): string {
    const words = this.#text(createChance(this.#seed, `title ${page}`), this.#topic(page), 3);
    return `https://h${page % HOSTS}.example/${words.replaceAll(" ", "-")}/${page}`;
  }

  fetch(url: Url): FetchOutcome {
    const page = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
    if (Number.isNaN(page)) return { kind: "gone", status: 404 };
    return {
      kind: "page",
      url,
      status: 200,
      headers: [["content-type", "text/html; charset=utf-8"]],
      body: Buffer.from(this.#html(page)),
      mediaType: "text/html",
      charset: "utf-8",
      truncated: false,
    };
  }

  #html(page: number): string {
    const topic = this.#topic(page);
    const chance = createChance(this.#seed, `page ${page}`);
    const targets = [
      ...Array.from({ length: NEW_LINKS }, (_, link) => (NEW_LINKS * page + link + 1) % PAGES),
      ...Array.from({ length: KNOWN_LINKS }, () => chance.int(0, page)),
    ];
    const title = this.#text(createChance(this.#seed, `title ${page}`), topic, 5);
    const links = targets.map((target) => {
      const around = () => this.#text(chance, topic, CONTEXT_WORDS);
      const anchor = this.#text(chance, this.#topic(target), 3);
      return `<p>${around()} <a href="${this.url(target)}">${anchor}</a> ${around()}</p>`;
    });
    const text = this.#text(chance, topic, PARAGRAPH_WORDS);
    return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<h1>${title}</h1><p>${text}</p>${links.join("\n")}</body></html>`;
  }

  #topic(page: number): number {
    if (page === 0) return 0;
    const known = this.#topics.get(page);
    if (known !== undefined) return known;
    const chance = createChance(this.#seed, `topic ${page}`);
    const parent = Math.floor((page - 1) / NEW_LINKS);
    const topic = chance.happens(LOCALITY) ? this.#topic(parent) : chance.int(0, TOPICS - 1);
    this.#topics.set(page, topic);
    return topic;
  }

  #text(chance: Chance, topic: number, words: number): string {
    return Array.from({ length: words }, () =>
      chance.happens(TOPIC_SHARE)
        ? topicWord(topic, chance.int(0, TOPIC_WORDS - 1))
        : word(Math.floor(WORDS ** (chance.int(0, WORDS) / WORDS)) - 1),
    ).join(" ");
  }
}

function topicWord(topic: number, number: number): string {
  return word(WORDS + TOPIC_WORDS * topic + number);
}

const SYLLABLES = ["ba", "den", "kor", "li", "mu", "ra", "sel", "tin", "vo", "zan"];

/** Returns the word of a number, of two syllables or more. */
function word(number: number): string {
  const digits = String(number).padStart(2, "0");
  return Array.from(digits, (digit) => SYLLABLES[Number(digit)]).join("");
}
