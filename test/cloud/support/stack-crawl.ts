import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { z } from "zod";
import { createDynamoKeyValueStore } from "../../../lib/adapters/aws/dynamo-table.ts";
import { DowserError } from "../../../lib/errors.ts";
import { crawlSchema, orderSchema, pagesSchema } from "../../../lib/stack/api/schemas.ts";
import { readRegister } from "../../../lib/stack/stack-registers.ts";
import type { StackStatus } from "../../../lib/stack/stack-state.ts";
import { until } from "../../support/until.ts";
import { command, type Deployment, get, idOf, projectFile } from "./a-deployment.ts";

/** The state of a crawl, as `GET /crawl` reports it. */
export type CrawlState = z.output<typeof crawlSchema>;

/** A page, as `GET /pages` lists it. */
export type StackPage = z.output<typeof pagesSchema>["pages"][number];

/** A crawl that has ended. */
export interface EndedCrawl {
  readonly state: CrawlState;
  readonly pages: readonly StackPage[];
}

/** The parts of a project that looks for beekeeping on sites of the demo web. */
export function aBeekeepingProject(
  seeds: readonly string[],
  { pages, minDelayMs }: { readonly pages: number; readonly minDelayMs: number },
) {
  return {
    need: { topic: "beekeeping" },
    seeds: { urls: seeds },
    scope: { hosts: "seeds" },
    strategy: "best-first",
    budget: { pages },
    politeness: {
      contact: "keeper@demo.example",
      minDelayMs,
      minDelayPerAddressMs: 1,
      allowLoopback: true,
    },
  };
}

/** Starts the crawl of a project by `dowser start`. */
export async function startCrawl(
  deployment: Deployment,
  parts: Readonly<Record<string, unknown>>,
): Promise<void> {
  const file = projectFile(deployment.project, parts);
  z.parse(orderSchema, await command(deployment, ["start", file]));
}

/** Time between two looks for an end, in ms: each runs two functions, and a crawl takes many seconds. */
const LOOK_FOR_END_MS = 500;

/** Waits until rules, queues and functions have brought a crawl to its end. */
export async function endOfCrawl(deployment: Deployment): Promise<EndedCrawl> {
  const isEnded = (now: CrawlState) => now.state === "finished";
  const state = await whenCrawl(deployment, "ends", isEnded, LOOK_FOR_END_MS);
  return { state, pages: await allPages(deployment) };
}

/** Waits until a crawl is in a certain state. */
export function whenCrawl(
  deployment: Deployment,
  what: string,
  stands: (state: CrawlState) => boolean,
  everyMs?: number,
): Promise<CrawlState> {
  let last: CrawlState | undefined;
  const look = async () => {
    const now = await get(deployment, "/crawl", crawlSchema).catch(ifBusy);
    last = now ?? last;
    return now !== undefined && stands(now) ? now : undefined;
  };
  return until(`the crawl ${what}`, look, everyMs).catch((error: unknown) => {
    throw new Error(`last seen: ${JSON.stringify(last)}`, { cause: error });
  });
}

/** A stack that is busy, or does not answer in time, is asked again, as its errors say. */
function ifBusy(error: unknown): undefined {
  if (!(error instanceof DowserError) || error.reaction !== "retry") throw error;
}

/** Returns all pages of the listing, read a part at a time. */
export async function allPages(deployment: Deployment): Promise<readonly StackPage[]> {
  const all: StackPage[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const path: string = `/pages?limit=400&after=${after}`;
    const some: z.output<typeof pagesSchema> = await get(deployment, path, pagesSchema);
    all.push(...some.pages);
    after = some.next;
  }
  return all;
}

/** Returns the status that the planner itself last wrote. */
export async function plannerStatus(deployment: Deployment): Promise<StackStatus> {
  const table = { client: new DynamoDBClient(), tableName: idOf(deployment, "Table") };
  const { value } = await readRegister(createDynamoKeyValueStore(table), "planner");
  const { status = null } = value ?? {};
  if (status === null) throw new Error("no planner has told anything yet");
  return status;
}
