import { createSqliteFrontier } from "../../lib/adapters/sqlite/frontier/sqlite-frontier.ts";
import { openDatabase } from "../../lib/adapters/sqlite/open-database.ts";
import { deferCommits } from "../../lib/adapters/sqlite/transact.ts";
import { seedCrawl } from "../../lib/crawl/admit-links.ts";
import { aPlan, aPolicy } from "./a-crawl.ts";
import { aUrl } from "./a-url.ts";

/** A program that begins to offer seeds, and is killed when half of them are stored. */
const [file = "", count = ""] = process.argv.slice(2);

const seeds = Array.from({ length: Number(count) }, (_, at) => aUrl(`http://s${at}.example/`));
let used = 0;
const deadly = {
  limit: Number.POSITIVE_INFINITY,
  rule: "never",
  get key() {
    used += 1;
    if (used === Number(count)) process.kill(process.pid, "SIGKILL");
    return "all";
  },
};
const plan = aPlan({ seeds, scope: () => ({ refusedBy: undefined, quotas: [deadly] }) });
const database = openDatabase(file);
deferCommits(database);
const frontier = createSqliteFrontier(database, aPolicy(plan));
await seedCrawl({ frontier, web: { identify: (url) => url } }, plan);
