import type { z } from "zod";
import type { ListedPage } from "../../domain/page/listed-page.ts";
import type { pageSchema } from "./schemas.ts";

/** Returns what an API answers of a page that is listed. */
export function pageOf(listed: ListedPage): z.output<typeof pageSchema> {
  const { detail, status, location, parent, priority, linkModel, linkWhy, page } = listed;
  return {
    sequence: listed.sequence,
    url: listed.url,
    host: listed.host,
    state: listed.state,
    reason: listed.reason,
    fetchedAt: listed.fetchedAt,
    depth: listed.depth,
    detail: detail ?? null,
    status: status ?? null,
    location: location ?? null,
    link: { parent: parent ?? null, score: priority, model: linkModel || null, why: linkWhy },
    title: page?.title ?? "",
    utility: page?.utility ?? 0,
    isTarget: page?.isTarget ?? false,
    type: page?.type ?? null,
    model: page?.model ?? null,
    why: page?.why ?? null,
    change: listed.change ?? null,
    ref: page?.ref ?? null,
  };
}
