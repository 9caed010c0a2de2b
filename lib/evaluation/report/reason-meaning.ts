import { FEATURE_REASONS } from "../../features/lists.ts";
import meanings from "./reason-meanings.json" with { type: "json" };

/** Meanings of the most common reasons in a run, for a reader who does not know the crawler. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(meanings),
  ...FEATURE_REASONS,
]);

/** Returns the meaning of a reason; empty text for a self-explanatory one. */
export function reasonMeaning(reason: string): string {
  if (reason.startsWith("trap:")) return "looks like a crawler trap: endless URLs of one kind";
  return MEANINGS.get(reason) ?? "";
}
