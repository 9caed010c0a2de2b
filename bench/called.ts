/**
 * Which pages `auto` calls relevant in the end, against the truth: F1 and count of the called set, by the verdicts of
 * the crawl and by each cut after its last look, and the F1 of the best cut there is.
 *
 * `npm run bench -- called [--groups a,b+words] [--tasks 3] [--pages 300] [--seeds 1] [--keep FILE] [--wrong-label]`
 *
 * `+words` gives the needs of a group more words than those of their topic. `--keep` names a file that keeps the
 * scores, verdicts and truth of each page: what it has is not crawled again, so that a cut is tried on all in no time.
 * `--wrong-label` counts the relevant pages fetched instead, where one of five good labels is wrong.
 */
import { parseArgs } from "node:util";
import { crawlAll, crawlsOf } from "./called/crawls.ts";
import { report } from "./called/report.ts";
import { measureWrongLabel } from "./called/wrong-label.ts";
import type { About } from "./entry/about.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "the pages that the default strategy calls relevant in the end, against the truth",
  takes: "some 2 minutes; `--groups` and `--tasks` choose more",
};

/** Three tasks of each: a topic alone, one with words, labels, and one example page. */
const SMALL = "cold-start,cold-start+words,few-labels,forums";

export default async function bench(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const options = {
    ...{ groups: { ...text, default: SMALL }, tasks: { ...text, default: "3" } },
    ...{ pages: { ...text, default: "300" }, seeds: { ...text, default: "1" }, keep: text },
    "wrong-label": { type: "boolean", default: false } as const,
  };
  const { values } = parseArgs({ args, options });
  const [tasks, seeds, pages] = [Number(values.tasks), Number(values.seeds), Number(values.pages)];
  if (values["wrong-label"]) return measureWrongLabel({ tasks, seeds, pages });
  const asked = crawlsOf(values.groups.split(","), { tasks, seeds, pages });
  report(await crawlAll(asked, values.keep));
}
