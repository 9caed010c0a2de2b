import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Browser, Page } from "playwright-core";
import { quotedWord } from "../../../lib/domain/text/safe-text.ts";
import type { RunCrawl } from "../../../lib/workbench/schemas.ts";
import { beesAndStones, recordPages } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { HANGS_MS, launchChromium, skip } from "../../support/chromium.ts";
import { runCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

const SITE = "http://site.example";

/** A file of another name than its project, and a run of another name than both. */
const FILE = "my bees.yaml";
const RUN = "runs/first";

const PROJECT = [
  "name: bees",
  "need: { topic: bees honey }",
  `seeds: { urls: ["${SITE}/page0"] }`,
  "budget: { pages: 16 }",
].join("\n");

/** Commands that write a file, or go on with a crawl. */
const WRITES = /^dowser (?:crawl|export|report) /;

/** More answers than any command asks for. */
const YES = "y\n".repeat(1_000);

/** Splits a command as a shell does. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'(?<quoted>(?:[^']|'\\'')*)'|\S+/g)].map(({ 0: word, groups }) =>
    (groups?.["quoted"] ?? word).replaceAll(String.raw`'\''`, "'"),
  );
}

/** Has a shell split a command, with variables that its reader has set. */
function spawnWords(command: string, env: Readonly<Record<string, string>>): string[] {
  const script = `for word in ${command}; do printf '%s\\0' "$word"; done`;
  return execFileSync("sh", ["-c", script], { env, encoding: "utf8" }).split("\0").slice(0, -1);
}

describe("commands that the page and the report print", () => {
  let elsewhere = "";
  let ui: TestedUi;
  before(async () => {
    elsewhere = mkdtempSync(join(tmpdir(), "dowser it's here "));
    ui = await anUi();
    await recordPages(join(elsewhere, "web.warc.gz"), beesAndStones(SITE, 24));
    await recordPages(join(ui.folder, "web.warc.gz"), beesAndStones(SITE, 24));
    writeFileSync(join(ui.folder, FILE), PROJECT);
    for (const [web, out] of [
      [join(elsewhere, "web.warc.gz"), "runs/away"],
      ["web.warc.gz", RUN],
    ] as const)
      assert.equal((await cli(["crawl", FILE, "--web", web, "--out", out])).code, 0);
  });
  after(async () => {
    await ui.close();
    rmSync(elsewhere, { recursive: true });
  });

  const cli = (args: readonly string[]) => runCli(args, { cwd: ui.folder, input: YES });

  /** Runs commands as they are printed; those that write files twice, as the second finds the files of the first. */
  async function play(commands: Iterable<string>): Promise<void> {
    for (const command of commands) {
      const [program, ...words] = wordsOf(command);
      assert.equal(program, "dowser", command);
      const times = WRITES.test(command) ? ["first", "second"] : ["first"];
      for (const time of times) {
        const { code, stderr } = await cli(words);
        assert.equal(code, 0, `${command}, the ${time} time\n${stderr}`);
      }
    }
  }

  /** Returns the commands in a text, each from its first word to the end of its line. */
  function commandsIn(text: string): readonly string[] {
    return [...text.matchAll(/(?<=(?:^|: )\s*)dowser [a-z].*$/gm)].map(([command]) =>
      command.trim(),
    );
  }

  it("Those of all views work", { skip }, async (test) => {
    const browser: Browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(HANGS_MS);
      await page.goto(ui.url);
      const commands = new Set<string>();
      for (const run of ["away", "first"])
        for (const view of VIEWS)
          for (const command of await printedIn(page, `${ui.origin}/#/runs/${run}/`, view))
            commands.add(command);
      test.diagnostic(`${commands.size} commands`);
      assert.ok(commands.size >= 20, [...commands].join("\n"));
      const away = [...commands].find((command) => command.includes(elsewhere.slice(-6)));
      assert.match(away ?? "", /^dowser crawl 'my bees\.yaml' --out runs\/away --web '/);
      await play(commands);
    } finally {
      await browser.close();
    }
  });

  /** Returns the commands that the report and the status of a run print. */
  async function printedOf(run: string): Promise<ReadonlySet<string>> {
    const texts = [await cli(["report", run]), await cli(["status", run])];
    return new Set(texts.flatMap(({ stdout }) => commandsIn(stdout)));
  }

  it("Those of the report and of the status work, also of a run with a recording and a directory of its own", async () => {
    const commands = await printedOf(RUN);
    const more = [...commands].find((command) => command.startsWith("dowser crawl"));
    assert.equal(more, `dowser crawl '${FILE}' --out ${RUN} --web web.warc.gz --pages 32`);
    await play(commands);
  });

  it("Those of a run and a recording outside the folder work, whatever their names are", async () => {
    const web = join(elsewhere, "web.warc.gz");
    const run = join(elsewhere, "my run");
    assert.equal((await cli(["crawl", FILE, "--web", web, "--out", run])).code, 0);
    const commands = await printedOf(run);
    const [more, judge] = ["crawl", "judge"].map((name) =>
      [...commands].find((command) => command.startsWith(`dowser ${name}`)),
    );
    const [shownRun, shownWeb] = [run, web].map((path) => quotedWord(relative(ui.folder, path)));
    assert.equal(more, `dowser crawl '${FILE}' --out ${shownRun} --web ${shownWeb} --pages 32`);
    assert.equal(judge, `dowser judge ${shownRun}`);
    await play(commands);
  });

  it("Those of a page that is handed on name no folder, and work once its reader says where things are", async () => {
    const [web, run] = [join(elsewhere, "web.warc.gz"), join(elsewhere, "my other run")];
    assert.equal((await cli(["crawl", FILE, "--web", web, "--out", run])).code, 0);
    const file = join(elsewhere, "report.html");
    const { code, stdout, stderr } = await cli(["report", run, "--html", file]);
    assert.equal(code, 0, stderr);
    const page = readFileSync(file, "utf8");
    assert.ok(
      !page.includes(elsewhere) && !page.includes("../"),
      "a private folder is in the page",
    );
    assert.match(
      page,
      /\$RUN is the directory of this run, \$WEB is the recording that was crawled/,
    );
    const commands = commandsIn(stdout);
    assert.ok(
      commands.includes(`dowser crawl 'my bees.yaml' --out "$RUN" --web "$WEB" --pages 32`),
    );
    for (const command of commands) {
      const [program, ...words] = spawnWords(command, { RUN: run, WEB: web });
      assert.equal(program, "dowser");
      assert.equal((await cli(words)).code, 0, command);
    }
  });

  it("Those of a recrawl go on with the recrawl, which the page does, too", async () => {
    assert.equal((await cli(["recrawl", RUN, "--pages", "10"])).code, 0);
    const commands = await printedOf(`${RUN}-2`);
    const more = [...commands].find((command) => /^dowser (?:re)?crawl/.test(command));
    const command = `dowser recrawl ${RUN} --into ${RUN}-2 --web web.warc.gz`;
    assert.equal(more, `${command} --pages 20`);
    // First, so that pages are left to label when all that are called relevant are judged.
    await play([more, ...commands]);
    const crawl = async () =>
      (await (await ui.ask("GET", "/runs/first-2/crawl")).json()) as RunCrawl;
    const before = await crawl();
    const fetched = before.report?.fetched ?? 0;
    assert.deepEqual([before.command, before.state, fetched > 10], [command, "finished", true]);
    const pages = JSON.stringify({ pages: fetched + 2 });
    assert.equal((await ui.ask("POST", "/runs/first-2/crawl/resume", pages)).status, 202);
    await until("the recrawl goes on", async () => (await crawl()).report?.fetched === fetched + 2);
  });

  it("A run whose project file is gone says so by a word that is no name", async () => {
    renameSync(join(ui.folder, FILE), join(elsewhere, FILE));
    const { stdout } = await cli(["report", "runs/away"]);
    assert.match(stdout, /dowser crawl PROJECT\.yaml --out runs\/away --web '\.\..*web\.warc\.gz'/);
  });
});

/** A view, what it shows when it is there, and what is done before its commands are read. */
interface View {
  readonly place: string;
  readonly shows: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const VIEWS: readonly View[] = [
  { place: "watch", shows: ".figures" },
  { place: "pages/4", shows: ".one h2" },
  {
    place: "judge",
    shows: "article.sheet",
    act: async (page) => {
      for (const [key, title] of [
        ["3", "No sample is drawn yet"],
        ["4", "No sample is drawn yet"],
      ] as const) {
        await page.keyboard.press(key);
        await page.getByRole("heading", { name: title }).waitFor();
      }
    },
  },
  { place: "site", shows: "#hosts" },
  { place: "take", shows: ".take .format" },
  {
    place: "take",
    shows: ".take .format",
    act: async (page) => {
      for (const name of [/Markdown/, /crawl’s own work/, /e-mail/, /dataset card/])
        await page.getByLabel(name).check();
      await page.getByLabel("National numbers of").fill("DE");
      await page.getByLabel("Which pages").selectOption("all");
    },
  },
];

/** Returns the commands that a view prints. */
async function printedIn(
  page: Page,
  origin: string,
  { place, shows, act }: View,
): Promise<readonly string[]> {
  await page.goto("about:blank");
  await page.goto(origin + place);
  await page.locator(shows).first().waitFor();
  const before = await page.locator(".command code").allTextContents();
  await act?.(page);
  return [...before, ...(await page.locator(".command code").allTextContents())];
}
