/** The views of a run. */
export const RUN_VIEWS = ["watch", "judge", "look", "take"] as const;
export type RunView = (typeof RUN_VIEWS)[number];

/** What is looked at beside the table of pages. */
export const LOOK_VIEWS = ["site", "compare"] as const;
export type LookView = (typeof LOOK_VIEWS)[number];

/** Where the reader is: in the form of a new crawl, or in a view of a run. */
export type Place =
  | { readonly view: "begin" }
  | { readonly view: "runs" }
  | { readonly view: RunView | LookView; readonly run: string }
  | { readonly view: "page"; readonly run: string; readonly sequence: number };

/** Reads a place from the part of the URL behind `#`; `undefined` where it names none. */
export function placeOf(hash: string): Place | undefined {
  const [, first = "", run = "", view = "watch", sequence = ""] = hash.replace(/^#/, "").split("/");
  if (first === "begin") return { view: "begin" };
  if (first !== "runs") return undefined;
  if (run === "") return { view: "runs" };
  const name = decodeURIComponent(run);
  if (view === "pages") return { view: "page", run: name, sequence: Number(sequence) };
  const known = [...RUN_VIEWS, ...LOOK_VIEWS].find((each) => each === view);
  return known && { view: known, run: name };
}

/** Returns the link to a place. */
export function linkTo(place: Place): string {
  if (place.view === "begin" || place.view === "runs") return `#/${place.view}`;
  const run = `#/runs/${encodeURIComponent(place.run)}`;
  return place.view === "page" ? `${run}/pages/${place.sequence}` : `${run}/${place.view}`;
}
