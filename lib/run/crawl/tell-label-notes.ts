import { labelNotesOf, lastLabelNotes } from "../../crawl/labels.ts";
import { safeLines } from "../../domain/text/safe-text.ts";
import type { RunLog } from "../../ports/run-log.ts";
import type { TextOutput } from "../print/terminal.ts";

/** Erases the line of progress, if a terminal shows one: the note takes its place. */
const ERASE_LINE = "\r\u001b[2K";

/**
 * Returns a log that also tells the user how well the labels tell pages apart, after each training
 * that says something else than the one before. A resumed crawl tells it at its start.
 */
export async function tellLabelNotes(
  log: RunLog,
  stream: Pick<TextOutput, "isTTY" | "write">,
): Promise<RunLog> {
  let told = "";
  const tell = (notes: readonly string[]) => {
    const text = notes.join("\n");
    if (text === told || text === "") return;
    told = text;
    stream.write(`${stream.isTTY ? ERASE_LINE : ""}${safeLines(text)}\n`);
  };
  tell(lastLabelNotes(await log.list()));
  return {
    ...log,
    append: async (event) => {
      await log.append(event);
      if (event.kind === "trained") tell(labelNotesOf(event));
    },
  };
}
