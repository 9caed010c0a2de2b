import { commentDetector } from "../../lib/domain/page/comments/structure-detector.ts";
import type { PageView } from "../../lib/domain/page/page-view.ts";
import { type JudgedPage, judgeByDetectors } from "../../peers/comments/judge-by-detectors.ts";
import {
  accuracy,
  confusionOf,
  type Judged,
  precision,
  recall,
} from "../../peers/learners/confusion.ts";
import { printTable } from "../entry/print-table.ts";
import { labelledSites } from "./labelled-sites.ts";

/** Length of the paper's list. */
const KEYWORDS = 25;

const byDefault = commentDetector({ detector: "keywords" });
const withIds = commentDetector({ detector: "keywords", ids: true });
const byStructure = commentDetector({ detector: "structure" });

/** A page with every verdict that needs no training. */
interface Case extends JudgedPage {
  readonly isForum: boolean;
  readonly hasEmptyForm: boolean;
  readonly byIds: boolean;
  readonly withoutNumbers: boolean;
}

/** How much of the recordings is read: so many sites, so many pages of each. */
interface Most {
  readonly sites: number;
  readonly pages: number;
}

/** Prints how well the comment detectors do on recorded sites with labels, every list learned elsewhere. */
export async function detectorTables(corpora: string, most: Most): Promise<void> {
  const cases = await readCases(corpora, most);
  if (cases.length === 0) return console.log(`detector: skipped, no labelled sites at ${corpora}`);
  const comments = cases.filter(({ isForum }) => !isForum);
  print("sites with comments alone (lists learned from these)", comments);
  print("sites with comments, and forums", cases);
}

async function readCases(corpora: string, most: Most): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { title, isForum, pages } of labelledSites(corpora).slice(0, most.sites)) {
    let left = most.pages;
    for await (const { view, isComment, hasEmptyForm } of pages()) {
      cases.push({
        classNames: view.classNames,
        isComment,
        site: title,
        isForum,
        hasEmptyForm,
        byDefault: byDefault(view).isComment,
        byIds: withIds(view).isComment,
        byStructure: byStructure(view).isComment,
        withoutNumbers: byStructure(hideNumbers(view)).isComment,
      });
      left -= 1;
      if (left === 0) break;
    }
    process.stderr.write(`${title}: read\n`);
  }
  return cases;
}

/** The page as if no id were numbered: the truth was read off numbered ids, so that they are no fair evidence. */
function hideNumbers(view: PageView): PageView {
  return { ...view, rows: view.rows.filter(({ numbered }) => !numbered) };
}

function print(title: string, cases: readonly Case[]): void {
  const more = (name: string, said: (page: Case) => boolean) => ({
    name,
    cases: cases.map((page) => ({ actual: page.isComment, said: said(page) })),
  });
  const detectors = [
    ...judgeByDetectors(cases, { count: KEYWORDS }),
    more("default and ids", ({ byIds }) => byIds),
    more("structure, no ids", ({ withoutNumbers }) => withoutNumbers),
  ];
  const sites = [...new Set(cases.map(({ site }) => site))];
  const rowOf = (name: string, holds: (page: Case) => boolean): string[] => {
    const chosen = cases.filter(holds);
    const positive = chosen.filter(({ isComment }) => isComment).length;
    const cells = detectors.map(({ cases: judged }) =>
      figures(judged.filter((_case, index) => holds(at(cases, index)))),
    );
    return [name, String(chosen.length), String(positive), ...cells];
  };
  const columns = ["site", "pages", "comments", ...detectors.map(({ name }) => name)];
  printTable(
    `${title}: accuracy / precision / recall`,
    columns.map((column, index) => ({ title: column, align: index === 0 ? "left" : "right" })),
    [
      ...sites.map((site) => rowOf(site, (page) => page.site === site)),
      rowOf("all pages", () => true),
      rowOf("empty comment forms", ({ hasEmptyForm }) => hasEmptyForm),
    ],
  );
}

function figures(cases: readonly Judged[]): string {
  const counts = confusionOf(cases);
  return [accuracy(counts), precision(counts), recall(counts)]
    .map((figure) => figure?.toFixed(3) ?? "–")
    .join(" / ");
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
}
