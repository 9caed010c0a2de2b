import { z } from "zod";
import { FEED_MEDIA_TYPES } from "../domain/feeds/feed.ts";
import { isPdf, PDF_MEDIA_TYPES } from "../domain/pdf/pdf-document.ts";
import { PURPOSES } from "../domain/signals/purpose.ts";
import type { StrategyChoice } from "../domain/strategy/strategy-module.ts";
import { AUTO, defaultStrategy } from "./default-strategy.ts";
import { DEFAULTS } from "./defaults.ts";
import { fileNeed, filesSchema, scopeConflicts, scopeDefaults } from "./files-schema.ts";
import { byteSize, duration } from "./quantity.ts";
import { renderSchema } from "./render-schema.ts";
import { scopeSchema, unknownLanguages } from "./scope-schema.ts";
import { isWebUrl, searchSchema, webUrl } from "./search-schema.ts";
import { stackSchema } from "./stack-schema.ts";
import { isOfDiscovered, stopSchema } from "./stop-schema.ts";

const { need, seeds, budget, politeness, frontier } = DEFAULTS;

/** Longest interval of a JavaScript timer, in ms: about 24 days. */
const MAX_TIMER_MS = 2_147_483_647;

/** Longest query, in characters: Brave takes no more, and a longer one is a text. */
const MAX_QUERY_LENGTH = 400;

/** ASCII without controls and white space, which the URL parser would drop silently. */
const PRINTABLE = /^[\x21-\x7e]+$/;

const text = () => z.string().trim().min(1);

