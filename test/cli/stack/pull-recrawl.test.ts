import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { gunzipSync } from "node:zlib";
import { payloadDigest } from "../../../lib/adapters/warc/write-warc.ts";
import { pullCrawls, stackPullText } from "../../../lib/cli/stack/stack-pull.ts";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import type { PulledAnswers } from "../../../lib/run/stack/pull-pages.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { aBundle, aProject } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";
import { changingWeb } from "../../support/changing-web.ts";
import { fakeAws } from "../../support/fake-aws.ts";
import { CALM } from "../../support/mortal-processes.ts";
import { runCli, succeed } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";

const at = (path: string) => `https://bees.example/${path}`;
const bundle = aBundle({
  project: aProject({ seeds: { urls: [at("")] }, strategy: { name: "breadth-first" } }),
  need: aNeed({ topic: "bees", bad: [aPage()] }),
});

/** A stack that has crawled a site, and has come back to it twice. */
async function aRecrawledStack(): Promise<SimulatedStack> {
  const html = (...paths: readonly string[]) => ({ html: linking(...paths.map(at)), hasTag: true });
  const web = changingWeb([
    [at(""), html("same", "edited", "removed", "plain")],
    [at("same"), html("")],
    [at("plain"), { ...html("same"), hasTag: false }],
    [at("edited"), html("same")],
    [at("removed"), html("")],
  ]);
  const { plan } = await planOf(bundle);
  const stack = new SimulatedStack(plan, web, 1, CALM, 1_000, true);
  await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
  await stack.crawl();
  web.pages.set(aUrl(at("edited")), html("new"));
  web.pages.set(aUrl(at("new")), html("same"));
  web.pages.delete(aUrl(at("removed")));
  const order = { requested: "run", plan: "plans/1" } as const;
  await stack.crawl({ ...order, crawl: "c2", recrawlOf: "c1" });
  web.pages.set(aUrl(at("plain")), html("same", "edited"));
  await stack.crawl({ ...order, crawl: "c3", recrawlOf: "c2", pages: 50 });
  return stack;
}

async function pull(stack: SimulatedStack, directory: string, answers: PulledAnswers = "all") {
  const target = { directory, answers, now: () => 0, show: () => {} };
  return pullCrawls(stack, await readSnapshot(stack), target);
}

/** Returns what became of each page of a run, whose body is where its record says. */
async function changesOf(directory: string): Promise<Record<string, string>> {
  const run = readRun(directory);
  const changes: Record<string, string> = {};
  for await (const { url, change, reason, status, page } of run.records.list()) {
    changes[new URL(url).pathname] = `${change ?? reason} ${status}`;
    const body = page && (await run.pages.get(url))?.body;
    assert.equal(body && payloadDigest(body), page?.ref?.digest, url);
  }
  await run.close();
  return changes;
}

const SECOND = {
  ...{ "/": "unchanged 304", "/same": "unchanged 304", "/plain": "unchanged 200" },
  ...{ "/edited": "changed 200", "/removed": "gone 404", "/new": "new 200" },
};

describe("dowser pull of a stack that has come back", () => {
  let stack: SimulatedStack;
  before(async () => {
    stack = await aRecrawledStack();
  });

  it("Each crawl is a run of its own, beside the first one, with what has changed", async (test) => {
    const directory = join(aFolder(test), "bees");
    const pulled = await pull(stack, directory);
    assert.deepEqual(
      pulled.map((each) => [each.snapshot.crawl, basename(each.directory)]),
      [
        ["c1", "bees"],
        ["c2", "bees-2"],
        ["c3", "bees-3"],
      ],
    );
    assert.equal((await changesOf(directory))["/"], "page 200");
    assert.deepEqual(await changesOf(`${directory}-2`), SECOND);
    const third = { ...SECOND, "/plain": "changed 200", "/edited": "unchanged 304" };
    assert.deepEqual(await changesOf(`${directory}-3`), { ...third, "/new": "unchanged 304" });
    const { recrawl, budget } = JSON.parse(
      readFileSync(join(`${directory}-3`, "project.json"), "utf8"),
    );
    assert.deepEqual([recrawl, budget.pages], [{ of: "../bees-2", known: 6 }, 50]);
  });

  it("A body that has not changed is stored once, and the commands read, compare and check the runs", async (test) => {
    const directory = join(aFolder(test), "bees");
    await pull(stack, directory);
    const warc = gunzipSync(readFileSync(join(`${directory}-2`, "pages/pages-00001.warc.gz")));
    assert.equal(warc.toString().match(/revisit\/server-not-modified/g)?.length, 2);
    assert.equal(warc.toString().match(/revisit\/identical-payload-digest/g)?.length, 1);
    const { changes } = JSON.parse(await succeed("report", `${directory}-2`, "--json"));
    assert.deepEqual([changes.known, changes.new, changes.unchanged, changes.gone], [5, 1, 3, 1]);
    for (const run of [directory, `${directory}-2`, `${directory}-3`]) {
      const { code, stdout } = await runCli(["audit", run]);
      assert.equal(code, 0, stdout);
    }
  });

  it("A crawl that has ended and is here as a whole is not copied again", async (test) => {
    const directory = join(aFolder(test), "bees");
    const extents = async (answers: PulledAnswers) =>
      (await pull(stack, directory, answers)).map(({ extent }) => extent?.copied.answers);
    assert.deepEqual(await extents("none"), [0, 0, 0]);
    assert.deepEqual(await extents("all"), [5, 6, 6]);
    assert.deepEqual(await extents("all"), [undefined, undefined, 6]);
    assert.deepEqual(await changesOf(`${directory}-2`), SECOND);
  });

  it("`dowser pull` says what has changed since the visits before, and where each crawl is", async (test: TestContext) => {
    const out = join(aFolder(test), "bees");
    const choice = { project: undefined, stackName: "Dowser-bees", out, answers: "all" } as const;
    const { clients } = fakeAws(test);
    const text = await stackPullText(choice, { open: () => clients, openStores: () => stack });
    assert.match(text, /known before +6\n[^]*unchanged +4\n/);
    assert.match(text, /c1, finished; kept in .*bees\n[^]*c3, finished; kept in .*bees-3$/);
  });
});
