/** How each bench is played in a few seconds: `npm run bench -- NAME --smoke`, and the tests do it with all. */

/** The arguments of a smoke run, or why a bench has none. */
export type Smoke = readonly string[] | { readonly leftOut: string };

/** Small webs, one site, one round: what is printed says that the bench works, and nothing else. */
const SMOKE: Readonly<Record<string, Smoke>> = {
  adaptive: ["usagov", "voting", "topic", "breadth-first", "draws=1", "pages=40"],
  assessor: {
    leftOut: "it reads a whole web before it judges a page, as `judge` does",
  },
  auto: "--groups generated --tasks 1 --seeds 1 --scale 0.1 --strategies best-first --processes 1".split(
    " ",
  ),
  called: ["--groups", "generated", "--tasks", "1", "--pages", "30"],
  cases: ["only=http"],
  comments: ["2", "8"],
  cost: ["20", "best-first", "1"],
  courses: { leftOut: "one of its 15 trials is 300 pages by each strategy: two minutes" },
  crawl: ["3", "only=none", "rounds=1", "sites=0"],
  extract: ["pages=1", "rounds=1"],
  "first-hour": ["corpus", "30"],
  frontier: ["26000", "1"],
  judge: { leftOut: "it reads a whole web before it judges a page: ten seconds of processor time" },
  learners: ["0.01"],
  lokman: { leftOut: "it reads an encyclopedia and two ontologies before its first page" },
  matcher: ["1", "10"],
  memory: ["5"],
  mutation: { leftOut: "it runs the tests of a folder once for each change: minutes" },
  orders: ["1", "0.01"],
  "page-view": ["pages=1", "rounds=1"],
  posts: ["1", "seeds=1", "forms=1", "forums=1"],
  public: [
    "--kinds",
    "government",
    "--seeds",
    "1",
    "--crawlers",
    "Dowser best-first",
    "--pages",
    "12",
  ],
  recrawl: ["10", "0", "by-kind"],
  redaction: ["20", "1000", "only=extraction"],
  restore: ["50"],
  scope: ["1"],
  source: ["speed", "1", "60"],
  stack: ["50", "best-first"],
  stopping:
    "--groups generated --tasks 1 --replays 2 --strategies breadth-first --processes 1".split(" "),
  structure: { leftOut: "`npm run check:structure` counts the same with its code" },
  text: ["12"],
  threads: ["10", "1", "1", "1"],
  trainings: ["50"],
  walls: ["10", "only=uci"],
  workbench: ["110", "times=1"],
};

/** Returns the smoke run of a bench; each has one, or a reason. */
export function smokeOf(name: string): Smoke {
  return SMOKE[name] ?? { leftOut: "bench/entry/smoke.ts does not name it" };
}

/** Names of the benches that the table knows. */
export const SMOKE_NAMES: readonly string[] = Object.keys(SMOKE);
