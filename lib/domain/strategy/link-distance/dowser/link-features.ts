import { foldDigits } from "../../../text/fold-digits.ts";
import type { Url } from "../../../url/url.ts";
import { splitCompounds } from "../../../url/url-words.ts";
import { linkFeatures, maskOf } from "../../adaptive/link-features.ts";
import { textWords } from "../../adaptive/link-words.ts";
import type { LinkFacts } from "../../strategy.ts";

const SUFFIX = /\.\w+$/;

/** Words of a text, compounds apart: `CS314` says as much of another site as `cs 101` does. */
const wordsIn = (text: string): readonly string[] =>
  textWords(splitCompounds(text)).map(foldDigits);

const shared = linkFeatures("all", wordsIn);

/**
 * What of a link holds for other sites, too: all that `adaptive` looks at, with words and numbers as they
 * recur elsewhere, and how the ends of its path are made.
 */
export function travellingFeatures(link: LinkFacts): ReadonlySet<string> {
  return new Set([...shared(link), ...endFeatures(link.url)]);
}

/** What of a link counts in a crawl: also which page it stands on, since the links of a list are alike. */
export function crawledFeatures(link: LinkFacts): ReadonlySet<string> {
  const list = link.parent === undefined ? [] : [`list ${link.parent}`];
  return new Set([...shared(link), ...endFeatures(link.url), ...list]);
}

function* endFeatures(url: Url): Generator<string> {
  const segments = new URL(url).pathname.split("/").filter((segment) => segment !== "");
  const [last = "", before = ""] = segments.toReversed();
  yield `segment ${maskOf(last)}`;
  yield `directory ${maskOf(before)}`;
  for (const word of wordsIn(last.replace(SUFFIX, ""))) yield `last ${word}`;
}
