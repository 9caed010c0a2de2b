/** What the record of a page says of copies, where they are grouped. */
import type { Url } from "../../web/url/url.ts";

/** The keys of a page's record that show whether it is a copy. */
export interface CopyKeys {
  /** Print of its main text, where the text is long enough. */
  readonly textPrint?: string;
  /** The page that it names as its canonical one, where that is another. */
  readonly canonicalUrl?: Url;
  /** The page fetched before that it is a copy of: it is no target, and of no utility. */
  readonly copyOf?: Url;
}
