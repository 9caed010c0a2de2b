import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { openUi } from "../../lib/cli/ui.ts";

/** The ways to look at a view. */
const SETTINGS = (["light", "dark"] as const).flatMap((scheme) =>
  [1_440, 390].map((width) => ({ scheme, width })),
);

/** Height of a screen, in px; pictures are of the whole page. */
const HEIGHT = 900;

/** The view on the home page of the documentation: the top of it, in few colours. */
const HOME = { name: "look-good", width: 1_440, colours: 64 };
const PICTURES = join(import.meta.dirname, "../pictures");

/** A view in one of its states: what is opened, and what is done there before it is photographed. */
interface Shot {
  readonly name: string;
  readonly place: string;
  readonly shows: string;
  readonly act?: (page: Page) => Promise<unknown>;
}

const LONG_TITLE = "An endless title ".repeat(40).trim();

const SHOTS: readonly Shot[] = [
  { name: "runs", place: "#/runs", shows: ".run-row" },
  { name: "begin", place: "#/begin", shows: ".step.open" },
  { name: "watch", place: "#/runs/good/watch", shows: ".figures" },
  { name: "watch-empty", place: "#/runs/empty/watch", shows: ".figures" },
  { name: "watch-fault", place: "#/runs/none/watch", shows: ".fault" },
  { name: "judge", place: "#/runs/good/judge", shows: "article.sheet" },
  {
    name: "judge-empty",
    place: "#/runs/good/judge",
    shows: "article.sheet",
    act: async (page) => {
      await page.keyboard.press("5");
      await page.locator(".empty").waitFor();
    },
  },
  { name: "look", place: "#/runs/forum/look", shows: "table.pages" },
  {
    name: HOME.name,
    place: "#/runs/good/look",
    shows: "table.pages mark",
    act: (page) => page.locator(".corpus .bars").waitFor(),
  },
  {
    name: "look-long-titles",
    place: "#/runs/good/look",
    shows: "table.pages",
    act: (page) => page.evaluate(longTitles),
  },
  // The words stay in the filter of the run.
  {
    name: "look-nothing",
    place: "#/runs/good/look",
    shows: "table.pages",
    act: async (page) => {
      await page.getByRole("searchbox").fill("no page has these words");
      await page.locator(".empty").waitFor();
    },
  },
  { name: "look-fault", place: "#/runs/none/look", shows: ".fault" },
  { name: "site", place: "#/runs/forum/site", shows: "#rejected" },
  { name: "site-empty", place: "#/runs/empty/site", shows: "#rejected" },
  {
    name: "compare",
    place: "#/runs/good/compare",
    shows: ".choices",
    act: async (page) => {
      for (const run of ["empty", "forum"]) await page.getByLabel(run).check();
      await page.locator(".compare table").waitFor();
      await page.getByRole("button", { name: "Compare their texts" }).last().click();
      await page.locator(".phrases, .compare section > p + p").first().waitFor();
    },
  },
  { name: "page", place: "#/runs/good/pages/5", shows: ".one h2" },
  {
    name: "page-stored",
    place: "#/runs/good/pages/5",
    shows: ".one h2",
    act: (page) => page.getByRole("button", { name: "Show the page" }).click(),
  },
  { name: "page-fault", place: "#/runs/good/pages/99999", shows: ".fault" },
  { name: "take", place: "#/runs/good/take", shows: ".take h2" },
  {
    name: "take-choices",
    place: "#/runs/good/take",
    shows: ".take h2",
    act: async (page) => {
      await page.getByLabel(/^replace e-mail/).check();
      await page.getByLabel(/^with a dataset card/).check();
    },
  },
  { name: "take-fault", place: "#/runs/none/take", shows: ".fault" },
];

/** A script that makes the first titles of a table as long as they come. */
const longTitles = `document.querySelectorAll(".title bdi").forEach((title, at) => {
  if (at < 3) title.textContent = ${JSON.stringify(LONG_TITLE)}.repeat(1 + at).replaceAll(at === 2 ? " " : "", "");
})`;

/**
 * Photographs all views of `dowser ui` on the runs `good`, `empty` and `forum` of a folder: light and
 * dark, wide and narrow, as empty views, with a fault and with long titles, too.
 */
export async function photographWorkbench(
  browser: Browser,
  work: string,
  folder: string,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const ui = await openUi(work, { host: "127.0.0.1", port: 0, web: [join(work, "web.warc.gz")] });
  try {
    for (const { scheme, width } of SETTINGS) {
      const viewport = { width, height: HEIGHT };
      const context = await browser.newContext({ colorScheme: scheme, viewport });
      const page = await context.newPage();
      await page.goto(ui.url);
      for (const { name, place, shows, act } of SHOTS) {
        await page.goto("about:blank");
        await page.goto(`${new URL(ui.url).origin}/${place}`);
        await page.locator(shows).first().waitFor();
        await act?.(page);
        const path = join(folder, `ui-${name}-${scheme}-${width}.png`);
        await page.screenshot({ path, fullPage: true });
        if (name === HOME.name && width === HOME.width)
          await keepForHome(await page.screenshot(), `workbench-${scheme}.png`);
      }
      await context.close();
    }
  } finally {
    await ui.close();
  }
}

/** Keeps a picture for the documentation, as small as its text is still read. */
async function keepForHome(picture: Buffer, file: string): Promise<void> {
  const small = sharp(picture).png({
    palette: true,
    colours: HOME.colours,
    compressionLevel: 9,
  });
  await small.toFile(join(PICTURES, file));
}
