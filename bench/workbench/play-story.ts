import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";

/** What a person wants to know, and how thoroughly. */
export interface Story {
  readonly question: string;
  readonly seeds: readonly string[];
  /** Pages of the crawl, verdicts that teach, and verdicts on the sample of what is exported. */
  readonly pages: number;
  readonly verdicts: number;
  readonly sampled: number;
  /** What the person says of a page. */
  readonly isRelevant: (url: string, text: string) => boolean;
}

/** What a person did until the corpus was saved, and what it took. */
export interface Played {
  readonly clicks: number;
  /** Keys of verdicts, and letters typed into the form. */
  readonly keys: number;
  readonly letters: number;
  /** Seconds from the button to the end of the crawl, and of waiting elsewhere. */
  readonly crawled: number;
  readonly waited: number;
  /** Addresses of the pages that were saved. */
  readonly saved: readonly string[];
}

/**
 * Plays how somebody comes from a question to a corpus whose precision is known, in a browser that shows the workbench:
 * crawl, teach, choose the cut, judge a sample of what it calls, save.
 */
export async function playStory(page: Page, story: Story): Promise<Played> {
  const hand = new Hand(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const step = (name: string) => page.getByRole("navigation", { name: "Views" }).getByText(name);
  await hand.type(page.getByLabel("In words"), story.question);
  await hand.click(button("Next: where to begin"));
  await hand.type(page.getByLabel(/Where to begin/), story.seeds.join("\n"));
  await hand.click(button("Next: how much"));
  await hand.type(page.getByLabel("Pages at most"), String(story.pages));
  await hand.click(button("Begin the crawl"));
  const begun = performance.now();
  await button("Continue").waitFor();
  const crawled = (performance.now() - begun) / 1_000;
  await hand.click(page.getByRole("link", { name: "Judge pages" }));
  await judge(hand, story, story.verdicts);
  await hand.click(step("Export"));
  const cut = button(/^As many as there seem to be/);
  await hand.until(cut);
  // The labels are counted in before a cut is chosen.
  await hand.until(page.getByText(/are judged again/), "hidden");
  await hand.click(cut);
  await hand.click(button("Judge a sample of the export"));
  await judge(hand, story, story.sampled);
  await hand.click(step("Export"));
  await hand.until(page.getByText(/^Precision by people/));
  const saved = await hand.save(page.locator('a[href*="format=jsonl"]').first());
  return { ...hand.told(), crawled, saved: urlsIn(saved) };
}

function urlsIn(lines: string): string[] {
  const urls = lines.split("\n").filter((line) => line !== "");
  return urls.map((line): string => JSON.parse(line).url);
}

/** Gives so many verdicts, or as many as there are pages: each by one key, as soon as the page is shown. */
async function judge(hand: Hand, { isRelevant }: Story, verdicts: number): Promise<void> {
  const { page } = hand;
  const place = page.locator("article.sheet .url bdi");
  const shown = async () => (await place.isVisible()) && (await place.textContent());
  await hand.until(place);
  for (let at = 0; at < verdicts; at += 1) {
    const url = await shown();
    if (typeof url !== "string") return;
    const text = (await page.locator("article.sheet").textContent()) ?? "";
    await hand.press(isRelevant(url, text) ? "y" : "n");
    // Waited for in the browser: to ask again and again would keep it from showing the next page.
    await hand.until(place.and(page.getByText(url, { exact: true })), "hidden");
    await hand.until(place.or(page.locator(".empty")));
  }
}

/** The hand of a person, which counts what it does, and waits for what is shown. */
class Hand {
  readonly page: Page;
  #clicks = 0;
  #keys = 0;
  #letters = 0;
  #waitedMs = 0;

  constructor(page: Page) {
    this.page = page;
  }

  told(): Pick<Played, "clicks" | "keys" | "letters" | "waited"> {
    const waited = this.#waitedMs / 1_000;
    return { clicks: this.#clicks, keys: this.#keys, letters: this.#letters, waited };
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.until(field);
    this.#letters += text.length;
    await field.fill(text);
  }

  async click(what: Locator): Promise<void> {
    this.#clicks += 1;
    await this.#waits(() => what.click());
  }

  async save(link: Locator): Promise<string> {
    const saved = this.page.waitForEvent("download");
    await this.click(link);
    const download = await this.#waits(() => saved);
    return readFileSync(await download.path(), "utf8");
  }

  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.#waits(() => this.page.keyboard.press(key));
  }

  until(what: Locator, state: "visible" | "hidden" = "visible"): Promise<void> {
    return this.#waits(() => what.waitFor({ state }));
  }

  async #waits<Value>(work: () => Promise<Value>): Promise<Value> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.#waitedMs += performance.now() - begun;
    }
  }
}
