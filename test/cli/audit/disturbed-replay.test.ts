import assert from "node:assert/strict";
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { truthOf } from "../../../demo/demo-truth.ts";
import { demoOrigin } from "../../../demo/demo-web.ts";
import { auditRun } from "../../../lib/cli/audit/audit.ts";
import { labelAddText } from "../../../lib/cli/label/label.ts";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { loadProject } from "../../../lib/project/load-project.ts";
import { STRATEGY_NAMES } from "../../../lib/project/registry.ts";
import { crawlInto, type Watcher } from "../../../lib/run/crawl/crawl.ts";
import { PEERS } from "../../../peers/registry.ts";
import { writeDemoWarc } from "../../support/demo-warc.ts";
import { movingSeeds } from "../../support/slow.ts";
import { read } from "../../support/spoilt-run.ts";

/** What may happen to a crawl of a recording before it ends. */
const DISTURBANCES = [
  "kill",
  "raise",
  "raise",
  "labels",
  "pause",
  "labels while it crawls",
] as const;

/** Pages of the first budget, and of each raise. */
const PAGES = 25;

/** Turns of the event loop after which a crawl is killed or paused, at most: some have ended by then. */
const MOST_TURNS = 500;

const STRATEGIES = [...STRATEGY_NAMES, ...Object.keys(PEERS)];

describe("dowser audit of a crawl that was disturbed", () => {
  let folder = "";
  let warc = "";
  let need: object = {};
  let seeds: readonly string[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-disturbed-replay-"));
    const written = await writeDemoWarc(folder);
    const { demo } = written;
    const { good, bad } = demo.examples;
    const thread = truthOf(demo).find(({ type, target }) => type === "thread" && target);
    const way = ["/", "/horticulture/", "/horticulture/courses/"];
    const path = way.map((page) => demoOrigin("university") + page).join(" ");
    writeFileSync(join(folder, "paths.txt"), `${path}\n`);
    need = { topic: "beekeeping", good, bad, examplePage: thread?.url };
    [warc, seeds] = [written.warc, demo.seeds];
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Crawls as far as `watch` lets it. */
  async function crawl(
    run: string,
    settings: { readonly strategy: string; readonly budget: object },
    watch: Watcher["watch"] = (_crawl, work) => work(new AbortController().signal),
    watchLog: Watcher["watchLog"] = async (log) => log,
  ): Promise<void> {
    const file = join(folder, "project.json");
    const learns = /link-distance|context-graph/.test(settings.strategy)
      ? { ...need, paths: "paths.txt" }
      : need;
    writeFileSync(
      file,
      JSON.stringify({ name: "d", need: learns, seeds: { urls: seeds }, ...settings }),
    );
    const watcher = { watchLog, watch } satisfies Watcher;
    await crawlInto(run, await loadProject(file), [warc], { watcher });
  }

  /** Lets a crawl go on for some turns of the event loop, then does something and stops it, if it is to. */
  function forTurns(
    turns: number,
    then: () => Promise<void> | void,
    stops: boolean,
  ): Watcher["watch"] {
    return async (_crawl, work) => {
      const controller = new AbortController();
      let left = turns;
      let isOver = false;
      let done: Promise<void> | undefined;
      const turn = () => {
        left -= 1;
        if (isOver) return;
        if (left > 0) {
          setImmediate(turn);
          return;
        }
        done = Promise.resolve(then());
        if (stops) controller.abort();
      };
      setImmediate(turn);
      const end = await work(controller.signal);
      isOver = true;
      await done;
      return end;
    };
  }

  /** Labels two pages that the run has. */
  async function label(run: string, told: string): Promise<void> {
    const rows = read(run, "SELECT url FROM record WHERE reason = 'page' ORDER BY sequence");
    const urls = rows.map(({ url }) => String(url));
    const chosen = [0, 1].map(
      (which) => urls[Math.floor(hashToUnit(1, `${told} ${which}`) * urls.length)],
    );
    const [one, other] = chosen;
    if (one === undefined || other === undefined) return;
    await labelAddText(run, [one, "good", other, "bad"], { json: true });
  }

  /** Crawls with some disturbances, to the end of the last budget, and says what they were. */
  async function disturbed(run: string, strategy: string, seed: number): Promise<string> {
    const by = (what: string) => hashToUnit(seed, what);
    const happened: string[] = [];
    let pages = PAGES;
    const settings = () => ({ strategy, budget: { pages } });
    const count = 2 + Math.floor(by("count") * 4);
    for (let number = 0; number < count; number += 1) {
      const what = DISTURBANCES[Math.floor(by(`what ${number}`) * DISTURBANCES.length)] ?? "kill";
      const turns = 1 + Math.floor(by(`turns ${number}`) * MOST_TURNS);
      happened.push(`${what} ${turns}`);
      if (what === "raise") {
        await crawl(run, settings());
        pages += PAGES;
      } else if (what === "pause")
        await crawl(
          run,
          settings(),
          forTurns(turns, () => {}, true),
        );
      else if (what === "kill") {
        const copy = `${run}-killed`;
        const kill = () => cpSync(run, copy, { recursive: true });
        rmSync(copy, { recursive: true, force: true });
        let isKilled = false;
        const watch = forTurns(
          turns,
          () => {
            isKilled = true;
            kill();
          },
          true,
        );
        await crawl(run, settings(), watch);
        if (isKilled) {
          rmSync(run, { recursive: true });
          renameSync(copy, run);
        }
      } else if (what === "labels") {
        await crawl(
          run,
          settings(),
          forTurns(turns, () => {}, true),
        );
        await label(run, `${seed} ${number}`);
      } else {
        const add = () => label(run, `${seed} ${number}`);
        await crawl(run, settings(), forTurns(turns, add, false));
      }
    }
    await crawl(run, settings());
    return happened.join(", ");
  }

  it("A crawl is replayed that was killed after a training, paused before its next page, and labelled", async () => {
    const [run, killed] = [join(folder, "trained"), join(folder, "trained-killed")];
    const settings = { strategy: "link-distance", budget: { pages: PAGES } };
    const kill = new AbortController();
    await crawl(
      run,
      settings,
      (_crawl, work) => work(kill.signal),
      async (log) => ({
        ...log,
        async append(event) {
          await log.append(event);
          if (event.kind !== "trained" || event.detail["pages"] !== 15) return;
          cpSync(run, killed, { recursive: true });
          kill.abort();
        },
      }),
    );
    await crawl(killed, settings, (_crawl, work) => work(AbortSignal.abort()));
    await label(killed, "trained");
    await crawl(killed, settings);
    const checks = await auditRun(killed, { replay: true });
    assert.deepEqual(
      checks.flatMap(({ reported }) => reported.map(({ what }) => what)),
      [],
    );
    assert.ok(checks.find(({ check }) => check === "replay")?.isMade);
  });

  for (const [index, seed] of movingSeeds(2, 200).entries()) {
    const strategy = STRATEGIES[(seed * 11) % STRATEGIES.length] ?? "auto";
    it(`The replay of a disturbed crawl is as it was decided: ${strategy}, seed ${seed}`, async () => {
      const run = join(folder, `run${index}`);
      const told = await disturbed(run, strategy, seed);
      const checks = await auditRun(run, { replay: true });
      const found = checks.flatMap(({ reported }) =>
        reported.map(({ check, url, what }) => `${check} ${url} ${what}`),
      );
      assert.deepEqual(found.slice(0, 5), [], told);
      const replay = checks.find(({ check }) => check === "replay");
      assert.ok(replay?.isMade, `${replay?.notes.join()}: ${told}`);
      rmSync(run, { recursive: true });
    });
  }
});
