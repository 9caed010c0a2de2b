import assert from "node:assert/strict";
import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it, type TestContext } from "node:test";
import { directoryOfPull, pullCrawls } from "../../../lib/cli/stack/stack-pull.ts";
import { serveHost } from "../../../lib/cli/ui.ts";
import { DowserError } from "../../../lib/errors.ts";
import { parseProject } from "../../../lib/project/load-project.ts";
import { estimateOf } from "../../../lib/run/stack/estimate.ts";
import type { ApiPorts } from "../../../lib/stack/api/route.ts";
import { readSnapshot } from "../../../lib/stack/api/stack-snapshot.ts";
import { bundleText, planOf } from "../../../lib/stack/bundle.ts";
import { openFolderHost } from "../../../lib/workbench/host/folder-host.ts";
import { openStackHost } from "../../../lib/workbench/host/stack-host.ts";
import { WatchedStack } from "../../../lib/workbench/host/watched-stack.ts";
import type {
  Fault,
  HostAnswer,
  ProjectAnswer,
  Runs,
  Table,
  Watch,
} from "../../../lib/workbench/schemas.ts";
import { aBundle } from "../../support/a-bundle.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aStack, serveStack, TOKEN } from "../../support/a-stack.ts";
import { aUrl } from "../../support/a-url.ts";
import { aFetchedPage, linking, type Script, scriptedWeb } from "../../support/scripted-web.ts";
import { SimulatedStack } from "../../support/simulated-stack.ts";
import { untilRead } from "../../support/until-read.ts";

const PAGES = Array.from({ length: 12 }, (_, at) => `/hive${at}`);
const script = {
  "https://bees.example/": linking(...PAGES),
  "https://bees.example/wasp": linking(),
  ...Object.fromEntries(PAGES.map((path) => [`https://bees.example${path}`, linking("/")])),
};

const bundle = aBundle();
const FILE = "bees.yaml";
const PROJECT = JSON.stringify({
  name: bundle.project.name,
  need: { topic: "bees" },
  seeds: { urls: ["https://bees.example/"] },
  politeness: { contact: "you@example.org" },
});

const NO_OPTIONS = { pages: undefined, hosts: undefined };

/** Asks a host as a program that has its token. */
type Ask = (method: string, path: string, body?: string) => Promise<Response>;

