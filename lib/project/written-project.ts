/** The project file as it is written: the schema of its sections but scope, files, search and stop. */
import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import { hostSchema } from "../config/host-schema.ts";
import { byteSize, duration } from "../config/quantity.ts";
import { CUT_NAMES } from "../domain/methods/label-need.ts";
import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { FEATURE_SECTIONS } from "../features/registry.ts";
import { filesSchema } from "./files-schema.ts";
import { scopeSchema } from "./scope-schema.ts";
import { isWebUrl, searchSchema, webUrl } from "./search-schema.ts";
import { stackSchema } from "./stack-schema.ts";
import { stopSchema } from "./stop-schema.ts";

const { need, seeds, budget, frontier } = DEFAULTS;

/** Longest query, in characters: Brave takes no more, and a longer one is a text. */
const MAX_QUERY_LENGTH = 400;

/** Most words of a need: each further one says less. */
const MOST_WORDS = 25;

const text = () => z.string().trim().min(1);

const needSchema = z.strictObject({
  topic: text().optional().describe("What the pages are about, in words."),
  words: z
    .array(text())
    .min(1)
    .max(MOST_WORDS)
    .optional()
    .describe(
      "Words that such pages have, 7 to 25 of them, in the language of the pages. With them far more pages are told rightly than by a topic of two words.",
    ),
  ontology: text()
    .optional()
    .describe("Ontology that knows the topic: one imported, or a file relative to this one."),
  terms: z
    .record(text(), z.number().positive().max(1_000))
    .optional()
    .describe("Terms of your own that tell of the topic, with their weights: the topic has 15."),
  good: z
    .array(text())
    .default(need.good)
    .describe("Relevant example pages: URLs, or files relative to this file (`*` allowed)."),
  bad: z
    .array(text())
    .default(need.bad)
    .describe("Irrelevant example pages: URLs, or files relative to this file (`*` allowed)."),
  examplePage: text()
    .optional()
    .describe("One page of the type that you look for: a URL or a file."),
  paths: text()
    .optional()
    .describe(
      "Click paths from start pages to relevant pages, for strategies that learn from them: a file relative to this one, one path per line; `dowser paths record` writes one.",
    ),
  files: filesSchema
    .optional()
    .describe(
      "Files that are looked for, by type: then they are relevant, and no page is. A list of types, or a mapping with `types` and `fetch`.",
    ),
  structured: z
    .array(z.string().regex(/^[A-Za-z][\w-]*$/, "expected the name of a type, such as Event"))
    .optional()
    .describe(
      "Types of schema.org that are looked for, such as `Event`: a page is relevant if it declares one by JSON-LD or microdata. Subtypes are types of their own.",
    ),
  detect: z
    .enum(["comments", "user-content"])
    .optional()
    .describe(
      "Pages that are looked for, by what they carry: comments of readers, or any content that users create.",
    ),
  threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Least utility of a relevant page, in [0,1]; the strategy chooses if absent."),
  cut: z
    .enum(CUT_NAMES)
    .optional()
    .describe(
      "Which pages are called relevant in the end: `complete`, as many as there seem to be, which is the default; or `clean`, few wrong ones.",
    ),
});

const seedsSchema = z.strictObject({
  urls: z.array(webUrl).default(seeds.urls).describe("Pages the crawl begins with."),
  file: text()
    .optional()
    .describe(
      "A list of more such pages, as a file relative to this one: one URL a line, or a table (`.csv`, `.tsv`) with a column `url`. Lines that are no URL are left out and counted.",
    ),
  queries: z
    .array(text().max(MAX_QUERY_LENGTH))
    .default(seeds.queries)
    .describe("Queries whose first results are seeds, too; need.topic if there is none."),
  sitemaps: z
    .boolean()
    .default(seeds.sitemaps)
    .describe("Whether the sitemaps of the seeds' hosts are seeds, too."),
});

