import { z } from "zod";
import { labelledNeed } from "../../crawl/labels.ts";
import { labelOfWord, labelWord } from "../../domain/methods/label-need.ts";
import type { ListedPage } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type DowserError, fail } from "../../errors.ts";
import type { LabelEntry } from "../../ports/label-store.ts";
import { urlNamed } from "../../project/url-named.ts";
import { type PlanBundle, parseBundle, planOf } from "../bundle.ts";
import { type KnownCrawl, theCrawl } from "./crawl-orders.ts";
import { findStored, listedPages, readListed } from "./listed-pages.ts";
import type { ApiPorts } from "./route.ts";
import { givenLabelsSchema } from "./schemas.ts";

/** A first line with the column names is not a label. */
const TITLES = /^url,label$/i;

type GivenLabel = z.output<typeof givenLabelsSchema>["labels"][number];

/**
 * Adds labels, all or none: as JSON, or one per line, `URL,good` or `URL,bad`. Labels apply to pages
 * that are listed as stored, and to examples of the need. A running crawl uses them from its next
 * tick.
 * @throws DowserError `no-crawl`, `bad-label`, `bad-url`, `page-not-stored`, and the errors of a
 * strategy that cannot use the need
 */
export async function labelPages(text: string, ports: ApiPorts): Promise<readonly LabelEntry[]> {
  const given = text.trimStart().startsWith("{") ? labelsInJson(text) : labelsInLines(text);
  const crawl = await theCrawl(ports);
  const bundle = await bundleOf(crawl, ports);
  const canonical = { dropParameters: bundle.project.scope.dropParameters };
  const at = ports.clock.now();
  const added = given.map(({ url, label, by, note, source }): LabelEntry => {
    return {
      at,
      url: urlNamed(url, canonical),
      label: label === null ? null : (labelOfWord(label) ?? 0),
      ...(by !== undefined && { by }),
      ...(note !== undefined && { note }),
      ...(source !== undefined && { source }),
    };
  });
  const all = [...(await ports.labels.list()), ...added];
  const stored = await findStored(listedPages(crawl, ports), new Set(all.map(({ url }) => url)));
  refuseUnstored(added, stored, bundle);
  await refuseUselessNeed(all, stored, bundle, ports);
  await ports.labels.append(added);
  return added;
}

async function bundleOf({ order }: KnownCrawl, { blobs }: ApiPorts): Promise<PlanBundle> {
  const bytes = await blobs.get(order.plan);
  return parseBundle(Buffer.from(bytes ?? []).toString("utf8"));
}

function labelsInJson(text: string): readonly GivenLabel[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badLabel("the body is no JSON");
  }
  const { success, data, error } = givenLabelsSchema.safeParse(value);
  if (success) return data.labels;
  throw badLabel(z.prettifyError(error));
}

/** Parses lines. The label follows the last comma: URLs contain commas, too. */
function labelsInLines(text: string): readonly GivenLabel[] {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const labels = lines.flatMap((line, index) => {
    if (line === "" || (index === 0 && TITLES.test(line))) return [];
    const comma = line.lastIndexOf(",");
    const number = labelOfWord(line.slice(comma + 1).trim());
    const url = line
      .slice(0, Math.max(0, comma))
      .trim()
      .replace(/^"(.*)"$/, "$1");
    if (number === undefined || url === "") throw badLabel(`line ${index + 1}: ${line}`);
    return [{ url, label: labelWord(number) }];
  });
  if (labels.length === 0) throw badLabel("no line holds a label");
  return labels;
}

function badLabel(value: string): DowserError {
  return fail("bad-label/sent", { got: value.slice(0, 200), value });
}

function refuseUnstored(
  added: readonly LabelEntry[],
  stored: ReadonlyMap<Url, ListedPage>,
  { need }: PlanBundle,
): void {
  const examples = new Set([...need.good, ...need.bad].map(({ url }) => url));
  const missing = added.find(({ url }) => !stored.has(url) && !examples.has(url));
  if (missing === undefined) return;
  throw fail("page-not-stored/stack", { url: missing.url });
}

/** Refuses labels that would leave the strategy nothing to look for. */
async function refuseUselessNeed(
  labels: readonly LabelEntry[],
  stored: ReadonlyMap<Url, ListedPage>,
  bundle: PlanBundle,
  { blobs, clock }: ApiPorts,
): Promise<void> {
  const { plan } = await planOf(bundle);
  if (plan.strategy.checkNeed === undefined) return;
  const get = async (url: Url) => {
    const page = stored.get(url);
    return page && readListed(blobs, page);
  };
  plan.strategy.checkNeed(await labelledNeed({ pages: { get }, clock }, plan, labels));
}
