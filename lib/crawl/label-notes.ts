import type { RunEvent } from "../ports/run-log.ts";

/**
 * Returns what the last training in a log says about the labels, a line each: how well they tell
 * pages apart, and which of them to look at.
 */
export function lastLabelNotes(events: readonly RunEvent[]): readonly string[] {
  const trained = events.findLast(({ kind }) => kind === "trained");
  return trained === undefined ? [] : labelNotesOf(trained);
}

/** Returns what a training says about the labels; nothing for any other event. */
export function labelNotesOf({ kind, detail }: RunEvent): readonly string[] {
  const notes = kind === "trained" ? detail["labelNotes"] : undefined;
  return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
}