describe("the workbench of a stack", () => {
  let crawled: SimulatedStack;
  before(async () => {
    crawled = await simulated();
    await crawled.crawl();
  });

  async function simulated(more: Readonly<Record<string, Script>> = {}): Promise<SimulatedStack> {
    const peace = { whose: [], death: 0, deaths: 0, redelivery: 0, stall: 0, lateness: 0 };
    const { plan } = await planOf(bundle);
    const stack = new SimulatedStack(plan, scriptedWeb({ ...script, ...more }), 1, peace, 0, true);
    await stack.blobs.putNew("plans/1", Buffer.from(bundleText(bundle)));
    return stack;
  }

  /** Opens the host of a stack, whose copies are made in this process. */
  async function aHost(test: TestContext, stack: SimulatedStack, more: Partial<ApiPorts> = {}) {
    const { keyValueStore, blobs, labels, listing } = stack;
    const stores = { keyValueStore, blobs, labels, listingOf: () => listing };
    const ports = { ...aStack().ports, ...stores, ...more };
    const root = aFolder(test);
    writeFileSync(join(root, FILE), PROJECT);
    const told = { copies: [] as string[], starts: 0, fault: undefined as Error | undefined };
    const access = { endpoint: await serveStack(test, ports), token: TOKEN };
    const renewToken = () => {
      access.token = "the one before";
    };
    const watched = new WatchedStack({
      access,
      blobs,
      async copy(answers) {
        if (told.fault !== undefined) throw told.fault;
        told.copies.push(answers);
        const crawls = await readSnapshot(stack);
        const directory = directoryOfPull(crawls, root);
        await pullCrawls(stack, crawls, { directory, answers, now: Date.now, show: () => {} });
      },
      clock: { now: Date.now },
    });
    const start = async () => {
      told.starts += 1;
      const order = { crawl: `c${told.starts + 1}`, requested: "run" } as const;
      await stack.crawl({ ...order, plan: "plans/1" });
      return order;
    };
    const shown = { root, project: bundle.project.name, file: FILE, stack: watched, start };
    return { root, told, renewToken, ask: await asked(test, openStackHost(shown)) };
  }

  async function asked(test: TestContext, host: ReturnType<typeof openFolderHost>): Promise<Ask> {
    const ui = await serveHost(host, { host: "127.0.0.1", port: 0 });
    test.after(() => ui.close());
    const { origin, searchParams } = new URL(ui.url);
    const headers = { authorization: `Bearer ${searchParams.get("token")}` };
    return (method, path, body) =>
      fetch(`${origin}/api${path}`, { method, headers, ...(body !== undefined && { body }) });
  }

  const jsonOf = async <Answer>(response: Response): Promise<Answer> =>
    (await response.json()) as Answer;

  const QUESTIONS = [
    "/runs/bees/pages?limit=50&order=score",
    "/runs/bees/pages/3",
    "/runs/bees/pages/99",
    "/runs/bees/queue?queue=uncertain&limit=5",
    "/runs/bees/queue?queue=likely&limit=5",
    "/runs/bees/queue?queue=random",
    "/runs/bees/verdicts",
    "/runs/bees/site",
    "/runs/bees/compare",
    "/runs/bees/compare?others=bees",
    "/runs/bees/compare?others=other",
    "/runs/bees/overlap?other=bees",
    "/runs/bees/pages/3/frame",
    "/runs/bees/export?format=jsonl",
    "/runs/bees/export?format=csv&targets=true&redact=true&text=markdown&allColumns=true",
    "/runs/bees/export?format=jsonl&reserved=true",
    "/runs/bees/export?format=warc&redact=true",
    "/runs/bees/export?format=nothing",
  ];

  it("Each question about pages has the answer that a folder with the pulled run gives", async (test) => {
    const { ask, root, told } = await aHost(test, crawled);
    const answers: string[] = [];
    for (const path of QUESTIONS) answers.push(await (await ask("GET", path)).text());
    const exported = QUESTIONS.filter((path) => path.includes("/export"));
    assert.deepEqual(told.copies, ["none", ...exported.map(() => "all")]);
    const folder = aFolder(test);
    cpSync(root, folder, { recursive: true });
    const local = await asked(test, openFolderHost(folder, []));
    for (const [at, path] of QUESTIONS.entries()) {
      const answer = await (await local("GET", path)).text();
      assert.equal(withoutPlaces(ofCrawl(answers[at] ?? "")), withoutPlaces(ofCrawl(answer)), path);
    }
    assert.match(answers[0] ?? "", /hive11/);
    assert.match(answers[QUESTIONS.indexOf("/runs/bees/pages/3/frame")] ?? "", /<a>/);
  });

  it("A search finds titles and addresses, and says so, until the pages are copied, then texts, too", async (test) => {
    const { ask } = await aHost(test, crawled);
    const search = () =>
      untilRead(async () =>
        jsonOf<Table>(await ask("GET", "/runs/bees/pages?text=hive1&order=oldest")),
      );
    const before = await search();
    assert.deepEqual([before.texts?.state, before.total], ["none", 3]);
    assert.ok(before.rows.every(({ url, snippet }) => /hive1/.test(url) && snippet.length === 0));
    await (await ask("GET", "/runs/bees/export?format=jsonl")).text();
    const after = await search();
    assert.deepEqual([after.texts?.state, after.total], ["whole", 4]);
    assert.ok(after.rows[0]?.snippet.some(({ text, isMarked }) => isMarked && text === "hive1"));
  });

  it("State, figures and bill are the stack's; the curve is that of the copy", async (test) => {
    const { ask, told } = await aHost(test, crawled);
    const { runs } = await jsonOf<Runs>(await ask("GET", "/runs"));
    assert.deepEqual(
      runs.map(({ run, state }) => [run, state]),
      [["bees", "finished"]],
    );
    const first = await jsonOf<Watch>(await ask("GET", "/runs/bees/watch"));
    assert.deepEqual([first.crawl.state, first.crawl.report?.fetched], ["finished", 13]);
    assert.equal(first.crawl.because, "no link is left to fetch");
    await ask("GET", "/runs/bees/verdicts");
    const later = await jsonOf<Watch>(await ask("GET", "/runs/bees/watch"));
    assert.deepEqual([later.crawl.listed, later.harvest.at(-1)?.pages], [13, 13]);
    assert.deepEqual(told.copies, ["none"], "nothing is copied again while nothing changed");
  });

  it("A label is kept in the stack, shows at once, and is one label after the next copy", async (test) => {
    const stack = await simulated();
    await stack.crawl();
    const { ask, told } = await aHost(test, stack);
    const url = "https://bees.example/hive3";
    const labels = JSON.stringify({ labels: [{ url, label: "good", by: "Ada", note: "n" }] });
    assert.equal((await ask("POST", "/runs/bees/labels", labels)).status, 201);
    const [kept] = await stack.labels.list();
    assert.deepEqual({ ...kept, at: 0 }, { at: 0, url, label: 1, by: "Ada", note: "n" });
    const good = async () =>
      jsonOf<Table>(await ask("GET", "/runs/bees/pages?verdict=good")).then(({ rows }) => rows);
    assert.deepEqual(
      (await good()).map((row) => row.url),
      [url],
    );
    await (await ask("GET", "/runs/bees/export?format=csv")).text();
    assert.deepEqual(told.copies, ["none", "all"]);
    assert.equal((await good()).length, 1);
    const unknown = JSON.stringify({ labels: [{ url: `${url}x`, label: "bad" }] });
    const refused = await ask("POST", "/runs/bees/labels", unknown);
    // The page sends it again, as the stack may list the page later.
    assert.deepEqual(
      [refused.status, (await jsonOf<Fault>(refused)).code],
      [503, "page-not-listed"],
    );
  });

  it("A crawl that follows an earlier one is copied beside it, shown in its place, and labelled", async (test) => {
    const home = aUrl("https://bees.example/");
    const turns = [linking(...PAGES), linking("/wasp")].map((html) => aFetchedPage(home, html));
    const stack = await simulated({ [home]: turns });
    await stack.crawl();
    const { ask, root } = await aHost(test, stack);
    const first = await jsonOf<Table>(await ask("GET", "/runs/bees/pages"));
    assert.equal(first.total, 13);
    assert.equal((await ask("PUT", "/runs/bees/crawl", PROJECT)).status, 201);
    const { crawl, latest } = await jsonOf<Watch>(await ask("GET", "/runs/bees/watch"));
    assert.deepEqual([crawl.report?.fetched, crawl.listed, latest], [2, 0, []]);
    const url = "https://bees.example/wasp";
    const labels = JSON.stringify({ labels: [{ url, label: "bad" }] });
    assert.equal((await ask("POST", "/runs/bees/labels", labels)).status, 201);
    const { rows } = await jsonOf<Table>(await ask("GET", "/runs/bees/pages?verdict=bad"));
    assert.deepEqual(
      rows.map((row) => row.url),
      [url],
    );
    assert.match(await (await ask("GET", "/runs/bees/export?format=jsonl")).text(), /wasp/);
    assert.deepEqual(readdirSync(join(root, "runs")).toSorted(), ["bees", "c2"]);
  });

  it("A stack that fails, is busy or knows the token no more is no reason to drop a label", async (test) => {
    const stack = await simulated();
    await stack.crawl();
    const failing = { ...stack.labels, list: () => Promise.reject(new Error("throttled")) };
    const { ask, renewToken } = await aHost(test, stack, { labels: failing });
    await (await ask("GET", "/runs/bees/pages")).text();
    const label = { url: "https://bees.example/hive3", label: "good" };
    const refusal = async () => {
      const refused = await ask("POST", "/runs/bees/labels", JSON.stringify({ labels: [label] }));
      return [refused.status, (await jsonOf<Fault>(refused)).code];
    };
    // The page sends again what 503 refused, and forgets what 400 did.
    assert.deepEqual(await refusal(), [503, "stack-busy"]);
    renewToken();
    assert.deepEqual(await refusal(), [503, "stack-token-refused"]);
  });

  it("Pause, resume and the end are orders to the stack; its budget stays", async (test) => {
    const stack = await simulated();
    const order = { crawl: "c1", requested: "run", plan: "plans/1" };
    await stack.keyValueStore.write("order", order, 0);
    const { ask } = await aHost(test, stack);
    const requested = async () =>
      (await stack.keyValueStore.read("order"))?.value as { requested: string };
    for (const [verb, request] of [
      ["pause", "pause"],
      ["resume", "run"],
      ["stop", "stop"],
    ]) {
      assert.equal((await ask("POST", `/runs/bees/crawl/${verb}`, "")).status, 202);
      assert.equal((await requested()).requested, request);
    }
    const more = await ask("POST", "/runs/bees/crawl/resume", JSON.stringify({ pages: 9 }));
    assert.equal((await jsonOf<Fault>(more)).code, "budget-is-fixed");
    assert.equal((await ask("POST", "/runs/other/crawl/pause", "")).status, 404);
  });

  it("A stack without a crawl has no run; it begins the project of its file and no other", async (test) => {
    const { ask, told } = await aHost(test, await simulated());
    assert.deepEqual(await jsonOf(await ask("GET", "/runs")), { runs: [] });
    const { code } = await jsonOf<Fault>(await ask("GET", "/runs/bees/watch"));
    assert.equal(code, "no-crawl");
    const changed = await ask("PUT", "/runs/bees/crawl", PROJECT.replace("bees", "wasps"));
    assert.equal((await jsonOf<Fault>(changed)).code, "file-exists");
    const other = await ask("PUT", "/runs/wasps/crawl", PROJECT);
    assert.equal((await jsonOf<Fault>(other)).code, "other-project-name");
    assert.equal(told.starts, 0);
    assert.equal((await ask("PUT", "/runs/bees/crawl", PROJECT)).status, 201);
    assert.equal(told.starts, 1);
  });

  it("What a new project is made of is not gathered for a stack, and its host says so", async (test) => {
    const { ask } = await aHost(test, await simulated());
    const { can } = await jsonOf<HostAnswer>(await ask("GET", "/host"));
    assert.equal(can.gather, false);
    for (const [method, path] of [
      ["PUT", "/examples/bees.html"],
      ["POST", "/lists/seeds.txt"],
      ["GET", "/search"],
      ["POST", "/search"],
      ["GET", "/search/page?source=run:bees&url=https://bees.example/&words=bees"],
      ["POST", "/search/page"],
      ["GET", "/search/links?source=run:bees&url=https://bees.example/"],
      ["POST", "/paths"],
      ["GET", "/ontologies"],
      ["POST", "/ontologies/topic"],
      ["POST", "/ontologies/concepts"],
    ] as const) {
      const topic = { ontology: "bees.csv", topic: "bees", reach: 1 };
      const bodies: Readonly<Record<string, unknown>> = {
        "/search": { source: "run:bees", words: "bees" },
        "/search/page": { source: "run:bees", url: "https://bees.example/" },
        "/paths": { paths: [["https://bees.example/", "https://bees.example/hive1"]] },
        "/ontologies/topic": topic,
        "/ontologies/concepts": { ...topic, words: "", kept: [] },
      };
      const body = JSON.stringify(bodies[path] ?? {});
      const { code, hint } = await jsonOf<Fault>(
        await ask(method, path, method === "GET" ? undefined : body),
      );
      assert.equal(code, "need-is-fixed", path);
      assert.match(hint, /change bees\.yaml/);
    }
  });

  it("The crawl of its project is forecast as dowser estimate does, and none on this machine", async (test) => {
    const { ask } = await aHost(test, await simulated());
    const { forecast } = await jsonOf<ProjectAnswer>(await ask("GET", "/runs/bees/project"));
    const estimate = estimateOf(await parseProject(PROJECT, "bees"), NO_OPTIONS);
    assert.deepEqual(forecast, {
      ...{ hosts: 1, stays: false, here: null },
      stack: {
        ...{ pages: estimate.pages, bound: "pages" },
        ...{ hours: estimate.forecast.hours, dollars: estimate.cost.total },
      },
    });
  });

  it("A copy that fails is told with the crawl, and the page goes on", async (test) => {
    const { ask, told } = await aHost(test, crawled);
    const hint = "check the rights";
    told.fault = new DowserError("no", { code: "aws-refused", reaction: "retry", value: 1, hint });
    assert.equal((await ask("GET", "/runs/bees/pages")).status, 503);
    const { crawl } = await jsonOf<Watch>(await ask("GET", "/runs/bees/watch"));
    assert.deepEqual([crawl.problem?.code, crawl.report?.fetched], ["aws-refused", 13]);
  });
});

/** Pages are judged once more before an export, in a folder and in the copy of a stack's crawl. */
function ofCrawl(answer: string): string {
  return answer.replaceAll(/; judged again with \d+ pages/g, "");
}

/** Pages that were not copied are in the bucket. */
function withoutPlaces(answer: string): string {
  return answer.replaceAll(/"ref":\{[^}]*\}/g, "");
}
