/** Reads of a run what each cut would call, for the command and for the page. */

import type { Scored } from "../../domain/methods/cut.ts";
import { isGood } from "../../domain/methods/label-need.ts";
import type { PageVerdict } from "../../domain/page/page-record.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { type CorpusCuts, type CorpusPage, corpusCuts } from "../../evaluation/corpus-cuts.ts";
import type { ReadableRun } from "../folder/read-run.ts";
import { peopleOfRun, samplesOfRun } from "../judge/sample-file.ts";

/** A fetched page as the records of its run have it. */
export interface FetchedPage extends Pick<PageVerdict, "utility" | "isTarget"> {
  readonly url: Url;
  /** Whether the crawl itself ruled it out, whatever its score. */
  readonly isRuledOut: boolean;
}

/** A run as its corpus is read of it. */
export type CorpusRun = Pick<ReadableRun, "look" | "labels">;

/** The pages of a run as cuts see them, and what each cut would call. */
export interface RunCorpus extends CorpusCuts {
  readonly pages: readonly CorpusPage[];
}

/** Counts what each cut would call of the pages of a run. */
export async function corpusOfRun(
  directory: string,
  run: CorpusRun,
  fetched: Iterable<FetchedPage> | AsyncIterable<FetchedPage>,
): Promise<RunCorpus> {
  const looked = new Map<Url, Scored>();
  for (const { url, utility, isTarget, least } of run.look.verdicts())
    looked.set(url, { utility, isTarget, least });
  const people = await peopleOfRun(directory, run);
  const said = new Map(people.map((label) => [label.url, isGood(label)]));
  const pages = await Array.fromAsync(fetched, (page) => ({
    ...(looked.get(page.url) ?? asFetched(page)),
    url: page.url,
    verdict: said.get(page.url),
  }));
  return { pages, ...corpusCuts(pages, samplesOfRun(directory)) };
}

/** A page that no look has judged: its score decides, unless its crawl ruled it out. */
function asFetched({ utility, isTarget, isRuledOut }: FetchedPage): Scored {
  return isRuledOut ? { utility, isTarget: false } : { utility, isTarget, least: 0 };
}
