import { parseDictionary, Token } from "structured-headers";
import { NO_SIGNALS, type Signals } from "./signals.ts";

/** Uses that a `Content-Usage` statement may allow or not (draft-ietf-aipref-vocab §4). */
const USES = ["train-ai", "ai-use", "search"];

/** Uses that a `Content-Signal` statement may allow or not (contentsignals.org). */
const SIGNALLED_USES: ReadonlySet<string> = new Set(["search", "ai-input", "ai-train"]);

/**
 * Reads a `Content-Usage` statement: a dictionary of RFC 9651 whose values are the tokens `y` and
 * `n`. Other labels and values say nothing, and neither does a malformed one
 * (draft-ietf-aipref-vocab §6.6). Several headers are one statement, joined by commas.
 */
export function contentUsageOf(statement: string): Signals {
  const dictionary = dictionaryOf(statement);
  return USES.flatMap((use) => {
    const value = dictionary?.get(use)?.[0];
    if (!(value instanceof Token)) return [];
    const preference = value.toString();
    return preference === "y" || preference === "n" ? [`content-usage: ${use}=${preference}`] : [];
  });
}

function dictionaryOf(statement: string): ReturnType<typeof parseDictionary> | undefined {
  try {
    return parseDictionary(statement);
  } catch {
    return undefined;
  }
}

/**
 * Reads a `Content-Signal` statement: `use=yes` or `use=no`, with commas between. No grammar of it is
 * published, so upper case and white space are forgiven.
 */
export function contentSignalOf(statement: string): Signals {
  if (statement === "") return NO_SIGNALS;
  return statement
    .toLowerCase()
    .split(",")
    .flatMap((pair) => {
      const [use = "", answer = "", more] = pair.split("=").map((text) => text.trim());
      const isKnown = SIGNALLED_USES.has(use) && (answer === "yes" || answer === "no");
      return isKnown && more === undefined ? [`content-signal: ${use}=${answer}`] : [];
    });
}
