/** What sites say of the use of their pages, by headers, tags and files, and what it means for a purpose. */
import { parseDictionary, Token } from "structured-headers";
import { fieldsOf, jsonIn } from "../../json.ts";
import { compilePathPattern, normalPath } from "../url/path-pattern.ts";

/**
 * The statements of a site about what may be done with a page, each as `name: value`, in the order
 * of the alphabet, each once: `robots: noindex`, `content-usage: train-ai=n`,
 * `content-signal: ai-train=no`, `tdm-reservation: 1`, `tdm-policy: https://…`, `license: https://…`.
 */
export type Signals = readonly string[];

/** The statements of a page that makes none. */
export const NO_SIGNALS: Signals = [];

/** Permissions, with the restriction that goes before each. */
const STRICTER: readonly (readonly [permission: RegExp, restriction: string])[] = [
  [/^(content-usage: .*)=y$/, "$1=n"],
  [/^(content-signal: .*)=yes$/, "$1=no"],
  [/^(tdm-reservation): 0$/, "$1: 1"],
];

/**
 * Combines the statements of several sources. Where one allows what another does not, the stricter
 * one counts (draft-ietf-aipref-vocab §5.1); the same is done for the signals that do not say.
 */
export function combineSignals(...sources: readonly Signals[]): Signals {
  const all = new Set<string>();
  for (const source of sources) for (const signal of source) all.add(signal);
  if (all.size === 0) return NO_SIGNALS;
  const isOverruled = (signal: string) =>
    STRICTER.some(([of, by]) => of.test(signal) && all.has(signal.replace(of, by)));
  return [...all].filter((signal) => !isOverruled(signal)).sort();
}

// What the record of a page says of its use.

/** The keys of a page's record that say what may be done with it. */
export interface SignalKeys {
  /** True when the page asks to be kept out of indexes and the crawl obeys: the page is no target. */
  readonly noindex?: boolean;
  /**
   * What its site says may be done with it: the page's own headers and `meta` elements, robots.txt
   * and the TDM file. Absent when there is nothing.
   */
  readonly signals?: Signals;
}

/** Adds to what a page says of its use what another source says; nothing where neither says anything. */
export function withSignals({ signals: own = NO_SIGNALS }: SignalKeys, other: Signals): SignalKeys {
  const signals = combineSignals(own, other);
  return signals.length === 0 ? {} : { signals };
}

/** The name of a header or a `meta` element, and its value. */
export type NamedValue = readonly [name: string, value: string];

/** Headers that say what may be done with a page; nearly all responses have none. */
const HEADERS: ReadonlySet<string> = new Set([
  "x-robots-tag",
  "content-usage",
  "content-signal",
  "tdm-reservation",
  "tdm-policy",
]);

/**
 * Returns the signals in the headers of a response. Names are in lower case. `robotsName` is the
 * product token by which rules address this crawler.
 */
export function signalsOfHeaders(headers: readonly NamedValue[], robotsName: string): Signals {
  const speaking: NamedValue[] = [];
  for (const header of headers) if (HEADERS.has(header[0])) speaking.push(header);
  if (speaking.length === 0) return NO_SIGNALS;
  const valuesOf = (wanted: string) =>
    speaking.filter(([name]) => name === wanted).map(([, value]) => value);
  return combineSignals(
    ...valuesOf("x-robots-tag").map((value) => robotsOfHeader(value, robotsName)),
    contentUsageOf(valuesOf("content-usage").join(", ")),
    ...valuesOf("content-signal").map(contentSignalOf),
    ...tdmOfValues(valuesOf("tdm-reservation"), valuesOf("tdm-policy")),
  );
}

/** Returns the signals in the `meta` elements of a page, in any case of their names. */
export function signalsOfMeta(elements: readonly NamedValue[], robotsName: string): Signals {
  const rules: string[] = [];
  const [reservations, policies]: [string[], string[]] = [[], []];
  for (const [name, content] of elements) {
    const lower = name.trim().toLowerCase();
    if (lower === "tdm-reservation") reservations.push(content);
    else if (lower === "tdm-policy") policies.push(content);
    else rules.push(...robotsOfMeta(lower, content, robotsName));
  }
  return combineSignals(rules, ...tdmOfValues(reservations, policies));
}

/** Of several reservations each counts; the first policy is that of all. */
function tdmOfValues(reservations: readonly string[], [policy]: readonly string[]): Signals[] {
  return reservations.map((reservation) => tdmOf(reservation, policy));
}

