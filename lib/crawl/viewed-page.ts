/** A fetched page as it is read. */
import type { PageView } from "../domain/page/page-view.ts";

/** A fetched page as text, and as strategies see it. */
export interface ViewedPage {
  readonly html: string;
  readonly view: PageView;
}
