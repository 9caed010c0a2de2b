/** What is asked of stored pages: what is shown of each, and what is collected. */
import type { PageView } from "../../domain/page/page-view.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { RecordStore } from "../../ports/record-store.ts";
import type { PageToAsk } from "./ask-pages.ts";
import { shownPage } from "./page-prompt.ts";

/** Returns pages with what is shown of them, which is read when their turn comes. */
export async function* pagesToAsk(
  records: Pick<RecordStore, "get">,
  viewOf: (url: Url) => Promise<PageView | undefined>,
  urls: readonly Url[],
): AsyncGenerator<PageToAsk> {
  for (const url of urls) {
    const record = await records.get(url);
    const show = async () => {
      const view = await viewOf(url);
      return view && shownPage(view, record?.snippet);
    };
    yield { url, digest: record?.page?.ref?.digest, show };
  }
}

/**
 * Returns what is collected, in the user's own words: the topic, and the guide that was written.
 * @throws DowserError `assessor-without-guide`
 */
export function wholeGuide(topic: string | undefined, written: string): string {
  const about = topic === undefined ? "" : `Pages about: ${topic}`;
  const said = [about, written.trim()].filter((text) => text !== "").join("\n\n");
  if (said === "") throw fail("assessor-without-guide");
  return said;
}
