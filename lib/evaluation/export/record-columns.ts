/** The columns of the records of a crawl: a row for each URL that was fetched or given up. */
import type { ListedPage } from "../../domain/page/page-record.ts";
import { type Column, columnsOf, timeOf } from "../../features/column.ts";
import meanings from "./column-meanings.json" with { type: "json" };

const NAMED = columnsOf<ListedPage, keyof typeof meanings.records>(meanings.records, {
  sequence: ["integer", ({ sequence }) => sequence],
  url: ["text", ({ url }) => url],
  host: ["text", ({ host }) => host],
  state: ["text", ({ state }) => state],
  reason: ["text", ({ reason }) => reason],
  detail: ["text", ({ detail }) => detail],
  status: ["integer", ({ status }) => status],
  location: ["text", ({ location }) => location],
  title: ["text", ({ page }) => page?.title],
  language: ["text", ({ page }) => page?.language],
  score: ["number", ({ page }) => page?.utility],
  isTarget: ["boolean", ({ page }) => page?.isTarget],
  type: ["text", ({ page }) => page?.type],
  why: ["text", ({ page }) => page?.why],
  model: ["text", ({ page }) => page?.model],
  parent: ["text", ({ parent }) => parent],
  depth: ["integer", ({ depth }) => depth],
  priority: ["number", ({ priority }) => priority],
  linkWhy: ["text", ({ linkWhy }) => linkWhy],
  mediaType: ["text", ({ page }) => page?.mediaType],
  bodyBytes: ["integer", ({ page }) => page?.bodyBytes],
  links: ["integer", ({ page }) => page?.links],
  copyOf: ["text", ({ page }) => page?.copyOf],
  change: ["text", ({ change }) => change],
  fetchedAt: ["time", ({ fetchedAt }) => timeOf(fetchedAt)],
  fetchMs: ["number", ({ fetchMs }) => fetchMs],
  segment: ["text", ({ page }) => page?.ref?.segment],
  offset: ["integer", ({ page }) => page?.ref?.offset],
  length: ["integer", ({ page }) => page?.ref?.length],
  digest: ["text", ({ page }) => page?.ref?.digest],
});

/** Their names are in lower case, as a data catalog has them; SQL takes them as they are written elsewhere, too. */
export const RECORD_COLUMNS: readonly Column<ListedPage>[] = NAMED.map((each) => ({
  ...each,
  name: each.name.toLowerCase(),
}));
