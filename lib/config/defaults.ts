/** Images, sound, film; archives and programs; documents; feeds and data. */
const SKIPPED_EXTENSIONS = `avif bmp gif heic ico jpe jpeg jpg png svg tif tiff webp
aac flac m4a mid mp3 oga ogg wav wma avi flv m4v mkv mov mp4 mpeg mpg ogv webm wmv
7z bz2 gz iso jar rar tar tgz xz zip zst apk deb dmg exe msi rpm swf torrent
doc docx epub mobi odp ods odt pdf ppt pptx ps rtf xls xlsx
atom csv ics rdf rss vcf xml`;

/** Every default of the project file, each with the reason for its value. */
export const DEFAULTS = {
  need: {
    good: [] as string[],
    bad: [] as string[],
    /** Who looks for files wants to have them. */
    files: { fetch: true },
  },
  seeds: {
    urls: [] as string[],
    queries: [] as string[],
    /** Sitemaps list whole sites: useful for site crawls, a flood for focused ones. */
    sitemaps: false,
  },
  search: {
    /** As in Kayışoğlu's crawls (2005); an engine's second page is rarely about the query alone. */
    results: 15,
    /** Plans differ, and a self-hosted instance is free: the user sets the cost of a query. */
    dollarsPerQuery: 0,
    compose: {
      /**
       * Enough to reach pages that no link of the first pages leads to, at the price of twenty
       * searches.
       */
      queries: 20,
      /**
       * An engine answers in about the time of a few pages: one query per 50 pages slows nothing
       * down.
       */
      every: 50,
    },
  },
  scope: {
    hosts: "any",
    allowHosts: [] as string[],
    denyHosts: [] as string[],
    allowPatterns: [] as string[],
    denyPatterns: [] as string[],
    languages: [] as string[],
    /** Where pages of a kind are looked for, sites show the same one at many addresses. */
    copies: "by-need",
    /** Feeds are requests beside those for pages. */
    feeds: false,
    /** Reading one takes as long as some hundred pages. */
    pdf: false,
    /** What is no content teaches nothing; a request that nobody asked for is left to the user. */
    walls: "leave-out",
    /** The media types that the page view reads. */
    mediaTypes: ["text/html", "application/xhtml+xml"],
    /** Endings of linked files that are never HTML: a fetch would be wasted. */
    skipExtensions: SKIPPED_EXTENSIONS.split(/\s+/),
    /**
     * Servers may use any parameter to distinguish pages, so that dropping one is the user's
     * decision.
     */
    dropParameters: [] as string[],
    traps: {
      /**
       * Most hosts of one registrable domain. A large university has several hundred; a generator
       * of names has no end. Who crawls a farm of blogs under one domain raises it.
       */
      hostsPerDomain: 500,
    },
  },
  budget: {
    /** A first crawl ends in an hour or less and shows what the next one should cost. */
    pages: 1_000,
    /** HTML is rarely over 1 MB; a longer page is a dump. */
    bytesPerPage: 5_000_000,
    /** A dozen paths on each of a few sites have some hundred neighbours per site. */
    trainingPages: 2_000,
  },
  render: {
    /** Most pages have their content in their HTML, and a browser takes some eighty times as long. */
    when: "needed",
    /** A reader would have left; slow scripts of other companies are mostly not for content. */
    seconds: 20,
    /** Applications load some dozens of scripts and a few answers with data. */
    requests: 100,
    /** The scripts of a large application, decompressed. */
    bytes: 20_000_000,
    /** A page keeps one processor busy. */
    pages: 2,
  },
  stop: {
    /** Above it the list, and what the last pages cost, grow steeply: 0.95 takes 59 pages at least. */
    recall: 0.9,
    /** The usual one of intervals. */
    confidence: 0.95,
  },
  assessor: {
    /** Costs some cents with a small hosted model, and a quarter of an hour with one of your own. */
    pages: 400,
    /** Servers on a desk answer one or two at a time; hosted ones refuse more than some dozens. */
    parallel: 4,
    /** A model on a processor thinks for a minute. */
    timeout: 120_000,
    for: ["learn", "count"] as ("learn" | "count")[],
  },
  politeness: {
    userAgent: "Dowser/0.1",
    /** The usual politeness of research crawlers: one request per second. */
    minDelayMs: 1_000,
    /**
     * Ten requests per second: a thousand small sites of a shared server are crawled in minutes,
     * and the load is a fraction of what one page's images cause.
     */
    minDelayPerAddressMs: 100,
    /**
     * Longer delays of a host are obeyed up to this; a host that asks for minutes would never be
     * finished.
     */
    maxCrawlDelayMs: 30_000,
    /** One at a time is the load of a single reader's click. */
    connectionsPerHost: 1,
    /** Hosts fetched from at once: fills a home line at one request per second each. */
    concurrency: 64,
    /** Slow sites answer within this; a reader would have left long before. */
    timeoutMs: 30_000,
    /** As many as browsers, Scrapy and wget follow: old sites have moved often, and each move is a redirect. */
    maxRedirects: 20,
    /** A failure that lasts over three attempts is the state of the host, not chance. */
    maxAttempts: 3,
    /** The rules of site owners in their pages are obeyed as search engines obey them. */
    robotsMeta: "obey",
    /** HTML and search engines read it as a judgement of worth, not as a rule for crawling. */
    relNofollow: "follow",
    /** Only a demo or a test serves pages from the crawler's own machine. */
    allowLoopback: false,
    /** Browsers refuse such pages, too, until a reader says that it is all right. */
    allowInvalidCertificates: [],
  },
  stack: {
    /** Some 800 for each worker, more than the pages of a batch of 384 MB. */
    inFlight: 4_096,
    /** One planner holds some millions of pages. */
  },
  frontier: {
    /** The size that one machine is built for (`docs/architecture.md`). */
    capacity: 10_000_000,
  },
  /** Any number will do; a fixed one makes the run repeatable. */
  seed: 1,
} as const;
