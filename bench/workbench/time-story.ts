import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openUi } from "../../lib/cli/ui.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Tally } from "../../lib/workbench/schemas.ts";
import { isRecorded, openLabelledWeb, recordingOf, truthOf } from "../known-web/labelled-web.ts";
import { ENCYCLOPEDIA } from "../known-web/site.ts";
import { playStory } from "./play-story.ts";

/** Written from the name of the class, before a page was read. */
const QUESTION = "diseases, medicine and public health";
const CLASS = "subject.Science.Biology.Health_and_medicine";
const SEED = "https://schools.example.org/wiki/United_States";

/** Pages of the crawl, verdicts that teach, verdicts on the sample. */
const [PAGES, VERDICTS, SAMPLED] = [300, 30, 60];

/** Time that a person looks at a page before the key, in seconds: guessed, and added to the machine's. */
const LOOKS = 10;

const NAME = "diseases-medicine-and-public-health";

/**
 * Plays a story on a recorded web whose truth only this bench reads: it gives the verdicts of the person, and stands
 * beside what the workbench states. Returns rows of what and how much; why it was not played where there is no recording.
 */
export async function timeStory(browser: Browser): Promise<string[][] | string> {
  if (!isRecorded(ENCYCLOPEDIA)) return "the recorded encyclopedia is not at hand";
  const { web, fields } = await openLabelledWeb(ENCYCLOPEDIA);
  const truth = truthOf({ fields }, CLASS);
  const isRelevant = (text: string) => {
    const parsed = canonicalUrl(text);
    return parsed.ok && truth.get(web.identify(parsed.url)) === true;
  };
  const folder = mkdtempSync(join(tmpdir(), "dowser-bench-"));
  const ui = await openUi(folder, { host: "127.0.0.1", port: 0, web: [recordingOf(ENCYCLOPEDIA)] });
  const before = process.cpuUsage();
  const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
  page.setDefaultTimeout(1_800_000);
  try {
    await page.goto(ui.url);
    const story = { question: QUESTION, seeds: [SEED], pages: PAGES, verdicts: VERDICTS };
    const played = await playStory(page, { ...story, sampled: SAMPLED, isRelevant });
    const ask = async (path: string) => {
      const { origin, searchParams } = new URL(ui.url);
      const headers = { authorization: `Bearer ${searchParams.get("token")}` };
      return (await fetch(`${origin}/api/runs/${NAME}${path}`, { headers })).json();
    };
    const { exported } = (await ask("/verdicts")) as Tally;
    const { rows } = (await ask("/pages?limit=1000")) as { rows: { url: string }[] };
    const all = [...truth.values()].filter((is) => is).length;
    const fetched = rows.filter(({ url }) => isRelevant(url)).length;
    const right = played.saved.filter(isRelevant).length;
    const minutes = (played.keys * LOOKS + played.waited + played.crawled) / 60;
    const of = (part: number, whole: number) =>
      `${((100 * part) / Math.max(1, whole)).toFixed(1)} % (${part} of ${whole})`;
    return [
      ["clicks", String(played.clicks)],
      ["keys of verdicts", String(played.keys)],
      ["letters typed", String(played.letters)],
      ["seconds of crawling", played.crawled.toFixed(1)],
      ["seconds of waiting elsewhere", played.waited.toFixed(1)],
      ["seconds of processor time of the workbench", cpuSince(before)],
      [`minutes of a person who looks ${LOOKS} s at a page`, minutes.toFixed(1)],
      ["pages saved", String(played.saved.length)],
      ["precision, stated", statedOf(exported)],
      ["precision, true", of(right, played.saved.length)],
      ["recall, true, of the relevant pages fetched", of(right, fetched)],
      ["recall, true, of the relevant pages recorded", of(right, all)],
    ];
  } finally {
    await page.close();
    await ui.close();
    rmSync(folder, { recursive: true });
  }
}

/** Without the crawl and the browser, which are other processes. */
function cpuSince(before: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6).toFixed(1);
}

function statedOf(exported: Tally["exported"]): string {
  const precision = exported?.precision ?? null;
  if (precision === null || precision.share === null) return "none";
  const [share, low, high] = [precision.share, precision.low, precision.high].map((part) =>
    (100 * part).toFixed(1),
  );
  return `${share} %, 95 % interval ${low} to ${high} % (${precision.cases} judged)`;
}
