import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { join, resolve } from "node:path";

/**
 * `npm run test:slow [-- FILE…]`: plays the stories below, or those named, far longer than the gate
 * does, each with a new seed. `SEED=4711 npm run test:slow` repeats a run. The faults of a stack on
 * MiniStack follow, if no file is named.
 */
const ROOT = resolve(import.meta.dirname, "..");

const STRATEGY = "the promises of every strategy, on five times as many needs and pages";

/** The test files that run longer when `SLOW` is set, and their stories. */
export const STORIES: Readonly<Record<string, string>> = {
  "test/stack/faults.test.ts": "2,000 schedules of deaths and deliveries in a stack, virtual time",
  "test/stack/bounds-and-pauses.test.ts": "a hundred schedules in a stack with a budget by site",
  "test/stack/recrawl.test.ts": "two hundred schedules in a stack that comes back twice",
  "test/crawl/crash/asking.test.ts":
    "composed queries, crashed before and after every single effect",
  "test/crawl/crash/auto.test.ts": "`auto`, crashed before and after every single effect",
  "test/crawl/crash/labels-and-samples.test.ts":
    "labels and samples, crashed before and after every single effect",
  "test/crawl/crash/peers.test.ts":
    "published baselines, crashed before and after every single effect",
  "test/crawl/crash/source.test.ts": "`source`, crashed before and after every single effect",
  "test/crawl/crash/sums-and-layers.test.ts":
    "sums of priorities, layers, crashed before and after every single effect",
  "test/crawl/crash/twins.test.ts": "twin names, crashed before and after every single effect",
  "test/crawl/crash/weighing.test.ts":
    "weights of groups, crashed before and after every single effect",
  "test/crawl/reading-growth.test.ts":
    "four hundred shapes of pages by chance beside all known ones, and longer ones, by all readers",
  "test/run/crawl/crawl.test.ts": "each output of a run whose reader leaves",
  "test/run/crawl/kill.test.ts": "six strategies killed at random moments until they are done",
  "test/run/crawl/damage-after-kill.test.ts": "files damaged after a kill, then resumed",
  "test/run/crawl/disk-full.test.ts": "disks of three sizes that fill up, then have room",
  "test/cli/crawl/politeness.test.ts": "delays, Retry-After and robots rules, measured by servers",
  "test/cli/ui/story.test.ts":
    "a crawl in a browser from its beginning to its report, each export beside that of the command",
  "test/cli/crawl/first-crawl.test.ts":
    "the first example of the README on a recorded encyclopedia",
  "test/cli/crawl/hostile-hosts.test.ts":
    "one crawl of some 150 hosts, each hostile in its own way",
  "test/cli/audit/disturbed-replay.test.ts":
    "two hundred crawls that were killed, raised, labelled and paused, replayed by the audit",
  "test/cli/audit/generated-damage.test.ts": "ten times as many damages that an audit must find",
  "test/peers/commands/compare/compare.test.ts":
    "every strategy with twice the pages, crawled twice",
  "test/adapters/ontology/mesh/mesh-2021.test.ts": "the whole of MeSH 2021",
  "test/adapters/sqlite/journalled-stores.test.ts":
    "five times as many sequences of operations, each in another process",
  "test/workbench/host/two-readers.test.ts":
    "each view in a browser by light and dark, on a desk and on a telephone",
  "test/domain/page/html-tokens.test.ts":
    "a million generated pages of each kind, and 10,000 recorded ones, read by other tokenizers",
  "test/docs/commands.test.ts": "the commands of the documentation with all of their pages",
  "test/examples/read-export.test.ts":
    "the example in Python on an export, with pandas and pyarrow from PyPI",
  "test/cli/forget/kill.test.ts": "dowser forget, killed at forty moments",
  "test/cli/export/croissant.test.ts": "dataset cards judged by mlcroissant, from PyPI",
  "test/adapters/warc/wacz.test.ts": "a WACZ file judged by py-wacz, from PyPI",
  "test/domain/web/url/plain-reference.test.ts":
    "three million references joined to a base, beside the URL class",
  "test/adapters/web/live/special-addresses.test.ts": "100,000 addresses beside special ranges",
  "test/stack/listing-forms.test.ts":
    "four hundred schedules of a crawl whose pages are rows, and packed",
  "test/stack/assess-crawl.test.ts": "three times as many deaths of a stack that asks an assessor",
  "test/stack/lost-leases.test.ts": "deaths of planners in five schedules",
  "test/stack/record-files.test.ts":
    "three hundred schedules of a crawl whose records are files, without and with an update of its need",
  "test/stack/run-planner.test.ts": "twice as many crawls of links that robots refuse",
  "test/stack/planner.test.ts": "composed queries of a stack in twice as many schedules",
  "test/adapters/sqlite/frontier/rescore-links.test.ts":
    "eighty sequences of operations while links are rescored",
  "test/domain/cost/forecast.test.ts": "three times as many shapes of a crawl",
  "test/demo/generate-demo-web.test.ts": "twice as many generated webs",
  "test/cli/crawl/control-list.test.ts": "a crawl until half of a control list is found",
  "test/cli/crawl/discovered-recall.test.ts": "a crawl until half of what it looks for is found",
  "test/run/threads/reading-threads.test.ts": "twice the pages, by more threads",
  "test/cli/recrawl/recrawl-in-parts.test.ts": "a recrawl killed four times",
  "test/adapters/sqlite/frontier/sqlite-frontier.test.ts":
    "three times as many crawls, and sequences of operations",
  "test/crawl/group-weights.test.ts": STRATEGY,
  "test/domain/methods/strategies.test.ts": STRATEGY,
  "test/domain/methods/source/source.test.ts": STRATEGY,
  "test/examples/my-strategy.test.ts": STRATEGY,
  "test/peers/bandits/host-bandit.test.ts": STRATEGY,
  "test/peers/bandits/sleeping-bandit.test.ts": STRATEGY,
  "test/peers/bandits/url-bandit.test.ts": STRATEGY,
  "test/peers/link-learner/link-learner.test.ts": STRATEGY,
  "test/peers/naive.test.ts": STRATEGY,
  "test/peers/source/published.test.ts": STRATEGY,
};

/** How the faults of the stack on MiniStack are run: not to be skipped. */
const CLOUD_TESTS = ["test/cloud/run.ts", "--required"];

if (import.meta.main) process.exitCode = runStories(process.argv.slice(2));

function runStories(named: readonly string[]): number {
  const seed = process.env["SEED"] ?? String(randomInt(1, 2 ** 31));
  console.log(`SEED=${seed}`);
  const files = named.length > 0 ? named : Object.keys(STORIES);
  for (const file of files) console.log(`  ${file}: ${STORIES[file] ?? "no slow story"}`);
  const codes = [run(["test/run.ts", ...files], seed)];
  if (named.length === 0) codes.push(run(CLOUD_TESTS, seed));
  return Math.max(...codes);
}

function run(args: readonly string[], seed: string): number {
  const [program = "", ...rest] = args;
  const { status } = spawnSync(process.execPath, [join(ROOT, program), ...rest], {
    cwd: ROOT,
    env: { ...process.env, SLOW: "1", SEED: seed },
    stdio: "inherit",
  });
  return status ?? 1;
}
