import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import {
  openRecordedWeb,
  type RecordedWeb,
} from "../../../../lib/adapters/web/recorded/recorded-web.ts";
import type { FetchedPage, FetchLimits } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../../../lib/domain/web/url/url.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { aUrl } from "../../../support/a-url.ts";
import { aRecord, gzipMembers, type RecordParts } from "../../warc/a-record.ts";

export const LIMITS: FetchLimits = { bodyBytes: 100_000, timeoutMs: 1_000 };

/** The URL of a path on the host of {@link aRecord}. */
export const at = (path: string): Url => aUrl(`http://h.example${path}`);

/** A web over files of these bytes. */
export async function openBytes(
  test: TestContext,
  ...files: readonly Uint8Array[]
): Promise<RecordedWeb> {
  const folder = aFolder(test);
  for (const [index, bytes] of files.entries())
    writeFileSync(join(folder, `${index}.warc.gz`), bytes);
  const web = await openRecordedWeb([folder]);
  test.after(() => web.close());
  return web;
}

/** A web over one `.warc.gz` of these records. */
export function openRecords(
  test: TestContext,
  ...records: readonly RecordParts[]
): Promise<RecordedWeb> {
  return openBytes(test, gzipMembers(...records.map(aRecord)));
}

/** What is fetched, which must be a page. */
export async function pageAt(
  web: RecordedWeb,
  path: string,
  limits = LIMITS,
): Promise<FetchedPage> {
  const outcome = await web.fetch(at(path), limits);
  assert.ok(outcome.kind === "page", JSON.stringify(outcome));
  return outcome;
}

/** The body of the page, as text. */
export const textAt = async (web: RecordedWeb, path: string): Promise<string> =>
  Buffer.from((await pageAt(web, path)).body).toString();
