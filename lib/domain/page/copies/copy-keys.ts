/** What the record of a page says of copies, where they are grouped. */
import type { Url } from "../../web/url/url.ts";

/**
 * What shows that a page is a copy: it has the same bytes, names the other as its canonical page, has nearly the same
 * main text, or has hardly a line that no earlier page had.
 */
export type CopyReason = "bytes" | "canonical" | "text" | "lines";

/** The keys of a page's record that show whether it is a copy. */
export interface CopyKeys {
  /** Print of its main text, where the text is long enough. */
  readonly textPrint?: string;
  /** The page that it names as its canonical one, where that is another. */
  readonly canonicalUrl?: Url;
  /** Hashes of its lines, of the numbers of its parts and of its thread, as {@link contentPrint} gives them. */
  readonly contentLines?: string;
  readonly contentParts?: string;
  readonly contentThread?: string;
  /** Set where it was a target when it was fetched, so that later pages with its lines repeat it. */
  readonly isSought?: true;
  /** The page fetched before that it is a copy of: it is no target, and of no utility. */
  readonly copyOf?: Url;
  /** What shows that; absent of pages that an older version fetched. */
  readonly copyBy?: CopyReason;
}
