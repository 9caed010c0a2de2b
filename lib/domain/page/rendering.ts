/** Why a page could not be rendered: the page as it was fetched is then read. */
export type RenderFailure =
  /** Its scripts kept the browser busy for as long as a page may take. */
  | "timeout"
  /** The browser, or its process for the page, ended. */
  | "crash"
  /** Its scripts made a page that is longer than a page may be. */
  | "too-large";

/** What a browser made of a fetched page, and what that cost the sites. */
export interface Rendering {
  readonly result: "rendered" | "no-more" | RenderFailure;
  /** Why it could not be rendered, in the words of the browser. */
  readonly detail: string | undefined;
  /** The page as its scripts left it, as HTML in UTF-8; `undefined` when it could not be rendered. */
  readonly html: Uint8Array | undefined;
  /** Requests that were sent for it, beside that for the page itself. */
  readonly requests: number;
  /** Bytes of their bodies. */
  readonly bytes: number;
  /** Requests that the page made and that were not sent, by the rule that refused them. */
  readonly refused: Readonly<Record<string, number>>;
  /** Time from its turn to the end, in ms. */
  readonly ms: number;
}

/** What the record of a rendered page keeps of it. */
export interface RenderingFacts extends Omit<Rendering, "html"> {
  /** Distinct links in scope that the page has only when it is rendered. */
  readonly links: number;
}
