import { hostOf } from "../../domain/web/url/canonical-url.ts";
import type { ReadableRun } from "../folder/read-run.ts";

/**
 * Explains each discovered URL that gave no page, in order of discovery, a JSON object a line: its
 * state, the rule or reason, and how it was discovered. What does not apply is `null`.
 */
export async function* unfetchedLines({
  records,
  knownLinks,
}: Pick<ReadableRun, "records" | "knownLinks">): AsyncIterable<string> {
  for (const { url, state, reason, link } of knownLinks()) {
    if (reason === "page") continue;
    const record = await records.get(url);
    const line = {
      url,
      host: hostOf(url),
      state,
      rule: reason === "" ? null : reason,
      detail: record?.detail ?? null,
      status: record?.status ?? null,
      location: record?.location ?? null,
      at: record === undefined ? null : new Date(record.fetchedAt).toISOString(),
      attempts: link?.attempts ?? null,
      depth: link?.depth ?? null,
      parent: link?.parent ?? null,
      anchor: link?.snippet?.anchor ?? null,
      priority: link?.priority ?? null,
    };
    yield `${JSON.stringify(line)}\n`;
  }
}
