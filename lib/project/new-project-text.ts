import { relative } from "node:path";
import { DEFAULTS } from "../config/defaults.ts";
import { type DefaultStrategy, defaultStrategy } from "./default-strategy.ts";
import { PROJECT_SCHEMA_FILE } from "./project-json-schema.ts";

/** The answers for a new project file; everything else starts as a default. */
export interface ProjectAnswers {
  readonly name: string;
  /** Empty when the user gave none. */
  readonly topic: string;
  /** Words that such pages have. */
  readonly words?: readonly string[] | undefined;
  /** Ontology that knows the topic: a name, or a file relative to the project file. */
  readonly ontology?: string | undefined;
  readonly seedUrls: readonly string[];
  /** A list of more seeds: a file relative to the project file; empty or `undefined` for none. */
  readonly seedFile?: string | undefined;
  readonly contact: string;
  /** As it was typed: the schema says what is wrong with it. */
  readonly pages: string;
  /** Example pages that are relevant: URLs, or files relative to the project file. */
  readonly good: readonly string[];
  /** Example pages that are not. */
  readonly bad?: readonly string[] | undefined;
  /** One page of the kind that is looked for; empty when the user gave none. */
  readonly examplePage: string;
  /** Search engine that is asked for seeds, and the address of an instance. */
  readonly engine?: "searxng" | "brave" | "local" | undefined;
  readonly engineUrl?: string | undefined;
  /** Click paths: a file relative to the project file. */
  readonly paths?: string | undefined;
  /** Whether links may lead to other hosts than those of the seeds; `undefined` for the default. */
  readonly hosts?: "any" | "seeds" | undefined;
  /** Longest time to crawl, in hours, as it was typed; empty or `undefined` for no limit. */
  readonly hours?: string | undefined;
  /** Most dollars that it may cost, as they were typed; empty or `undefined` for no limit. */
  readonly dollars?: string | undefined;
  /** Least delay between two requests to a host, in ms, as it was typed; the default otherwise. */
  readonly minDelayMs?: string | undefined;
}

