import type { Rendering } from "../domain/page/render/rendering.ts";
import type { FetchedPage } from "../domain/web/http/fetch-outcome.ts";

/** Runs the scripts of pages. */
export interface PageRenderer {
  /**
   * Runs the scripts of a fetched page and returns what they made of it. The page itself is not asked for
   * again; whatever it asks for goes through the rules that hold for pages. Never throws for what a page or
   * the browser does.
   */
  render(page: FetchedPage): Promise<Rendering>;

  /** Ends the browser. */
  close(): Promise<void>;
}
