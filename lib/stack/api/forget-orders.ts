/** Pages that a user of a stack has removed: asked for here, done by the trainer. */
import { z } from "zod";
import { fail } from "../../errors.ts";
import { urlNamed, urlRules } from "../../project/url-named.ts";
import { storedBundle } from "../bundle.ts";
import { parseReport, readRegister, type StackForget } from "../stack-registers.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";
import { askTrainer, MAKING_MS } from "./report-orders.ts";
import { type ApiPorts, bodyOf, type Route, route } from "./route.ts";
import { count, crawlName, noParametersSchema } from "./schemas.ts";

/** Answer of `POST /forget` and `GET /forget`. */
export const forgottenSchema = z
  .strictObject({
    crawl: crawlName,
    at: z.number().describe("When it was asked for, in ms since the epoch."),
    rules: z
      .array(z.string())
      .describe("Which pages: URLs, hosts with their subdomains, patterns."),
    reason: z.string().nullable().describe("`null` where it only counts what would go."),
    state: z.enum(["asked", "done", "failed"]),
    removed: z
      .strictObject({
        records: count().describe("URLs with a record: pages, redirects, failures."),
        pages: count(),
        answers: count().describe("Stored answers, of all crawls in the bucket."),
        bytes: count().describe("Compressed bytes of these."),
        queued: count().describe("Queued links: they are not fetched."),
        models: count().describe("Models, which may know words of the pages."),
        labels: count(),
        examples: count().describe("Example pages of the need."),
        texts: count().describe("Texts of searches, and answers of an assessor."),
      })
      .nullable()
      .describe("`null` until it is done."),
    copies: z
      .array(z.string())
      .describe("Pages under other URLs with the content of a removed one; they are kept."),
    left: z.array(z.string()).describe("What the stack cannot reach."),
    fault: z
      .strictObject({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why it failed; the same request completes it."),
  })
  .meta({ id: "Forgotten" });

/** Body of `POST /forget`. */
const forgetBodySchema = z
  .strictObject({
    what: z
      .array(z.string().min(1))
      .min(1)
      .max(1_000)
      .describe("URLs, hosts (with their subdomains) or patterns."),
    reason: z.string().min(1).max(500).optional().describe("Why, for the log of the crawl."),
    dryRun: z.boolean().default(false).describe("Whether it only counts what would be removed."),
  })
  .meta({ id: "ToForget" });

/**
 * Most records of a crawl. The function that forgets has a quarter of an hour, in which it restores the crawl, writes its journal
 * again, and looks at each stored answer.
 */
const MOST_RECORDS = 500_000;

/** What the stack cannot reach, in words. */
const LEFT: readonly string[] = [
  "backups of the table, from which AWS restores it for 35 days",
  "messages in the queues for dead letters, which AWS keeps for 14 days",
  "what was exported, downloaded or pulled before",
];

/**
 * Asks for pages to be forgotten, or to be counted, and starts the function that does it. What is not done yet is asked for
 * again.
 * @throws DowserError `no-crawl`, `bad-url`, `forget-needs-reason`, `forget-needs-rest`, `forget-too-large`, `export-under-way`, `forget-under-way`
 */
export async function askToForget(text: string, ports: ApiPorts): Promise<StackForget> {
  const { what, reason = "", dryRun } = bodyOf(text, { path: "/forget", schema: forgetBodySchema });
  if (!dryRun && reason.trim() === "") throw fail("forget-needs-reason");
  const crawl = await theCrawl(ports);
  const { order, status } = crawl;
  const { project } = await storedBundle(ports.blobs, order.plan);
  const { dropParameters } = project.scope;
  const spelt = (url: string) => [urlNamed(url, { dropParameters })];
  const rules = [...new Set(what.flatMap((each) => urlRules(each, spelt)))];
  const has = status?.listedRecords ?? 0;
  if (has > MOST_RECORDS) throw fail("forget-too-large", { most: MOST_RECORDS, has, value: has });
  if (!dryRun) await refuseAtWork(crawl, ports);
  const at = ports.clock.now();
  const asked = { crawl: order.crawl, at, rules, reason: dryRun ? null : reason };
  return askTrainer(ports, {
    register: "forget",
    asked: { ...asked, found: null, fault: null },
    isMade: ({ found, fault }) => found !== null || fault !== null,
    isSame: (made) => made.reason === asked.reason && String(made.rules) === String(rules),
    underWay: (other) =>
      fail("forget-under-way", { value: { crawl: other.crawl, rules: [...other.rules] } }),
  });
}

/** Refuses while a planner, a harvester, or the function that makes exports may write what is to be forgotten. */
async function refuseAtWork(
  { order: { crawl }, status, planner }: KnownCrawl,
  { keyValueStore, clock }: ApiPorts,
): Promise<void> {
  const now = clock.now();
  const rests = status !== null && status.state !== "running";
  const inFlight = status === null ? 0 : parseReport(status.report).states.leased;
  const isHeld = planner !== undefined && planner.until > now && planner.owner !== "forget";
  const asks = (status?.assessed?.until ?? 0) > now;
  if (!rests || inFlight > 0 || isHeld || asks) throw fail("forget-needs-rest", { crawl });
  const { value: made } = await readRegister(keyValueStore, "export");
  const { value: report } = await readRegister(keyValueStore, "report");
  if (made?.parts === null && now < made.at + MAKING_MS) throw fail("export-under-way");
  if (report?.key === null && now < report.at + MAKING_MS) throw fail("report-under-way");
}

/** Returns what the API says of pages that were to be forgotten. */
function forgottenOf(asked: StackForget): z.output<typeof forgottenSchema> {
  const { crawl, at, rules, reason, found, fault } = asked;
  const { copies = [], ...removed } = found ?? {};
  const state = fault !== null ? "failed" : found === null ? "asked" : "done";
  return {
    crawl,
    at,
    rules: [...rules],
    reason,
    state,
    copies: [...copies],
    left: [...LEFT],
    removed: found === null ? null : forgottenSchema.shape.removed.parse(removed),
    fault: fault && { code: fault.code, message: fault.message },
  };
}

/** The routes by which pages are forgotten. */
export const FORGET_ROUTES: readonly Route<ApiPorts>[] = [
  route({
    method: "POST",
    path: "/forget",
    operation: "askToForget",
    summary:
      "Removes pages from all crawls of the stack, with all that it knows of them, and never fetches them again. The crawl must be paused or have ended. Asked again before it is done, it is the same request.",
    parameters: noParametersSchema,
    body: {
      description: "Which pages, and why.",
      content: {
        "application/json": {
          schema: forgetBodySchema,
          examples: {
            page: { what: ["https://bees.example/people/ann"], reason: "asked by letter of 3 May" },
          },
        },
      },
    },
    status: 202,
    answer: forgottenSchema,
    run: async ({ body, ports }) =>
      forgottenOf(await askToForget(Buffer.from(body).toString("utf8"), ports)),
  }),
  route({
    method: "GET",
    path: "/forget",
    operation: "getForgotten",
    summary: "What was removed of the pages that were asked for last, and what is out of reach.",
    parameters: noParametersSchema,
    status: 200,
    answer: forgottenSchema,
    run: async ({ ports }) => {
      const { order } = await theCrawl(ports);
      const { value } = await readRegister(ports.keyValueStore, "forget");
      if (value?.crawl === order.crawl) return forgottenOf(value);
      throw fail("no-forget", { value: order.crawl });
    },
  }),
];