const budgetSchema = z.strictObject({
  pages: z.int().min(1).default(budget.pages).describe("Most pages to fetch."),
  pagesPerSite: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Most pages to fetch of a site, which is a registrable domain with all its hosts. Its other links go on waiting. No limit if absent.",
    ),
  hours: duration("h")
    .pipe(z.number().positive())
    .optional()
    .describe("Longest time to crawl: hours, or text such as `90min`."),
  bytes: byteSize().optional().describe("Most bytes of page bodies, such as `20GB`."),
  dollars: z
    .number()
    .positive()
    .optional()
    .describe(
      "Most dollars that the crawl may cost: queries at search.dollarsPerQuery and, in a stack, AWS at list price.",
    ),
  bytesPerPage: byteSize()
    .prefault(budget.bytesPerPage)
    .describe("A page is cut off after so many bytes, such as `5MB`."),
  trainingPages: z
    .int()
    .min(1)
    .default(budget.trainingPages)
    .describe("Most pages of the training crawl of need.paths, beside those of the crawl itself."),
});

const frontierSchema = z.strictObject({
  capacity: z
    .int()
    .min(1)
    .default(frontier.capacity)
    .describe("Most links in the queue; above it those of least priority are evicted."),
});

/** Most addresses that are told of alarms; larger circles have a mailing list. */
const MOST_ADDRESSES = 10;

const { politeness } = DEFAULTS;

/** Longest interval of a JavaScript timer, in ms: about 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** ASCII without controls and white space, which the URL parser would drop silently. */
const PRINTABLE = /^[\x21-\x7e]+$/;

const wait = (leastMs: number) => duration("ms").pipe(z.int().min(leastMs).max(MAX_TIMER_MS));

/** Section `politeness` of a project file. */
const politenessSchema = z.strictObject({
  userAgent: text()
    .max(200)
    .regex(
      /^[A-Za-z_-]+(?:\/[\x21-\x7e]+)?(?: [\x20-\x7e]+)?$/,
      "expected a product name such as Dowser/0.1",
    )
    .default(politeness.userAgent)
    .describe("Name sent to servers; robots rules are looked up by the part before the slash."),
  contact: text()
    .max(200)
    .refine(isContact, "expected an e-mail address or an http(s) URL")
    .optional()
    .describe("E-mail address or web page sent to servers with each request; live crawls need it."),
  minDelayMs: wait(0)
    .prefault(politeness.minDelayMs)
    .describe(
      "Least time between two requests to a host: ms, or text such as `1s`. Hosts of one registrable domain at one address share it.",
    ),
  minDelayPerAddressMs: wait(1)
    .prefault(politeness.minDelayPerAddressMs)
    .describe(
      "Least time between the starts of two requests to one address (IPv6: one /64 network), whatever its hosts: ms, or text such as `1s`. At most minDelayMs counts.",
    ),
  maxCrawlDelayMs: wait(0)
    .prefault(politeness.maxCrawlDelayMs)
    .describe(
      "Longest crawl delay that a host's robots.txt is obeyed in: ms, or text such as `30s`.",
    ),
  connectionsPerHost: z
    .int()
    .min(1)
    .max(16)
    .default(politeness.connectionsPerHost)
    .describe(
      "Requests at one time that a host sees, or the hosts of one registrable domain at one address.",
    ),
  concurrency: z
    .int()
    .min(1)
    .max(10_000)
    .default(politeness.concurrency)
    .describe("Hosts fetched from at one time."),
  timeoutMs: wait(1)
    .prefault(politeness.timeoutMs)
    .describe("Longest time of one request: ms, or text such as `30s`."),
  maxRedirects: z
    .int()
    .min(0)
    .max(20)
    .default(politeness.maxRedirects)
    .describe("Most redirects followed from one link."),
  maxAttempts: z
    .int()
    .min(1)
    .max(20)
    .default(politeness.maxAttempts)
    .describe("Most attempts to fetch a page that fails for a passing reason."),
  ...FEATURE_SECTIONS.politeness,
  relNofollow: z
    .enum(["follow", "skip"])
    .default(politeness.relNofollow)
    .describe('Whether links marked rel="nofollow" are followed or left out.'),
  allowLoopback: z
    .boolean()
    .default(politeness.allowLoopback)
    .describe("Whether pages on this machine may be fetched: for demos and tests."),
  allowInvalidCertificates: z
    .array(hostSchema)
    .max(1_000)
    .prefault([...politeness.allowInvalidCertificates])
    .describe(
      "Hosts, with their subdomains, that are fetched though their certificate is incomplete, expired or of another host, or their TLS too old. Whoever is between may change their pages.",
    ),
});

