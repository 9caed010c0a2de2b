/** What a kind of generated web is made of, and what every such web has: copies, awkward answers, pages without end. */
import { anchor, html, list } from "../../demo/html.ts";
import { paragraph, title } from "../../demo/prose.ts";
import { type Chance, createChance } from "../../demo/random.ts";
import { TOPICS, type Topic, VOCABULARIES } from "../../demo/words.ts";

/** An answer of a generated web. */
export interface MadePage {
  readonly url: string;
  readonly body: string | Uint8Array;
  readonly mediaType: string;
  readonly status: number;
  /** Where a redirect leads. */
  readonly location?: string;
  /** What is on the page: a copy has the same. Set of pages that are looked for, and of nothing else. */
  readonly content?: string;
  /** Whether the first request is told to come again a second later. */
  readonly isBusyOnce?: true;
}

/** A generated web with its truth. */
export interface MadeWeb {
  readonly kind: string;
  /** What a crawl is told: the keys `topic` and `words`, or `files`, of a project's need. */
  readonly need: Readonly<Record<string, unknown>>;
  /** The same in words, for crawlers that take words. */
  readonly keywords: readonly string[];
  readonly seed: string;
  readonly pages: ReadonlyMap<string, MadePage>;
  /** A page of those without number: a calendar that goes on for ever. */
  readonly endless: (url: string) => MadePage | undefined;
  /** Number of distinct contents that are looked for. */
  readonly relevant: number;
}

/** A page of a kind, before copies and awkward answers are added. */
export interface PlainPage {
  readonly url: string;
  readonly heading: string;
  readonly body: string | Uint8Array;
  readonly isRelevant: boolean;
  /** `text/html` if left out. */
  readonly mediaType?: string;
  readonly language?: string;
}

/** A kind: what is looked for, where a crawl begins, and its plain pages. */
export interface Kind {
  readonly need?: MadeWeb["need"];
  readonly keywords?: readonly string[];
  readonly seed: string;
  readonly pages: readonly PlainPage[];
}

/** What a kind is made with. */
export interface Draft {
  readonly chance: Chance;
  /** The topic that is looked for. */
  readonly topic: Topic;
  /** All topics, in an order that is drawn. */
  readonly topics: readonly Topic[];
  /** What a part of a site on a topic is called. */
  readonly nameOf: (topic: Topic) => string;
  /** Another topic, drawn. */
  readonly other: () => Topic;
  /** Some sentences on a topic, as paragraphs. */
  readonly text: (topic: Topic, paragraphs?: number) => string;
  readonly title: (topic: Topic) => string;
}

/** Words of the need beside its topic. */
const WORDS = 8;

/** Every so many-th page with content has a copy for printing, and every so many-th is linked by a redirect. */
const [COPIED, REDIRECTED] = [2, 9];

/** Redirects that the home page links to. */
const MOVED = 2;

/** Pages of a web that are busy when they are first asked for: a quarter, a half and three quarters through it. */
const BUSY = [0.25, 0.5, 0.75];

/** Makes the web of a kind: the same kind and seed, the same bytes. */
export function madeWeb(kind: string, seed: number, make: (draft: Draft) => Kind): MadeWeb {
  const chance = createChance(seed, `public ${kind}`);
  const topic = TOPICS[(seed - 1) % TOPICS.length] ?? "beekeeping";
  const others = TOPICS.filter((one) => one !== topic);
  const made = make({
    chance,
    topic,
    topics: shuffled(chance, TOPICS),
    nameOf: (about) => `${nounOf(chance, about)} and ${nounOf(chance, about)}`,
    other: () => chance.pick(others),
    text: (about, paragraphs = 3) =>
      Array.from({ length: paragraphs }, () => `<p>${paragraph(chance, about, 3)}</p>`).join("\n"),
    title: (about) => title(chance, about),
  });
  const words = VOCABULARIES[topic].nouns.slice(0, WORDS);
  const busy = new Set(BUSY.map((share) => Math.floor(share * made.pages.length)));
  const answers = made.pages.flatMap((page, at) => answersOf(page, at, busy.has(at)));
  const origin = new URL(made.seed).origin;
  const added = [
    ...answers,
    plain(`${origin}/private/1`, "Internal", "<p>Not for crawlers.</p>"),
    plain(`${origin}/not-found`, "Page not found", "<p>The page was not found.</p>"),
  ];
  const pages = new Map(added.map((page) => [page.url, page]));
  const home = pages.get(made.seed);
  if (home === undefined) throw new Error(`${kind} has no page at its seed`);
  pages.set(made.seed, { ...home, body: withMore(home.body, origin, movedTo(answers)) });
  return {
    kind,
    need: made.need ?? { topic, words },
    keywords: made.keywords ?? [topic, ...words],
    seed: made.seed,
    pages,
    endless: calendarOf(origin),
    relevant: new Set(answers.flatMap(({ content }) => content ?? [])).size,
  };
}

