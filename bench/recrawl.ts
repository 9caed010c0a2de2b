import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { figures } from "../lib/domain/text/table.ts";
import { percent } from "../lib/evaluation/verdict-words.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { type Pattern, SITE_PAGES } from "./recrawl/changing-web.ts";
import type { CrawlTask, MeasuredCrawl } from "./recrawl/measure-crawl.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "what a recrawl costs against crawling again, and how soon it finds what has changed",
  takes: "two minutes",
};

/** Seeds of the recrawls with a part of the budget, if the command line does not say how many. */
const SEEDS = 3;
const BUDGET_SHARE = 0.3;

/**
 * What does it cost to visit 1,000 pages again of which a tenth has changed, against crawling all of
 * them? And which share of the changed ones is found with a budget of 30 %?
 * `npm run bench -- recrawl [PAGES] [SEEDS] [by-kind | even]` crawls no more of the site than so many pages.
 */
export default async function benchRecrawl([
  pages = String(SITE_PAGES),
  seeds = String(SEEDS),
  only,
]: readonly string[]): Promise<void> {
  const asked = Number(pages);
  const drawn = Array.from({ length: Number(seeds) }, (_, at) => at + 1);
  const folder = mkdtempSync(join(tmpdir(), "bench-recrawl-"));
  const costs: string[][] = [];
  const orders: string[][] = [];
  try {
    for (const pattern of ["by-kind", "even"] as const) {
      if (only !== undefined && only !== pattern) continue;
      const site = await serveSite();
      try {
        const run = join(folder, pattern);
        const project = join(folder, `${pattern}.json`);
        writeFileSync(project, JSON.stringify(projectOf(site.port, 2 * asked)));
        const first = await crawl({ into: run, project });
        const changed = await site.change(pattern);
        const again = await crawl({ into: join(folder, `${pattern}-again`), project });
        const recrawl = await crawl({ into: `${run}-2`, from: run });
        if (pattern === "by-kind") {
          costs.push(costRow("crawl", first), costRow("the same again", again));
          costs.push(costRow("recrawl", recrawl));
        }
        const shares = [];
        for (const seed of drawn) {
          const pages = Math.round(BUDGET_SHARE * asked);
          const part = await crawl({ into: `${run}-part${seed}`, from: run, pages, seed });
          shares.push((part.changes?.changed ?? 0) / changed);
        }
        orders.push([pattern, String(changed), ...shares.map(percent), percent(BUDGET_SHARE)]);
      } finally {
        site.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  printTable(
    `${asked.toLocaleString("en")} pages, a tenth changed`,
    [
      { title: "what", align: "left" },
      ...["pages", "CPU ms a page", "of them to plan", "MB of bodies"].map(figures),
    ],
    costs,
  );
  printTable(
    "share of the changed pages found at 30 % of the budget",
    [
      { title: "changes", align: "left" },
      ...["changed pages", ...drawn.map((seed) => `seed ${seed}`), "random order, expected"].map(
        figures,
      ),
    ],
    orders,
  );
}

function costRow(what: string, { pages, cpuMs, planMs, changes }: MeasuredCrawl): string[] {
  const perPage = (ms: number) => (ms / pages).toFixed(2);
  const sent = changes === undefined ? "all" : (changes.sentBytes / 1e6).toFixed(1);
  const of = changes === undefined ? "" : ` of ${(changes.bodyBytes / 1e6).toFixed(1)}`;
  return [what, String(pages), perPage(cpuMs), perPage(planMs), `${sent}${of}`];
}

function projectOf(port: number, pages: number): object {
  return {
    name: "bench",
    need: { topic: "bees and honey" },
    strategy: "best-first",
    seeds: { urls: [`http://127.0.0.1:${port}/`] },
    budget: { pages },
    politeness: { contact: "bench@dowser.example", minDelayMs: 0, allowLoopback: true },
  };
}

async function crawl(task: CrawlTask): Promise<MeasuredCrawl> {
  const file = join(import.meta.dirname, "recrawl/measure-crawl.ts");
  const child = fork(file, [JSON.stringify(task)], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: [],
  });
  const measured = await answerOf<MeasuredCrawl>(child);
  return measured;
}

async function serveSite() {
  const child = fork(join(import.meta.dirname, "recrawl/changing-web.ts"), { execArgv: [] });
  const { port } = await answerOf<{ readonly port: number }>(child);
  return {
    port,
    async change(pattern: Pattern): Promise<number> {
      child.send(pattern);
      return (await answerOf<{ readonly changed: number }>(child)).changed;
    },
    close: () => child.disconnect(),
  };
}

async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const [answer]: Answer[] = await once(child, "message");
  if (answer === undefined) throw new Error("a process of the bench gave no answer");
  return answer;
}
