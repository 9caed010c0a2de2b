/** Images, sound, film; archives and programs; documents; feeds and data. */
const SKIPPED_EXTENSIONS = `avif bmp gif heic ico jpe jpeg jpg png svg tif tiff webp
aac flac m4a mid mp3 oga ogg wav wma avi flv m4v mkv mov mp4 mpeg mpg ogv webm wmv
7z bz2 gz iso jar rar tar tgz xz zip zst apk deb dmg exe msi rpm swf torrent
doc docx epub mobi odp ods odt pdf ppt pptx ps rtf xls xlsx
atom csv ics rdf rss vcf xml`;

/** Every default of the project file, each with the reason for its value. */
export const DEFAULTS = {
  need: { good: [] as string[], bad: [] as string[] },
  seeds: {
    urls: [] as string[],
    queries: [] as string[],
    /** Sitemaps list whole sites: of use for site crawls, a flood for focused ones. */
    sitemaps: false,
  },
  search: {
    /** As Kayışoğlu's crawls began (2005); an engine's second page is rarely about the query alone. */
    results: 15,
    /** Plans differ, and an instance of one's own is free: what a query costs the user says. */
    dollarsPerQuery: 0,
    compose: {
      /** Enough to reach what no link of the first pages leads to, at the price of twenty searches. */
      queries: 20,
      /** An engine answers in about the time of a few pages: one query in so many slows nothing down. */
      every: 50,
    },
  },
  /** Follows the best pages first, and needs no training. */
  strategy: "best-first",
  scope: {
    hosts: "any",
    allowHosts: [] as string[],
    denyHosts: [] as string[],
    allowPatterns: [] as string[],
    denyPatterns: [] as string[],
    languages: [] as string[],
    /** What the page view reads. */
    mediaTypes: ["text/html", "application/xhtml+xml"],
    /** Endings of files that pages link to and that are never HTML: a fetch would be thrown away. */
    skipExtensions: SKIPPED_EXTENSIONS.split(/\s+/),
    /** Servers may tell pages apart by any parameter, so that dropping one is the user's decision. */
    dropParameters: [] as string[],
    traps: {
      /** Twice happens (`/news/news`, `/2008/2008`); three times in a row is a relative-link bug. */
      maxRepeats: 3,
      /** Hand-made and generated sites alike stay under a dozen. */
      maxSegments: 24,
      /** Sitemaps allow 2,048 characters (sitemaps.org); what is longer carries state, not an address. */
      maxLength: 2_048,
      /** Parameters from which a URL counts as one of a faceted search; Joomla's own pages have five. */
      facetParameters: 6,
      /** Combinations taken of one path's facets: far more than its distinct contents need. */
      urlsPerFacetedPath: 500,
      /** The first years of the Web are in reach, a calendar paged back for ever is not. */
      earliestYear: 1990,
      /** Events are announced a year or two ahead. */
      yearsAhead: 2,
      /** Month pages of one calendar: forty years of an archive. */
      monthsPerCalendar: 480,
      /** Day pages of one calendar: twenty years of an archive that has a page for each day. */
      daysPerCalendar: 7_320,
      /** Session ids under which one page is taken: a first one, and two redirects that renew it. */
      urlsPerSession: 3,
      /**
       * URLs under one first directory of a host. A tenth of the frontier, so that no host fills it;
       * a large forum has hundreds of thousands, and waiting links count.
       */
      urlsPerPrefix: 1_000_000,
    },
  },
  budget: {
    /** A first crawl ends in an hour or less and shows what the next one should cost. */
    pages: 1_000,
    /** HTML is rarely over 1 MB; what is longer than this is a dump. */
    bytesPerPage: 5_000_000,
    /** Parsing takes milliseconds; a page that needs seconds was made to. */
    secondsPerPage: 2,
    /** A dozen paths on each of a few sites have some hundred neighbours a site. */
    trainingPages: 2_000,
  },
  politeness: {
    userAgent: "Dowser/0.1",
    /** The usual courtesy of research crawlers: a request a second. */
    minDelayMs: 1_000,
    /** A host that asks for more is obeyed to this; hosts that ask for minutes would never be finished. */
    maxCrawlDelayMs: 30_000,
    /** One at a time is what a single reader's click does. */
    connectionsPerHost: 1,
    /** Hosts fetched from at once: fills a home line at a request a second each. */
    concurrency: 64,
    /** Slow sites answer within this; a reader would have left long before. */
    timeoutMs: 30_000,
    /** RFC 9110 §15.4 recalls that five was once the limit; legitimate chains stay under it. */
    maxRedirects: 5,
    /** A failure that lasts over three attempts is the host's state, not chance. */
    maxAttempts: 3,
    /** What site owners say of a page is obeyed as search engines obey it. */
    robotsMeta: "obey",
    /** HTML and search engines read it as a word about worth, not as a wish about crawling. */
    relNofollow: "follow",
    /** Only a demo or a test serves pages from the crawler's own machine. */
    allowLoopback: false,
  },
  frontier: {
    /** What one machine is built for (`docs/architecture.md`). */
    capacity: 10_000_000,
  },
  /** Any number will do; a fixed one makes the run repeatable. */
  seed: 1,
} as const;