/** Writes a commented project file for `directory`. */
export function newProjectText(answers: ProjectAnswers, directory: string): string {
  const { name, contact, pages, hours = "", dollars = "", minDelayMs = "" } = answers;
  const { budget, politeness } = DEFAULTS;
  const { choice, because } = proposedStrategy(answers);
  const hosts = hostsOf(answers);
  const schema = relative(directory, PROJECT_SCHEMA_FILE).replaceAll("\\", "/");
  return `# yaml-language-server: $schema=${encodeURI(schema)}
# A Dowser project: which pages are relevant, where to begin, and what it may cost.
# Lines that are commented out show a default or an example.
name: ${scalar(name)}

${needText(answers)}
  # files: [pdf, csv]             # files are looked for, and no pages

# purpose: research-tdm           # or search, train-ai: exports leave out what sites reserve against it

seeds:
${seedsText(answers)}
  # queries: [words to search for]  # need.topic if there is none
${searchText(answers)}

# ${because}.
# Leave the key out, and what works from the need is chosen again at each change of it.
strategy: ${choice.name}

scope:
  hosts: ${hosts.padEnd(25)}# any, seeds (their hosts only) or seed-domains
  # denyHosts: [ads.example]      # a name covers its subdomains
  # denyPatterns: ["/login*"]     # * matches any characters
  # maxDepth: 12                  # links from a seed
  # languages: [en]

budget:
  pages: ${number(pages).padEnd(25)}# whichever of these is reached first ends the crawl
  ${hours === "" ? "# hours: 4" : `hours: ${number(hours)}`}
  ${dollars === "" ? "# dollars: 5                    # queries that cost, and AWS in a stack" : `dollars: ${number(dollars)}`}
  # bytesPerPage: ${budget.bytesPerPage / 1e6}MB

# assessor:                       # a language model that reads pages, docs/assessor.md; nothing is sent without it
  # url: http://127.0.0.1:11434/v1
  # model: NAME
  # guide: guide.md               # two sentences with examples of yes and no
  # key: env:DOWSER_ASSESSOR_KEY
  # price: { in: 0.10, out: 0.50 }
  # dollars: 1

${contact === "" && minDelayMs === "" ? "# politeness:\n  # contact: you@example.org      # live crawls need it: an e-mail address or a web page" : `politeness:\n  ${contact === "" ? "# contact: you@example.org      # live crawls need it: an e-mail address or a web page" : `contact: ${scalar(contact)}`}`}
  ${minDelayMs === "" ? `# minDelayMs: ${politeness.minDelayMs}` : `minDelayMs: ${number(minDelayMs)}`}              # between two requests to a host
`;
}

/** Returns the strategy that fits the answers, and why. */
export function proposedStrategy({
  topic,
  good,
  paths = "",
  examplePage,
}: ProjectAnswers): DefaultStrategy {
  return defaultStrategy({
    topic: topic.trim() === "" ? undefined : topic,
    good,
    paths: paths === "" ? undefined : paths,
    examplePage: examplePage === "" ? undefined : examplePage,
  });
}

/** Returns where links may lead: pages built like an example are those of its site. */
export function hostsOf({ hosts, examplePage }: ProjectAnswers): "any" | "seeds" {
  return hosts ?? (examplePage === "" ? DEFAULTS.scope.hosts : "seeds");
}

function seedsText({ seedUrls, seedFile = "" }: ProjectAnswers): string {
  if (seedFile !== "" && seedUrls.length === 0) return `  file: ${scalar(seedFile)}\n`;
  const urls = seedUrls.map((url) => `\n    - ${scalar(url)}`).join("");
  return [
    `  urls:${urls === "" ? " [] # put at least one URL here" : urls}\n`,
    seedFile === ""
      ? "  # file: seeds.txt               # more of them, one a line, or a .csv with a column url"
      : `  file: ${scalar(seedFile)}`,
  ].join("\n");
}

/** Splits words at white space or, where there are commas, at these, so that phrases stay whole; each once. */
export function wordsIn(text: string): string[] {
  const words = text.split(text.includes(",") ? /\s*,\s*/ : /\s+/).map((word) => word.trim());
  return [...new Set(words.filter((word) => word !== ""))];
}

function needText(answers: ProjectAnswers): string {
  const { topic, words = [], ontology = "", good, bad = [], examplePage, paths = "" } = answers;
  const isEmpty =
    topic === "" && good.length + bad.length === 0 && examplePage + ontology + paths === "";
  return [
    isEmpty ? "# need:" : "need:",
    topic === "" ? "  # topic: words that describe the pages" : `  topic: ${scalar(topic)}`,
    words.length === 0 || topic === ""
      ? "  # words: [some, that, such, pages, have]  # 7 to 25: by two words few pages are told"
      : `  words: [${words.map(scalar).join(", ")}]`,
    ...(ontology === "" ? [] : [`  ontology: ${scalar(ontology)}`]),
    good.length === 0
      ? "  # good: [pages/good/*.html]     # example pages that are relevant: files or URLs"
      : `  good:${listText(good)}`,
    examplePage === ""
      ? "  # examplePage: page.html        # one page, if those that you look for are all built like it"
      : `  examplePage: ${scalar(examplePage)}`,
    bad.length === 0
      ? "  # bad: [pages/bad/*.html]       # and that are not"
      : `  bad:${listText(bad)}`,
    ...(paths === "" ? [] : [`  paths: ${scalar(paths)}`]),
  ].join("\n");
}

function searchText({ engine, engineUrl = "" }: ProjectAnswers): string {
  if (engine === undefined)
    return '# search: { provider: searxng, url: "http://127.0.0.1:8080" } # or brave, or local with --web';
  return `search:\n  provider: ${engine}${engine === "searxng" ? `\n  url: ${scalar(engineUrl)}` : ""}`;
}

function listText(entries: readonly string[]): string {
  return entries.map((entry) => `\n    - ${scalar(entry)}`).join("");
}

/** Writes a number as it was typed, and anything else as a text, which the schema refuses. */
function number(typed: string): string {
  return /^\d+(?:\.\d+)?$/.test(typed) ? typed : JSON.stringify(typed);
}

/**
 * Quotes a text as JSON, which is also a double-quoted string of YAML; plain words need no quotes.
 */
function scalar(text: string): string {
  return /^[a-z][a-z -]*[a-z]$/i.test(text) && !/^(?:true|false|null)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

/** Makes a project name from the first words of a topic. */
export function nameFor(topic: string): string {
  const words = topic.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "project";
}
