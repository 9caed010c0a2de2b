import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { parseTargetRule } from "../../lib/domain/measures/truth.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import { readTruth } from "../../peers/commands/read-truth.ts";

/** Recorded sites as one web, with the truth that only the evaluator knows. */
export interface CommentWeb {
  readonly web: RecordedWeb;
  /** Home pages, by site. */
  readonly seeds: readonly string[];
  readonly withComments: ReadonlySet<Url>;
  /** Pages of which the truth is not known: left out of all rates. */
  readonly unsure: ReadonlySet<Url>;
}

/** Opens all sites of a folder. */
export async function openCommentWeb(folder: string): Promise<CommentWeb> {
  const web = await openRecording([...globSync(join(folder, "*.warc.gz"))].toSorted());
  const labels = globSync(join(folder, "*.labels.jsonl"));
  const labelled = async (rule: string) =>
    (await readTruth(labels, parseTargetRule(rule), web)).targets;
  const withComments = await labelled("comments=true");
  const sure = new Set([...withComments, ...(await labelled("comments=false"))]);
  const sites: readonly { seeds: readonly string[] }[] = JSON.parse(
    readFileSync(join(folder, "sites.json"), "utf8"),
  );
  const unsure = new Set(Iterator.from(web.urls()).filter((url) => !sure.has(url)));
  return { web, seeds: sites.flatMap(({ seeds }) => seeds), withComments, unsure };
}
