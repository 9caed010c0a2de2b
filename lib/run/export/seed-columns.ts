import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { registrableDomain } from "../../domain/web/url/registrable-domain.ts";
import type { SeedOutcome } from "../../evaluation/seed-outcomes.ts";
import type { SiteFigures } from "../../evaluation/site-figures.ts";
import { type Column, timeOf } from "../../features/column.ts";

/** A seed with what became of it. */
export interface ExportedSeed extends SeedOutcome {
  /** Pages fetched from the site that it led to; `undefined` for a seed that is no address. */
  readonly sitePages: number | undefined;
}

/** The columns of a run's seeds, a row a seed. */
export const SEED_COLUMNS: readonly Column<ExportedSeed>[] = [
  {
    name: "from",
    type: "text",
    meaning: "who gave the seed: `list`, `project` or `search`",
    read: ({ from }) => from,
  },
  {
    name: "line",
    type: "integer",
    meaning: "number of its line in the list, from 1",
    read: ({ line }) => line,
  },
  { name: "text", type: "text", meaning: "the seed as it was given", read: ({ text }) => text },
  {
    name: "url",
    type: "text",
    meaning: "its address in canonical form; empty when it was left out",
    read: ({ url }) => url,
  },
  {
    name: "site",
    type: "text",
    meaning: "registrable domain of the address",
    read: ({ url }) => url && registrableDomain(hostOf(url)),
  },
  {
    name: "state",
    type: "text",
    meaning:
      "what became of it: `fetched`, `refused`, `failed`, `waiting`, `leased` or `cut`; `left-out` before the crawl; `not-offered` when the crawl has no such URL",
    read: ({ state }) => state,
  },
  {
    name: "reason",
    type: "text",
    meaning: "why, as in `dowser report`: `page`, `robots`, `timeout`, `duplicate`, `no-scheme`",
    read: ({ reason }) => (reason === "" ? undefined : reason),
  },
  {
    name: "detail",
    type: "text",
    meaning: "detail of a refusal or a failure",
    read: ({ record }) => record?.detail,
  },
  {
    name: "redirectedTo",
    type: "text",
    meaning: "where its redirects ended; what follows is of that page",
    read: ({ redirectedTo }) => redirectedTo,
  },
  {
    name: "status",
    type: "integer",
    meaning: "HTTP status code",
    read: ({ record }) => record?.status,
  },
  {
    name: "fetchedAt",
    type: "time",
    meaning: "start of the fetch",
    read: ({ record }) => timeOf(record?.fetchedAt),
  },
  {
    name: "title",
    type: "text",
    meaning: "title of the page",
    read: ({ record }) => record?.page?.title,
  },
  {
    name: "isTarget",
    type: "boolean",
    meaning: "whether the page is called relevant",
    read: ({ record }) => record?.page?.isTarget,
  },
  {
    name: "utility",
    type: "number",
    meaning: "score of the page as the crawl predicts it, from 0 to 1",
    read: ({ record }) => record?.page?.utility,
  },
  {
    name: "pages",
    type: "integer",
    meaning: "pages fetched from its site so far, or from the site that its redirects led to",
    read: ({ sitePages }) => sitePages,
  },
];

/** The columns of a run's sites, a row a site. */
export const SITE_COLUMNS: readonly Column<SiteFigures>[] = [
  { name: "site", type: "text", meaning: "registrable domain", read: ({ site }) => site },
  {
    name: "seeds",
    type: "integer",
    meaning: "number of seeds on its hosts",
    read: ({ seeds }) => seeds,
  },
  { name: "pages", type: "integer", meaning: "pages fetched", read: ({ pages }) => pages },
  {
    name: "targets",
    type: "integer",
    meaning: "pages that the crawl predicts to be relevant",
    read: ({ targets }) => targets,
  },
  {
    name: "harvest",
    type: "number",
    meaning: "share of its pages that the crawl predicts to be relevant, from 0 to 1",
    read: ({ pages, targets }) => (pages === 0 ? undefined : targets / pages),
  },
  { name: "waiting", type: "integer", meaning: "URLs queued", read: ({ waiting }) => waiting },
  {
    name: "end",
    type: "text",
    meaning:
      "`budget`: it has as many pages as `budget.pagesPerSite` allows; `queued`: URLs of it wait; `quota`: none waits, and others were refused by `scope.urlsPerSite`; `exhausted`: no URL of it waits; `no-page`: none gave a page",
    read: ({ end }) => end,
  },
  {
    name: "reason",
    type: "text",
    meaning: "the most common reason, where no URL of it gave a page",
    read: ({ reason }) => reason,
  },
];
