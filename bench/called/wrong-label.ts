/** What one wrong label of five costs a whole crawl, and how much of that is saved where it is held back. */
import { mean } from "../../lib/domain/stats/intervals/paired-bootstrap.ts";
import { figures } from "../../lib/domain/text/table.ts";
import type { LabelEntry } from "../../lib/ports/label-store.ts";
import { webCrawlOf } from "../auto/crawl-task.ts";
import { fiveGood } from "../auto/groups/labels.ts";
import { someTasks } from "../auto/groups.ts";
import type { Task } from "../auto/task.ts";
import { printTable } from "../entry/print-table.ts";
import { crawlWeb, type WebCrawl } from "../known-web/crawl-web.ts";

/** Relevant pages that crawls fetch by five good and twenty bad labels. */
interface Found {
  readonly name: string;
  readonly web: string;
  /** By right labels; where one of the good ones is wrong, and nobody doubts it; where it may be held back. */
  readonly right: number;
  readonly wrong: number;
  readonly wrongHeld: number;
  /** By right labels of which one may be held back. */
  readonly rightHeld: number;
}

interface Asked {
  readonly tasks: number;
  readonly seeds: number;
  readonly pages: number;
}

/** Crawls so many tasks by right labels and with a wrong one, and prints how much of the harvest is kept. */
export async function measureWrongLabel({ tasks, seeds, pages }: Asked): Promise<void> {
  const [right, wrong] = [fiveGood(0), fiveGood(1)];
  const absent = right.absent();
  if (absent !== undefined) return console.log(`left out: ${absent}`);
  const pairs = someTasks(right, tasks).map((task) => {
    return { task, other: wrong.tasks().find(({ name }) => name === task.name) ?? task };
  });
  const found: Found[] = [];
  for (const { task, other } of pairs)
    for (let seed = 1; seed <= seeds; seed += 1) {
      const ofRight = { right: await harvest(task, { seed, pages }, false) };
      const ofWrong = { wrong: await harvest(other, { seed, pages }, false) };
      const rightHeld = await harvest(task, { seed, pages }, true);
      const wrongHeld = await harvest(other, { seed, pages }, true);
      const about = { name: `${task.name}, ${seed}`, web: task.web };
      found.push({ ...about, ...ofRight, ...ofWrong, rightHeld, wrongHeld });
    }
  print(found, pages);
}

/** Returns the relevant pages that a crawl fetches; `isDoubted` where its labels are a person's, of which one may be held back. */
async function harvest(
  task: Task,
  { seed, pages }: Pick<Asked, "pages"> & { readonly seed: number },
  isDoubted: boolean,
): Promise<number> {
  const open = await task.open(seed);
  const plan = { group: task.group, strategy: "auto", seed };
  const crawl = await webCrawlOf(open, { option: "auto", budget: pages, plan });
  const fetched = await crawlWeb(open.web, isDoubted ? doubted(crawl) : crawl);
  return fetched.pages.filter(({ url }) => open.targets.has(url)).length;
}

function doubted(crawl: WebCrawl): WebCrawl {
  const { good, bad } = crawl.need;
  const entries = (pages: typeof good, label: number): LabelEntry[] =>
    pages.map(({ url }) => ({ at: 0, url, label }));
  return { ...crawl, labels: [...entries(good, 1), ...entries(bad, 0)] };
}

function print(found: readonly Found[], pages: number): void {
  // A crawl that finds nothing by right labels has nothing to keep.
  const some = found.filter(({ right }) => right > 0);
  const rows = some.map(({ name, right, wrong, wrongHeld, rightHeld }) => {
    const counts = [right, wrong, wrongHeld, rightHeld].map(String);
    return [
      name,
      ...counts,
      ...[wrong, wrongHeld, rightHeld].map((own) => (own / right).toFixed(2)),
    ];
  });
  const kept = (own: readonly Found[], of: (each: Found) => number) =>
    mean(own.map((each) => of(each) / each.right));
  const sum = (of: (each: Found) => number) =>
    String(some.reduce((total, each) => total + of(each), 0));
  const ways = [
    ({ wrong }: Found) => wrong,
    ({ wrongHeld }: Found) => wrongHeld,
    ({ rightHeld }: Found) => rightHeld,
  ];
  const webs = [...Map.groupBy(some, ({ web }) => web).values()];
  const counts = [({ right }: Found) => right, ...ways].map(sum);
  const means = ways.map((of) => kept(some, of).toFixed(2));
  const worst = ways.map((of) => Math.min(...webs.map((own) => kept(own, of))).toFixed(2));
  printTable(
    `relevant pages of ${pages} by five good and twenty bad labels, one of the good ones wrong`,
    [
      { title: "crawl", align: "left" },
      ...["right", "one wrong", "one wrong, held back", "right, held back"].map(figures),
      ...["kept", "kept, held back", "right kept, held back"].map(figures),
    ],
    [...rows, ["all", ...counts, ...means], ["worst web", "", "", "", "", ...worst]],
  );
}
