/**
 * Whether what stands in place of a page is told from pages: on made-up walls and on made-up pages that look like them,
 * on recorded pages, some with known types; and what that costs.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePage } from "../lib/domain/page/parse-page.ts";
import { wallOfPage } from "../lib/domain/page/walls/wall-of-page.ts";
import { figures } from "../lib/domain/text/table.ts";
import { canonicalUrl } from "../lib/domain/web/url/canonical-url.ts";
import type { FoundWall } from "../lib/domain/web/walls/wall.ts";
import type { About } from "./entry/about.ts";
import { printTable } from "./entry/print-table.ts";
import { CORPORA, type CorpusPage, corpusPages } from "./known-web/corpus-pages.ts";
import { MADE_UP_PAGES } from "./walls/made-up-pages.ts";
import { MADE_UP_WALLS } from "./walls/made-up-walls.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures:
    "walls and pages that look like them, made up and recorded, and the cost of telling them",
  takes: "2 minutes",
};

/** Pages of a corpus if the command line does not say how many. */
const PAGES_OF_CORPUS = 2_000;
const LIMITS = { maxLength: 5_000_000, overTime: (): boolean => false };
const WITHOUT_CONTENT = "login_or_error";

/** A page, what it was told as, and the processor time of that in μs. */
interface Told extends CorpusPage {
  readonly found: FoundWall | undefined;
  readonly title: string;
  readonly us: number;
}

/**
 * `npm run bench -- walls [PAGES] [only=CORPUS] [show]`: pages of each corpus; the last prints all recorded pages that
 * were told as walls.
 */
export default async function walls(args: string[]): Promise<void> {
  const most = Number(args.find((arg) => /^\d+$/.test(arg)) ?? PAGES_OF_CORPUS);
  const only = args.find((arg) => arg.startsWith("only="))?.slice("only=".length);
  printMadeUp();
  const told: Told[] = [];
  for await (const page of corpusPages(most, only)) told.push({ ...tell(page), html: "" });
  if (told.length === 0) return console.log("recorded pages: skipped, no corpora");
  printRecorded(told);
  if (!args.includes("show")) return;
  for (const { url, title, found } of told)
    if (found !== undefined) console.log([found.wall, url, title, found.sign].join(" | "));
}

function tell(page: CorpusPage): Told {
  const view = parsePage(page, LIMITS);
  const started = process.cpuUsage();
  const found = wallOfPage({ html: page.html, view });
  const { user, system } = process.cpuUsage(started);
  return { ...page, found, title: view.title, us: user + system };
}

function printMadeUp(): void {
  const canonical = canonicalUrl("http://site.example/page");
  if (!canonical.ok) throw new Error("the URL of made-up pages is none");
  const { url } = canonical;
  const toldAs = (html: string) => tell({ corpus: "made up", url, html }).found?.wall;
  const kinds = Map.groupBy(MADE_UP_WALLS, ({ wall }) => wall);
  const rows = [...kinds, ["all", MADE_UP_WALLS] as const].map(([kind, own]) => {
    const told = own.map(({ wall, html }) => ({ wall, as: toldAs(html) }));
    const right = told.filter(({ wall, as }) => as === wall).length;
    const other = told.filter(({ wall, as }) => as !== undefined && as !== wall).length;
    return [kind, String(own.length), String(right), String(other)];
  });
  printTable(
    "made-up walls",
    [{ title: "kind", align: "left" }, ...["pages", "told", "told as another kind"].map(figures)],
    rows,
  );
  const taken = MADE_UP_PAGES.filter(({ html }) => toldAs(html) !== undefined);
  printTable(
    "made-up pages that look like walls",
    [figures("pages"), figures("taken for walls")],
    [[String(MADE_UP_PAGES.length), String(taken.length)]],
  );
}

function printRecorded(told: readonly Told[]): void {
  const types = typesOfForums();
  const rows = [...Map.groupBy(told, ({ corpus }) => corpus), ["all", told] as const].map(
    ([corpus, own]) => {
      const walls = own.filter(({ found }) => found !== undefined);
      const kinds = [...Map.groupBy(walls, ({ found }) => found?.wall)].map(
        ([kind, { length }]) => `${kind} ${length}`,
      );
      const typed = own.filter(({ url }) => types.has(url));
      const isEmpty = ({ url }: Told) => types.get(url) === WITHOUT_CONTENT;
      const wrong = typed.filter((page) => page.found !== undefined && !isEmpty(page));
      const times = own.map(({ us }) => us).toSorted((a, b) => a - b);
      const [median = 0, most = 0] = [0.5, 0.95].map(
        (part) => times[Math.floor(times.length * part)],
      );
      return [
        corpus,
        String(own.length),
        kinds.join(", ") || "none",
        typed.length === 0
          ? ""
          : `${wrong.length} of ${typed.filter((page) => !isEmpty(page)).length}`,
        `${median} ${most}`,
      ];
    },
  );
  printTable(
    "recorded pages",
    [
      { title: "corpus", align: "left" },
      figures("pages"),
      { title: "told as walls", align: "left" },
      figures("wrong, by known types"),
      figures("μs CPU a page, median and 95 %"),
    ],
    rows,
  );
}

/** Reads the types of the pages of forums, by URL. */
function typesOfForums(): ReadonlyMap<string, string> {
  const files = globSync(join(CORPORA, "forums/*.types.jsonl"));
  const lines = files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  return new Map(
    lines.map((line) => {
      const { url, type }: { url: string; type: string } = JSON.parse(line);
      return [url, type];
    }),
  );
}
