import type { Browser, Page } from "playwright-core";

/** Times the views of the run `bench`, each so many times: rows of what was awaited, the first ms, and the median ms. */
export async function timeViews(browser: Browser, url: string, times: number): Promise<string[][]> {
  const repeated = (work: () => Promise<number>, most = times) =>
    allOf(work, Math.min(most, times));
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  page.setDefaultTimeout(120_000);
  const { origin } = new URL(url);
  const open = async (view: string, shows: string) => {
    await page.goto("about:blank");
    return timed(async () => {
      await page.goto(`${origin}/#/runs/bench/${view}`);
      await page.locator(shows).first().waitFor();
    });
  };
  const first = await timed(async () => {
    await page.goto(url);
    await page.locator(".run-row dl").waitFor();
  });
  const unread = await open("watch", ".figures");
  const watch = await repeated(() => open("watch", ".figures"));
  const look = await repeated(() => open("look", "table.pages tbody tr"));
  const sheets = await repeated(() => timed(() => nextSheet(page)));
  const search = await timed(() => searched(page, "walk 77"));
  const judge = await repeated(() => open("judge", "article.sheet"), 3);
  const cards = await repeated(() => timed(() => nextCard(page)));
  await page.close();
  return [
    ["the list of runs, the run not read yet", ms(first), ""],
    ["then its first view", ms(unread), ""],
    row("the first view", watch),
    row("the table of pages", look),
    row("the next sheet of the table", sheets),
    ["pages found by words, typing included", ms(search), ""],
    row("the first page to judge", judge),
    row("the next page after a key", cards),
  ];
}

async function nextSheet(page: Page): Promise<void> {
  const status = page.locator(".sheets [role=status]");
  const before = await status.textContent();
  await page.getByRole("button", { name: "next" }).click();
  while ((await status.textContent()) === before) await page.evaluate("0");
  await page.locator("table.pages tbody tr").first().waitFor();
}

async function searched(page: Page, words: string): Promise<void> {
  const status = page.locator(".sheets [role=status]");
  const before = await status.textContent();
  await page.getByLabel("Search in text, title or address").fill(words);
  while ((await status.textContent()) === before) await page.evaluate("0");
}

async function nextCard(page: Page): Promise<void> {
  const url = page.locator("article.sheet .url bdi");
  const before = await url.textContent();
  await page.keyboard.press("s");
  while ((await url.textContent()) === before) await page.evaluate("0");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function allOf(work: () => Promise<number>, times: number): Promise<readonly number[]> {
  const all: number[] = [];
  for (let at = 0; at < times; at += 1) all.push(await work());
  return all;
}

function row(name: string, all: readonly number[]): string[] {
  const sorted = all.toSorted((a, b) => a - b);
  return [name, ms(all[0] ?? 0), ms(sorted[Math.floor(sorted.length / 2)] ?? 0)];
}

function ms(value: number): string {
  return value.toFixed(0);
}