const address = z.string().max(320).refine(isAddress, "expected an e-mail address or an https URL");

/** One address, or several. */
const notifySchema = z
  .union([address, z.array(address).min(1).max(MOST_ADDRESSES)])
  .transform((value) => [value].flat());

/**
 * Schema of a strategy by name, by name with its options, or by its module. Its own schema checks
 * the options. A module's path is its strategy's name until the module is loaded.
 */
const strategySchema = z
  .union([
    z.string(),
    z.looseObject({ module: z.string(), name: z.string().optional() }),
    z.looseObject({ name: z.string() }),
  ])
  .transform((value): StrategyChoice => {
    if (typeof value === "string") return { name: value };
    const { name = String(value["module"]) } = value;
    return { ...value, name };
  });

/** A project as its file has it, each key valid by itself. */
export const writtenSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, "expected 1 to 40 of a-z, 0-9 and - inside")
    .describe("Short name of the project: names the run and the stack."),
  need: needSchema.prefault({}).describe("What is looked for."),
  ...FEATURE_SECTIONS.use,
  seeds: seedsSchema.prefault({}).describe("Where the crawl begins."),
  search: searchSchema
    .optional()
    .describe("Who is asked for seeds, at the first start of a crawl, and for more as it goes on."),
  strategy: strategySchema
    .nullish()
    .describe(
      "Which link is fetched next: a name, a name with its options, or a module with its options. Without one it is `auto`, which uses whatever the need gives, or `breadth-first` when there is no topic and no example.",
    ),
  scope: scopeSchema.prefault({}).describe("Which links may be followed."),
  access: text()
    .optional()
    .describe(
      "File with cookies, headers and passwords of sites, and with proxies, relative to this one: secrets stay out of the project file.",
    ),
  budget: budgetSchema.prefault({}).describe("When the crawl ends, and what a page may cost."),
  stop: stopSchema
    .optional()
    .describe(
      "At which recall the crawl ends before its budget is spent, by draws by chance or a control list.",
    ),
  politeness: politenessSchema.prefault({}).describe("How hosts are treated."),
  frontier: frontierSchema.prefault({}).describe("The queue of links to fetch."),
  ...FEATURE_SECTIONS.project,
  extract: z
    .record(text(), text())
    .default({})
    .describe(
      "Values taken from relevant pages: name → CSS selector, or `selector@attribute`; or a path into what a page declares, `jsonld:Event.location.name` or `microdata:Event.startDate`.",
    ),
  stack: stackSchema
    .prefault({})
    .describe("What a stack on AWS does at one time, and when it comes back."),
  notify: notifySchema
    .optional()
    .describe(
      "Who is told when the crawl of a stack is in trouble: e-mail addresses or https URLs. AWS asks each to confirm.",
    ),
  seed: z.int().default(DEFAULTS.seed).describe("Random seed: the same seed, the same crawl."),
});

/** What a project file says, before keys that depend on others have their defaults. */
export type WrittenProject = z.output<typeof writtenSchema>;

/** Returns whether alarms can be sent there: to an e-mail address or an https URL. */
function isAddress(value: string): boolean {
  return isContact(value) && !/^http:/i.test(value);
}

/** Returns whether a contact is an e-mail address or a web page, and fits in a header as it is. */
function isContact(value: string): boolean {
  return PRINTABLE.test(value) && (z.email().safeParse(value).success || isWebUrl(value));
}
