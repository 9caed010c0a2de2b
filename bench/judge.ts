/**
 * Measures Φ, the judge of pages, on pages that no label is from: for needs of four recorded webs,
 * from a bare topic to 40 good and 200 bad pages. The truth is labels by people. Printed results
 * depend on the recordings alone.
 *
 * `npm run bench -- judge [webkb | uci | usagov | wikispeedia …] [topic | long | 3/0 | 3/12 | 5/20 |
 * 10/50 | 40/200 …] [draws=3] [seen=none] [given=labels]`
 */
import { join } from "node:path";
import type { About } from "./entry/about.ts";
import type { WebFigures, WebJob } from "./judge/measure-web.ts";
import { readArguments } from "./judge/read-arguments.ts";
import { printGoals, printNeeds, printSummary, printWrongLabels } from "./judge/report.ts";
import { areSitesRecorded } from "./judge/webs.ts";
import { doJobs } from "./pool/do-jobs.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "the judge of pages, from a bare topic to 40 good labels, on pages of other hosts",
  takes: "some 6 minutes",
};

export default async function judge(args: string[]): Promise<void> {
  const { webs, sizes, ...options } = readArguments(args);
  const recorded = webs.filter(areSitesRecorded);
  for (const { name } of webs.filter((web) => !recorded.includes(web)))
    console.log(`skipped: ${name} is not recorded here`);
  // One job for each web: its pages are parsed once, in one process.
  const jobs = recorded.map(({ name }): WebJob => ({ web: name, sizes, ...options }));
  const worker = join(import.meta.dirname, "judge/worker.ts");
  const done = await doJobs(jobs, { what: "judge", worker, datasetOf: ({ web }) => web });
  // A worker answers each job with its figures.
  const measured = done as WebFigures[];
  const results = recorded.flatMap((web, at) => {
    const figures = measured[at];
    return figures === undefined ? [] : [{ web, ...figures }];
  });
  printSummary(results, sizes);
  printGoals(results);
  printWrongLabels(results);
  for (const each of results) printNeeds(each, sizes);
}
