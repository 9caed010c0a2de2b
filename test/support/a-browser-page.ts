import { readFileSync } from "node:fs";
import axe from "axe-core";
import type { Locator, Page, Request } from "playwright-core";
import type { QueueName } from "../../lib/workbench/workbench-limits.ts";
import type { TestedUi } from "./an-ui.ts";
import { until } from "./until.ts";

/** Returns what axe-core finds against WCAG 2.2 AA on a page: rule and place of each. */
export async function findings(page: Page): Promise<readonly string[]> {
  const known = await page.evaluate("typeof axe === 'object'");
  // As the debugger does it, so that the policy of the page stays as it is.
  if (known !== true) await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(`axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    iframes: false,
    // Else it writes down a selector for every place that is as it should be.
    resultTypes: ["violations"],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => id + ": " + target.join(" ") + ": " + failureSummary)))`);
  return found as readonly string[];
}

/**
 * Opens a view of a workbench as in a browser that never had it open. A page of a new context does the same, and takes twice the
 * processor time.
 */
export async function openAgain(page: Page, ui: Pick<TestedUi, "url" | "origin">, view: string) {
  // A page that is open writes what it keeps until it is left.
  if (page.url() !== "about:blank") {
    await page.goto(`${ui.origin}/page.css`);
    await page.evaluate("localStorage.clear(); sessionStorage.clear()");
    await page.goto("about:blank");
  }
  await page.goto(ui.url);
  await page.goto(`${ui.origin}/${view}`);
}

/** Saves what a link offers. */
export async function downloadOf(page: Page, link: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFileSync(await download.path());
}

/**
 * Chooses a queue to judge by its key. Before the first page or the end of a queue is shown, nobody takes a key; the page
 * of the queue before is gone when this one is asked for.
 */
export async function chooseQueue(page: Page, key: string, queue: QueueName): Promise<void> {
  const isAsked = (request: Request) => new URL(request.url()).searchParams.get("queue") === queue;
  await page.locator(".judge").locator("article.sheet, .empty").first().waitFor();
  await Promise.all([page.waitForRequest(isAsked), page.keyboard.press(key)]);
}

/** Judges pages by the keys y and n, each as soon as it is shown. */
export async function judgeByKeys(
  page: Page,
  pages: number,
  isGood: (text: string) => boolean,
): Promise<void> {
  const sheet = page.locator("article.sheet");
  await sheet.waitFor();
  for (let at = 0; at < pages; at += 1) {
    const url = await sheet.locator(".url bdi").textContent();
    const text = (await sheet.textContent()) ?? "";
    await page.keyboard.press(isGood(text) ? "y" : "n");
    const isNext = async () => (await sheet.locator(".url bdi").textContent()) !== url;
    await until("the next page is shown", isNext);
  }
}