/** Uses that a `Content-Usage` statement may allow or not (draft-ietf-aipref-vocab §4). */
const USES = ["train-ai", "ai-use", "search"];

/** Uses that a `Content-Signal` statement may allow or not (contentsignals.org). */
const SIGNALLED_USES: ReadonlySet<string> = new Set(["search", "ai-input", "ai-train"]);

/**
 * Reads a `Content-Usage` statement: a dictionary of RFC 9651 whose values are the tokens `y` and
 * `n`. Other labels and values say nothing, and neither does a malformed one
 * (draft-ietf-aipref-vocab §6.6). Several headers are one statement, joined by commas.
 */
export function contentUsageOf(statement: string): Signals {
  const dictionary = dictionaryOf(statement);
  return USES.flatMap((use) => {
    const value = dictionary?.get(use)?.[0];
    if (!(value instanceof Token)) return [];
    const preference = value.toString();
    return preference === "y" || preference === "n" ? [`content-usage: ${use}=${preference}`] : [];
  });
}

function dictionaryOf(statement: string): ReturnType<typeof parseDictionary> | undefined {
  try {
    return parseDictionary(statement);
  } catch {
    return undefined;
  }
}

/**
 * Reads a `Content-Signal` statement: `use=yes` or `use=no`, with commas between. No grammar of it is
 * published, so upper case and white space are forgiven.
 */
export function contentSignalOf(statement: string): Signals {
  if (statement === "") return NO_SIGNALS;
  return statement
    .toLowerCase()
    .split(",")
    .flatMap((pair) => {
      const [use = "", answer = "", more] = pair.split("=").map((text) => text.trim());
      const isKnown = SIGNALLED_USES.has(use) && (answer === "yes" || answer === "no");
      return isKnown && more === undefined ? [`content-signal: ${use}=${answer}`] : [];
    });
}

/** What a project may state that its pages are for. */
export const PURPOSES = ["search", "train-ai", "research-tdm"] as const;

/** One of {@link PURPOSES}. */
export type Purpose = (typeof PURPOSES)[number];

/** The page asks to be kept out of indexes. */
export const NOINDEX = "robots: noindex";

/**
 * The signals that keep a page out of what is made for a purpose. Training is also mining, so a
 * reservation of mining stops both. `noarchive` stops training as Bing reads it
 * (blogs.bing.com/webmaster/september-2023), and `noai` by its name.
 */
const STOPS: Readonly<Record<Purpose, ReadonlySet<string>>> = {
  search: new Set([NOINDEX, "content-usage: search=n", "content-signal: search=no"]),
  "train-ai": new Set([
    "robots: noai",
    "robots: noarchive",
    "content-usage: train-ai=n",
    "content-signal: ai-train=no",
    "tdm-reservation: 1",
  ]),
  "research-tdm": new Set(["tdm-reservation: 1"]),
};

/** Purposes that mine text: for them the TDM file of a site is asked for. */
export function minesText(purpose: Purpose | undefined): boolean {
  return purpose !== undefined && STOPS[purpose].has("tdm-reservation: 1");
}

/**
 * Returns the signals that reserve a page against the purpose; none without a purpose, or where no
 * signal does.
 */
export function reservedBy(purpose: Purpose | undefined, signals: Signals = []): Signals {
  return purpose === undefined ? [] : signals.filter((signal) => STOPS[purpose].has(signal));
}

/** Signals that keep a page from being read by a model: it is mined, and put into a model's input. */
const STOPS_ASSESSORS: ReadonlySet<string> = new Set([
  "robots: noai",
  "content-usage: ai-use=n",
  "content-signal: ai-input=no",
  "tdm-reservation: 1",
]);

/** Returns the signals that keep a page from an assessor, those against the purpose included. */
export function keptFromAssessors(purpose: Purpose | undefined, signals: Signals = []): Signals {
  const reserving = reservedBy(purpose, signals);
  return signals.filter((signal) => STOPS_ASSESSORS.has(signal) || reserving.includes(signal));
}

/** The page asks that none of its links be followed. */
export const NOFOLLOW = "robots: nofollow";

/** Rules that restrict something. Others permit what nobody forbids, or shape search results. */
const RESTRICTIONS: ReadonlySet<string> = new Set([
  "noindex",
  "nofollow",
  "noarchive",
  "nocache",
  "nosnippet",
  "noimageindex",
  "notranslate",
  "noai",
  "noimageai",
]);