const needSchema = z.strictObject({
  topic: text().optional().describe("What the pages are about, in words."),
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
  examplePage: text().optional().describe("One page of the target type: a URL or a file."),
  paths: text()
    .optional()
    .describe(
      "Click paths from start pages to target pages, for strategies that learn from them: a file relative to this one, one path per line; `dowser paths record` writes one.",
    ),
  files: filesSchema
    .optional()
    .describe(
      "Files that are looked for, by type: then they are the targets, and no page is. A list of types, or a mapping with `types` and `fetch`.",
    ),
  structured: z
    .array(z.string().regex(/^[A-Za-z][\w-]*$/, "expected the name of a type, such as Event"))
    .optional()
    .describe(
      "Types of schema.org that are looked for, such as `Event`: a page is a target if it declares one by JSON-LD or microdata. Subtypes are types of their own.",
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
    .describe("Least utility of a target page, in [0,1]; the strategy chooses if absent."),
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
  secondsPerPage: duration("s")
    .pipe(z.number().positive())
    .prefault(budget.secondsPerPage)
    .describe("Parsing a page stops after so many seconds."),
  trainingPages: z
    .int()
    .min(1)
    .default(budget.trainingPages)
    .describe("Most pages of the training crawl of need.paths, beside those of the crawl itself."),
});

const wait = (leastMs: number) => duration("ms").pipe(z.int().min(leastMs).max(MAX_TIMER_MS));

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
  robotsMeta: z
    .enum(["obey", "ignore"])
    .default(politeness.robotsMeta)
    .describe(
      "Whether to obey noindex (the page is no target) and nofollow (its links are left out) in `meta` elements and X-Robots-Tag headers.",
    ),
  relNofollow: z
    .enum(["follow", "skip"])
    .default(politeness.relNofollow)
    .describe('Whether links marked rel="nofollow" are followed or left out.'),
  allowLoopback: z
    .boolean()
    .default(politeness.allowLoopback)
    .describe("Whether pages on this machine may be fetched: for demos and tests."),
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

/**
 * The project file. Strict at every level; each key carries its description into the JSON Schema.
 */
export const projectSchema = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, "expected 1 to 40 of a-z, 0-9 and - inside")
      .describe("Short name of the project: names the run and the stack."),
    need: needSchema.prefault({}).describe("What is looked for."),
    purpose: z
      .enum(PURPOSES)
      .optional()
      .describe(
        "What the pages are for. Then exports leave out the pages whose sites reserve them against it; for `train-ai` and `research-tdm` the TDM file of each site is asked for, too.",
      ),
    seeds: seedsSchema.prefault({}).describe("Where the crawl begins."),
    search: searchSchema
      .optional()
      .describe(
        "Who is asked for seeds, at the first start of a crawl, and for more as it goes on.",
      ),
    strategy: strategySchema
      .nullish()
      .describe(
        "Which link is fetched next: a name, a name with its options, or a module with its options. Without one it is `auto`, which uses whatever the need gives, or `breadth-first` when the need says nothing.",
      ),
    scope: scopeSchema.prefault({}).describe("Which links may be followed."),
    access: text()
      .optional()
      .describe(
        "File with cookies, headers and passwords of sites, and with proxies, relative to this one: secrets stay out of the project file.",
      ),
    render: renderSchema
      .optional()
      .describe(
        "Which pages a browser renders before they are read; none if absent. It needs the package playwright-core and Chromium.",
      ),
    budget: budgetSchema.prefault({}).describe("When the crawl ends, and what a page may cost."),
    stop: stopSchema
      .optional()
      .describe(
        "At which recall the crawl ends before its budget is spent, by draws by chance or a control list.",
      ),
    politeness: politenessSchema.prefault({}).describe("How hosts are treated."),
    frontier: frontierSchema.prefault({}).describe("The queue of links to fetch."),
    extract: z
      .record(text(), text())
      .default({})
      .describe(
        "Values taken from target pages: name → CSS selector, or `selector@attribute`; or a path into what a page declares, `jsonld:Event.location.name` or `microdata:Event.startDate`.",
      ),
    stack: stackSchema.prefault({}).describe("What a stack on AWS does at one time."),
    notify: notifySchema
      .optional()
      .describe(
        "Who is told when the crawl of a stack is in trouble: e-mail addresses or https URLs. AWS asks each to confirm.",
      ),
    seed: z.int().default(DEFAULTS.seed).describe("Random seed: the same seed, the same crawl."),
  })
  .superRefine((project, context) => {
    const { need, purpose, politeness, seeds, search, scope, budget, stop, strategy } = project;
    if (purpose !== undefined && politeness.robotsMeta === "ignore") {
      context.addIssue({
        code: "custom",
        path: ["politeness", "robotsMeta"],
        message: "expected `obey` beside a `purpose`: who states one keeps to what sites ask",
      });
    }
    if (need.detect !== undefined && !looksForDetected(strategy ?? AUTO)) {
      context.addIssue({
        code: "custom",
        path: ["need", "detect"],
        message: "expected `strategy: auto` beside it, or none: no other strategy looks for it",
      });
    }
    if (scope.pdf && fileNeed(need.files)?.mediaTypes.some((type) => isPdf({ mediaType: type }))) {
      context.addIssue({
        code: "custom",
        path: ["scope", "pdf"],
        message: "expected no PDF in need.files beside it: a PDF is a page or a file",
      });
    }
    for (const { key, message } of scopeConflicts(need.files, scope)) {
      context.addIssue({ code: "custom", path: ["scope", key], message });
    }
    for (const [index, language] of unknownLanguages(scope)) {
      context.addIssue({
        code: "custom",
        path: ["scope", "languages", index],
        message: `expected one of the languages that scope.detectLanguage tells, found \`${language}\``,
      });
    }
    if (budget.pagesPerSite !== undefined && stop !== undefined && isOfDiscovered(stop)) {
      context.addIssue({
        code: "custom",
        path: ["budget", "pagesPerSite"],
        message:
          "expected no `stop.of: discovered` beside it: links are drawn by chance from all sites",
      });
    }
    if (need.ontology !== undefined && need.topic === undefined) {
      context.addIssue({
        code: "custom",
        path: ["need", "ontology"],
        message: "expected need.topic beside it: the topic to look up",
      });
    }
    if (search === undefined && seeds.queries.length > 0) {
      context.addIssue({
        code: "custom",
        path: ["seeds", "queries"],
        message: "expected a `search` section that says who is asked",
      });
    }
    const hasWords = seeds.queries.length > 0 || need.topic !== undefined;
    if (search !== undefined && search.compose === undefined && !hasWords) {
      context.addIssue({
        code: "custom",
        path: ["search"],
        message: "expected words to search for, in seeds.queries or need.topic",
      });
    }
  })
  .transform(({ strategy: chosen, ...project }) => {
    const strategy = chosen ?? defaultStrategy(project.need).choice;
    const defaults = scopeDefaults(project.need.files, project.scope);
    const {
      hosts = defaultHosts(strategy, project.need),
      mediaTypes: pageTypes = defaults.mediaTypes,
      skipExtensions = defaults.skipExtensions,
      dropParameters,
      traps,
      ...rules
    } = project.scope;
    const read = [
      ...(project.scope.feeds ? FEED_MEDIA_TYPES : []),
      ...(project.scope.pdf ? PDF_MEDIA_TYPES : []),
    ];
    const mediaTypes = [...new Set([...pageTypes, ...read])];
    const last = { mediaTypes, skipExtensions, dropParameters, traps };
    // Written and read again, the project is the same text: its keys are in the schema's order.
    return { ...project, strategy, scope: { hosts, ...rules, ...last } };
  })
  .describe("A Dowser project file.");

/** A project as the use cases see it: every default filled in, every quantity in its key's unit. */
export type Project = z.output<typeof projectSchema>;

/** Reports whether a strategy may look for what {@link needSchema} can detect: `auto`, or a module. */
function looksForDetected({ name, module }: StrategyChoice): boolean {
  return name === AUTO.name || module !== undefined;
}

/** Strategies that learn the pages and URLs of one site: links to others only mislead them. */
const OF_ONE_SITE: ReadonlySet<string> = new Set(["source", "tpm", "irobot"]);

/** Returns where links may lead when the project does not say. */
function defaultHosts(
  { name }: StrategyChoice,
  { examplePage, detect }: z.output<typeof needSchema>,
): "seeds" | typeof DEFAULTS.scope.hosts {
  const isOfOneSite = examplePage !== undefined || detect === "user-content";
  const staysThere = OF_ONE_SITE.has(name) || (name === "auto" && isOfOneSite);
  return staysThere ? "seeds" : DEFAULTS.scope.hosts;
}

/** Returns whether a contact is an e-mail address or a web page, and fits in a header as it is. */
function isContact(value: string): boolean {
  return PRINTABLE.test(value) && (z.email().safeParse(value).success || isWebUrl(value));
}

/** Returns whether alarms can be sent there: to an e-mail address or an https URL. */
function isAddress(value: string): boolean {
  return isContact(value) && !/^http:/i.test(value);
}
