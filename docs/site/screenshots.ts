/**
 * `npm run screenshots [-- FOLDER]`: crawls the demo web three times (a good run, an empty one, a forum),
 * and photographs the report of each in light, in dark, on a phone of 390 px and as it is printed, and all
 * views of `dowser ui` on these runs. All pictures go to FOLDER, a few small ones to
 * `docs/pictures`. Without Chromium it says so, and makes none.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { EXIT } from "../../lib/run/print/print-error.ts";
import { launchChromium, skip } from "../../test/support/chromium.ts";
import { photographWorkbench } from "./workbench-screenshots.ts";

const PROGRAM = join(import.meta.dirname, "../../lib/cli/dowser.ts");
const EXAMPLES = join(import.meta.dirname, "../../examples/demo.yaml");
const PICTURES = join(import.meta.dirname, "../pictures");

/** A way to look at a report. */
interface View {
  readonly name: string;
  readonly scheme: "light" | "dark";
  readonly media: "screen" | "print";
  readonly width: number;
}

const VIEWS: readonly View[] = [
  { name: "light", scheme: "light", media: "screen", width: 1_200 },
  { name: "dark", scheme: "dark", media: "screen", width: 1_200 },
  { name: "390px", scheme: "light", media: "screen", width: 390 },
  { name: "print", scheme: "light", media: "print", width: 760 },
];

/** Pictures of the documentation: of the top of the report, as high as a screen, in px. */
const IN_DOCS: ReadonlySet<string> = new Set([
  "good-light",
  "good-dark",
  "good-390px",
  "empty-light",
  "forum-light",
]);
const DOCS_HEIGHT = 900;

/** Colours of a picture in the documentation: a report has few. */
const COLOURS = 64;

/** A crawl whose report is photographed: the keys of its project file that matter. */
interface Scene {
  readonly name: string;
  readonly project: Readonly<Record<string, unknown>>;
  /** Whether a sample is judged, by the truth of the demo web about beekeeping. */
  readonly isJudged: boolean;
}

const FORUM = "http://forum.demo.example/";

const SCENES: readonly Scene[] = [
  { name: "good", project: { strategy: "adaptive" }, isJudged: true },
  {
    name: "empty",
    project: {
      strategy: "auto",
      need: { topic: "glaciology moraine crevasse" },
      seeds: { urls: [FORUM] },
    },
    isJudged: false,
  },
  {
    name: "forum",
    project: {
      need: { examplePage: `${FORUM}viewtopic.php?f=2&t=124` },
      seeds: { urls: [FORUM] },
      strategy: { name: "source", goal: "target" },
      extract: { author: ".author", board: ".trail a:last-child" },
    },
    isJudged: false,
  },
];

if (skip === false) await photograph(process.argv[2] ?? "screenshots");
else process.stderr.write(`no screenshots: ${skip}\n`);

async function photograph(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "dowser-screenshots-"));
  const browser = await launchChromium();
  try {
    mkdirSync(folder, { recursive: true });
    dowser(work, "demo", "--record", ".");
    writeFileSync(
      join(work, "verdicts.jsonl"),
      verdictsOf(readFileSync(join(work, "truth.jsonl"), "utf8")),
    );
    for (const scene of SCENES) {
      const report = reportOf(scene, work);
      for (const view of VIEWS) await photographView(browser, report, { scene, view, folder });
    }
    await photographWorkbench(browser, work, folder);
  } finally {
    await browser.close();
    rmSync(work, { recursive: true });
  }
}

/** Crawls a scene, and returns the file of its report. */
function reportOf({ name, project, isJudged }: Scene, work: string): string {
  const keys = Object.entries({ name, ...project });
  const base = readFileSync(EXAMPLES, "utf8")
    .split(/\n(?=\S)/)
    .filter((block) => !keys.some(([key]) => block.startsWith(`${key}:`)));
  const lines = keys.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  writeFileSync(join(work, `${name}.yaml`), [...base, ...lines].join("\n"));
  const run = join("runs", name);
  dowser(work, "crawl", `${name}.yaml`, "--web", "web.warc.gz", "--out", run);
  if (isJudged) {
    dowser(work, "sample", run, "--n", "40");
    dowser(work, "judge", run, "--labels", "verdicts.jsonl");
  }
  dowser(work, "report", run, "--html", `${name}.html`);
  return join(work, `${name}.html`);
}

function verdictsOf(truth: string): string {
  const lines = truth.trimEnd().split("\n");
  return lines
    .map((line) => {
      const { url, target } = JSON.parse(line);
      return `${JSON.stringify({ url, label: target === true ? "good" : "bad" })}\n`;
    })
    .join("");
}

async function photographView(
  browser: Browser,
  report: string,
  { scene, view, folder }: { readonly scene: Scene; readonly view: View; readonly folder: string },
): Promise<void> {
  const { scheme: colorScheme, media, width } = view;
  const page = await browser.newPage({ colorScheme, viewport: { width, height: DOCS_HEIGHT } });
  await page.emulateMedia({ media });
  await page.goto(pathToFileURL(report).href);
  const name = `${scene.name}-${view.name}`;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  if (IN_DOCS.has(name)) {
    const top = await page.screenshot();
    const picture = sharp(top).png({ palette: true, colours: COLOURS, compressionLevel: 9 });
    await picture.toFile(join(PICTURES, `report-${name}.png`));
  }
  await page.close();
}

function dowser(cwd: string, ...args: readonly string[]): void {
  try {
    execFileSync(process.execPath, [PROGRAM, ...args], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    // A crawl without a target has its own exit code, and is one of the scenes.
    if (!(error instanceof Error && "status" in error && error.status === EXIT.noTarget))
      throw error;
  }
}