/** Rules that have a value after a colon: no robot has such a name. */
const RULES_WITH_VALUE: ReadonlySet<string> = new Set([
  "max-image-preview",
  "max-snippet",
  "max-video-preview",
  "unavailable_after",
]);

/** A robot's name or a rule with a value: the word before the first colon, and the rest. */
const BEFORE_COLON = /^(?<word>[\w-]+)\s*:(?<rest>.*)$/s;

/**
 * Returns the rules of `<meta name content>`, with the name in lower case; none when it is neither
 * `robots` nor `robotsName`, the product token of this crawler.
 */
function robotsOfMeta(name: string, content: string, robotsName: string): Signals {
  if (!isForUs(name, robotsName)) return NO_SIGNALS;
  return rulesOf(content.toLowerCase());
}

/**
 * Returns the rules of an `X-Robots-Tag` header. A name such as `googlebot:` addresses the rules
 * after it, up to the next name or the end of the header. Rules before any name are for all robots
 * (developers.google.com/search/docs/crawling-indexing/robots-meta-tag).
 */
function robotsOfHeader(value: string, robotsName: string): Signals {
  const rules: string[] = [];
  let isOurs = true;
  for (const part of value.toLowerCase().split(",")) {
    const { word, rest } = BEFORE_COLON.exec(part.trim())?.groups ?? {};
    const isName = word !== undefined && !RULES_WITH_VALUE.has(word);
    if (isName) isOurs = isForUs(word, robotsName);
    if (isOurs) rules.push(...rulesOf(isName ? (rest ?? "") : part));
  }
  return rules;
}

function isForUs(name: string, robotsName: string): boolean {
  return name === "robots" || name === robotsName.toLowerCase();
}

/** A rule in a list, with its value: `max-image-preview: none` restricts no page. */
const RULE = /[^\s,;:]+(?:\s*:\s*[^\s,;]+)?/g;

/** Returns the rules in a list: writers forget its commas, and mean what they say. */
function rulesOf(text: string): readonly string[] {
  return (text.match(RULE) ?? []).flatMap((rule) => {
    if (rule === "none") return [NOINDEX, NOFOLLOW];
    return RESTRICTIONS.has(rule) ? [`robots: ${rule}`] : [];
  });
}

/** The path of a site's TDM file. */
export const TDM_PATH = "/.well-known/tdmrep.json";

/** Longest address of a policy that is recorded, in UTF-16 units. */
const MAX_POLICY_LENGTH = 2_000;

/** The rules of a TDM file, in order: the first that matches a path decides. */
export type TdmRules = readonly {
  readonly matches: (path: string) => boolean;
  readonly signals: Signals;
}[];

/**
 * Returns the statement of `tdm-reservation` and `tdm-policy`, as headers, `meta` elements or a TDM
 * file have them (TDM Reservation Protocol, W3C Community Group). Values other than 0 and 1 say
 * nothing; a policy counts only beside a reservation.
 */
export function tdmOf(reservation: unknown, policy: unknown): Signals {
  const value = typeof reservation === "number" ? String(reservation) : textOf(reservation);
  if (value !== "0" && value !== "1") return NO_SIGNALS;
  const address = textOf(policy);
  const isNamed = value === "1" && address.length <= MAX_POLICY_LENGTH && isWebUrl(address);
  return [...(isNamed ? [`tdm-policy: ${address}`] : []), `tdm-reservation: ${value}`];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/**
 * Reads a TDM file: an array of rules with a `location`, a path pattern like those of robots.txt. A
 * single rule without an array is taken, and without a location it is for the whole site. Never
 * throws: what is no rule is left out.
 */
export function parseTdmFile(text: string): TdmRules {
  return [jsonIn(text)].flat().flatMap((entry: unknown) => {
    const rule = fieldsOf(entry);
    const { location = "/" } = rule;
    const pattern = typeof location === "string" ? compilePathPattern(location) : undefined;
    const signals = tdmOf(rule["tdm-reservation"], rule["tdm-policy"]);
    return pattern === undefined || signals.length === 0
      ? []
      : [{ matches: (path: string) => pattern.matches(path), signals }];
  });
}

/** Returns what a TDM file says of a path and query: the first rule that matches counts. */
export function tdmOfPath(rules: TdmRules, pathAndQuery: string): Signals {
  const path = normalPath(pathAndQuery);
  return rules.find(({ matches }) => matches(path))?.signals ?? NO_SIGNALS;
}
