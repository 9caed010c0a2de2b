import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { aPlan } from "./a-crawl.ts";
import { aFolder } from "./a-folder.ts";
import { aUrl } from "./a-url.ts";
import { CALM } from "./mortal-processes.ts";
import { type RecordRow, recordFilesOf } from "./record-files.ts";
import { scriptedWeb } from "./scripted-web.ts";
import { SimulatedStack } from "./simulated-stack.ts";

const HOSTS = 5;

/** Pages on some hosts, a third of them on what is sought, each of which links to two others. */
const SCRIPT = Object.fromEntries(
  Array.from({ length: 60 }, (_, page) => {
    const url = (at: number) => `http://h${at % HOSTS}.example/${at % 60}`;
    const links = [2 * page + 1, 2 * page + 2].map((at) => `<a href="${url(at)}">${at}</a>`);
    const text = page % 3 === 0 ? "Bees and honey of the hive." : "Trains and stations.";
    const gone = `<a href="${url(0)}/absent">gone</a>`;
    return [url(page), `<title>page ${page}</title><p>${text}</p>${links.join(" ")}${gone}`];
  }),
);

/** Returns the query of docs/stack.md that Athena runs, for a crawl. */
export function documentedQuery(crawl: string): string {
  const text = readFileSync(join(import.meta.dirname, "../../docs/stack.md"), "utf8");
  const [, sql = ""] = /```sql\n(.*?)```/s.exec(text) ?? [];
  return sql.replace("CRAWL", crawl);
}

/** Writes the files of two crawls of a stack to a folder; returns it, and what the documented query means of the second. */
export async function aQueriedStack(test: TestContext) {
  const plan = aPlan({ seeds: [aUrl("http://h0.example/0")] });
  const stack = new SimulatedStack(plan, scriptedWeb(SCRIPT), 1, CALM, 1_000);
  await stack.crawl();
  const crawl = "bees-20261129-101500";
  await stack.crawl({ crawl, requested: "run", plan: "plans/1" });
  const folder = aFolder(test);
  for (const [key, bytes] of stack.blobs.objects) {
    if (!key.startsWith("records/")) continue;
    mkdirSync(dirname(join(folder, key)), { recursive: true });
    writeFileSync(join(folder, key), bytes);
  }
  const rows = [...(await recordFilesOf(stack.blobs.objects, crawl)).values()].flat();
  return { folder, crawl, rows, meant: meantBy(rows) };
}

/** What the documented query means. */
function meantBy(rows: readonly RecordRow[]): readonly RecordRow[] {
  const pages = rows.filter(({ reason }) => reason === "page");
  const hosts = Array.from(
    Map.groupBy(pages, ({ host }) => String(host)),
    ([host, some]) => ({
      host,
      pages: some.length,
      targets: some.filter(({ istarget }) => istarget === true).length,
      best: Math.max(...some.map(({ score }) => Number(score))),
    }),
  );
  const order = (a: (typeof hosts)[number], b: typeof a) =>
    b.targets - a.targets || b.pages - a.pages || a.host.localeCompare(b.host);
  return hosts.toSorted(order).slice(0, 20);
}

const IN_DUCKDB = `
import duckdb, json, sys
folder, sql = sys.argv[1:]
files = f"read_parquet('{folder}/records/*/*.parquet', hive_partitioning=true)"
duckdb.execute(f"CREATE VIEW records AS SELECT * FROM {files}")
found = duckdb.execute(sql)
names = [column[0] for column in found.description]
print(json.dumps([dict(zip(names, row)) for row in found.fetchall()]))
`;

/** Returns whether a Python has DuckDB. */
export function hasDuckDb(python: string): boolean {
  return spawnSync(python, ["-c", "import duckdb"]).status === 0;
}

/** Runs a query on the files of a folder in DuckDB. */
export function queryInDuckDb(python: string, folder: string, sql: string): readonly RecordRow[] {
  const { status, stdout, stderr } = spawnSync(python, ["-c", IN_DUCKDB, folder, sql], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
