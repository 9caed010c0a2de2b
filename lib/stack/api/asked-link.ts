/** The state of a URL that is not listed: queued, in flight, done a moment ago, out of scope or never found. Its planner tells it. */
import { z } from "zod";
import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import { type AskedLinks, readRegister, TOLD_STATES, writeRegister } from "../stack-registers.ts";
import type { KnownCrawl } from "./crawl-orders.ts";
import type { ApiPorts } from "./route.ts";
import { pageSchema } from "./schemas.ts";

/** How long a request waits for the planner, of the 29 s that it has, and how often it looks, in ms. */
const [MOST_WAIT_MS, LOOK_EVERY_MS] = [20_000, 500];

/** An answer that is older is asked for again, in ms. */
const FRESH_MS = 10_000;

/** Most URLs that are asked about at one time. */
const MOST_ASKED = 100;

/** A URL that is not listed. */
export const toldLinkSchema = z
  .strictObject({
    crawl: z.string().describe("Names the crawl: another start is another crawl."),
    url: z.url(),
    host: z.string(),
    at: z.number().describe("When the planner told it, in ms since the epoch."),
    state: z
      .enum(TOLD_STATES)
      .describe(
        "`queued`; `postponed`: it waits for another try; `next-layer`: it waits for a later layer; `leased`: in flight; `fetched`, `refused` or `failed`: done, and not listed yet; `cut`: left out as the queue was full; `out-of-scope`: refused when it was found; `unknown`: never found.",
      ),
    reason: z
      .string()
      .nullable()
      .describe(
        "As reports count it; of a URL that was never found, the rule of the scope that would refuse it. `null` where there is none.",
      ),
    link: z
      .strictObject({
        parent: z.url().nullable().describe("The page it was found on; `null` of a seed."),
        score: z.number().describe("Its priority."),
        model: z.string().nullable().describe("Hash of the model that set it; `null` of a seed."),
        why: z.string(),
        group: z.string().describe("Links of a group share a weight."),
        depth: z.int().min(0),
        attempts: z.int().min(0).describe("Fetches that failed for a reason worth another try."),
      })
      .nullable()
      .describe("`null` of a link that is out of scope or unknown."),
    before: z
      .strictObject({ all: z.int().min(0), atHost: z.int().min(0) })
      .nullable()
      .describe(
        "Queued links of a higher priority, in all and at its host; `null` of a link that is not queued.",
      ),
  })
  .meta({ id: "ToldLink" });

/** Answer of `GET /links`. */
export const linkSchema = z.union([pageSchema, toldLinkSchema]).meta({ id: "Link" });

/**
 * Asks the planner for the state of a URL, and waits for its answer some seconds.
 * @throws DowserError `link-not-told`
 */
export async function askedLink(
  { order: { crawl } }: KnownCrawl,
  url: Url,
  ports: Pick<ApiPorts, "keyValueStore" | "clock" | "callPlanner">,
): Promise<z.output<typeof toldLinkSchema>> {
  const { clock } = ports;
  const until = clock.now() + MOST_WAIT_MS;
  let isCalled = false;
  do {
    const told = await toldOrAsked(crawl, url, ports);
    if (told !== undefined) return { crawl, host: hostOf(url), ...told };
    if (!isCalled) await ports.callPlanner();
    isCalled = true;
    await clock.waitUntil(clock.now() + LOOK_EVERY_MS);
  } while (clock.now() < until);
  throw fail("link-not-told", { url });
}

/** Returns what a planner told of a URL a moment ago, or asks for it. */
async function toldOrAsked(
  crawl: string,
  url: Url,
  { keyValueStore, clock }: Pick<ApiPorts, "keyValueStore" | "clock">,
): Promise<AskedLinks["told"][number] | undefined> {
  const { value, version } = await readRegister(keyValueStore, "links");
  const { asked, told }: Pick<AskedLinks, "asked" | "told"> =
    value?.crawl === crawl ? value : { asked: [], told: [] };
  if (asked.includes(url)) return undefined;
  const answer = told.find((each) => each.url === url && each.at >= clock.now() - FRESH_MS);
  if (answer !== undefined) return answer;
  const next = { crawl, asked: [...asked, url].slice(-MOST_ASKED), told };
  // Where somebody else asks at the same time, the next look asks again.
  await writeRegister(keyValueStore, "links", next, version);
  return undefined;
}
