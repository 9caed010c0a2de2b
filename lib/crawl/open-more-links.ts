import type { CrawlPlan, DecidingPorts } from "./crawl-plan.ts";
import type { MoreLinks } from "./more-links.ts";
import { type AnswerStore, QuerySchedule } from "./query-schedule.ts";
import { RevisitSchedule } from "./revisit-schedule.ts";

/** Opens the source of a crawl's other links: a recrawl asks no search engine. */
export function openMoreLinks(
  ports: DecidingPorts,
  plan: CrawlPlan,
  answers: AnswerStore | undefined,
): Promise<MoreLinks> {
  return ports.earlier === undefined
    ? QuerySchedule.of(ports, plan, answers)
    : RevisitSchedule.of(ports, plan, ports.earlier);
}