function shuffled(chance: Chance, topics: readonly Topic[]): readonly Topic[] {
  const left = [...topics];
  return topics.flatMap(() => left.splice(chance.int(0, left.length - 1), 1));
}

function nounOf(chance: Chance, topic: Topic): string {
  return chance.pick(VOCABULARIES[topic].nouns);
}

/** A page as it is answered, with its copy and the redirect to it where it has them. */
function answersOf(page: PlainPage, at: number, isBusy: boolean): readonly MadePage[] {
  const { url, heading, body, isRelevant, mediaType = "text/html", language = "en" } = page;
  const content = isRelevant ? { content: url } : {};
  const isText = typeof body === "string" && mediaType === "text/html";
  const copy = new URL(url);
  copy.searchParams.set("print", "1");
  const hasCopy = isRelevant && at % COPIED === 0;
  const more = isText && hasCopy ? `<p>${anchor(copy.href, "Print")}</p>` : "";
  const written = (text: string) => html(heading, text).replace('lang="en"', `lang="${language}"`);
  const answer: MadePage = {
    url,
    body: isText ? written(`<h1>${heading}</h1>${body}${more}`) : body,
    mediaType,
    status: 200,
    ...content,
  };
  const first = isBusy ? { ...answer, isBusyOnce: true as const } : answer;
  if (!isRelevant) return [first];
  const same = { ...answer, body: isText ? written(`<h1>${heading}</h1>${body}`) : body };
  const moved = {
    ...plain(`${url}${url.includes("?") ? "&" : "?"}old=1`, "Moved", ""),
    status: 301,
  };
  return [
    first,
    ...(hasCopy ? [{ ...same, url: copy.href }] : []),
    ...(at % REDIRECTED === 0 ? [{ ...moved, location: url }] : []),
  ];
}

function plain(url: string, heading: string, body: string): MadePage {
  const text = html(heading, `<h1>${heading}</h1>${body}`);
  return { url, body: text, mediaType: "text/html", status: 200 };
}

/** Addresses that redirect to others, as far as the home page links to them. */
function movedTo(answers: readonly MadePage[]): readonly string[] {
  const moved = answers.filter(({ location }) => location !== undefined);
  return moved.slice(0, MOVED).map(({ url }) => url);
}

/** The links of a home page that lead nowhere useful, or by a redirect. */
function withMore(body: string | Uint8Array, origin: string, moved: readonly string[]): string {
  const links = [
    ...moved.map((url, at) => anchor(url, `Read more ${at + 1}`)),
    anchor(`${origin}/calendar?month=2024-01`, "Calendar"),
    anchor(`${origin}/private/1`, "Internal"),
    anchor(`${origin}/not-found`, "Sitemap"),
    anchor(`${origin}/gone`, "Old news"),
  ];
  return String(body).replace("</body>", `${list(links, 'class="more"')}</body>`);
}

/** A calendar whose months and days never end, and have nothing. */
function calendarOf(origin: string): MadeWeb["endless"] {
  return (url) => {
    const month = url.startsWith(`${origin}/calendar?`)
      ? /^(?<year>\d{4})-(?<month>\d\d)/.exec(new URL(url).searchParams.get("month") ?? "")
      : null;
    if (month === null) return undefined;
    const index = Number(month[1]) * 12 + Number(month[2]);
    const next = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
    const days = Array.from({ length: 8 }, (_, day) =>
      anchor(`${origin}/calendar?month=${month[0]}-${day + 1}`, `Day ${day + 1}`),
    );
    const on = anchor(`${origin}/calendar?month=${next}`, "Next month");
    return plain(url, `Events in ${month[0]}`, `<p>No events.</p>${list(days)}${on}`);
  };
}
