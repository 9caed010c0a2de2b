import { type Expense, politeHours, withinBudget } from "../../domain/cost/within-budget.ts";
import { seedQueries } from "../../project/found-seeds.ts";
import type { Project } from "../../project/project-schema.ts";
import { ASSUMED_WEB } from "../../project/stack-defaults.ts";
import { estimateOf } from "../../run/stack/estimate.ts";
import type { ProjectAnswer } from "../schemas.ts";

/** Where the crawls of a host fetch and run. */
export type CrawlPlace = "live" | "recorded" | "stack";

/**
 * Forecasts the crawl of a project: on this machine by its politeness, and in a stack as
 * `dowser estimate` does. One that leaves the hosts of its seeds meets more of them, and ends sooner.
 */
export function crawlForecast(project: Project, place: CrawlPlace): ProjectAnswer["forecast"] {
  const { budget, scope, search, politeness } = project;
  const { hosts } = estimateOf(project, NO_OPTIONS);
  const limits = { pages: budget.pages, hours: budget.hours, dollars: budget.dollars };
  const queries = queriesOf(project);
  const here = (pages: number): Expense => ({
    hours: politeHours(
      { pages, hosts, minDelayMs: politeness.minDelayMs, fetchMs: ASSUMED_WEB.fetchMs },
      politeness.concurrency,
    ),
    dollars: queries,
  });
  const inStack = (pages: number): Expense => {
    const { forecast, cost } = estimateOf(project, { ...NO_OPTIONS, pages });
    return { hours: forecast.hours, dollars: cost.total + queries };
  };
  return {
    hosts,
    stays: scope.hosts !== "any" && search === undefined,
    // A recording answers without delays.
    here: place === "live" ? withinBudget(limits, here) : null,
    stack: place === "recorded" ? null : withinBudget(limits, inStack),
  };
}

const NO_OPTIONS = { pages: undefined, hosts: undefined };

/** Returns the dollars of the queries for seeds, and of those that the crawl may compose. */
function queriesOf(project: Project): number {
  const { search } = project;
  if (search === undefined) return 0;
  const composed = search.compose?.queries ?? 0;
  return search.dollarsPerQuery * (seedQueries(project).length + composed);
}
