import type { Result } from "./crawled.ts";
import {
  printAblations,
  printBesideAll,
  printBesideSpecialists,
  printHalfWay,
  printTasks,
} from "./report/beside-rivals.ts";
import { printByGroup, printCalled, printContent } from "./report/by-group.ts";
import { printCosts } from "./report/costs.ts";
import { Crawls } from "./report/crawls.ts";
import { printGoals } from "./report/goals.ts";
import { printWorstTasks } from "./report/worst-tasks.ts";
import { OURS } from "./strategies.ts";

/** Prints all tables of a run; those about the default strategy only if it was among the others. */
export function report(results: readonly Result[]): void {
  const crawls = new Crawls(results);
  printByGroup(crawls);
  printContent(crawls);
  printCalled(crawls);
  if (crawls.of(OURS).length > 0) {
    printBesideSpecialists(crawls);
    printBesideAll(crawls);
    printHalfWay(crawls);
    printAblations(crawls);
    printGoals(crawls);
    printWorstTasks(crawls);
  }
  printCosts(crawls);
  printTasks(crawls);
}
