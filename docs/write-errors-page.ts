/** Writes the table of `docs/errors.md` from the tables of errors: `npm run generate`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ErrorRow } from "../lib/errors/error-row.ts";
import { codeOf, ERRORS } from "../lib/errors.ts";

/** The committed page; all but its table is written by hand. */
export const ERRORS_PAGE = fileURLToPath(new URL("errors.md", import.meta.url));

const HEAD = "| code | reaction | message | hint |\n|---|---|---|---|\n";

/** A placeholder that touches a word: an optional part of the text. */
const OPTIONAL = /\{\w+\}(?=[a-z])|(?<=[a-z])\{\w+\}/g;

/** Returns the page with its table as the tables of errors are now. */
export function errorsPageText(page: string): string {
  const [before = "", table = ""] = page.split(HEAD, 2);
  const [, ...after] = table.split("\n\n");
  const rows = Object.entries<ErrorRow>(ERRORS).map(
    ([key, { reaction, sentence, hint, about }]) =>
      `| \`${codeOf(key)}\` | ${reaction} | ${cell(about ?? sentence)} | ${cell(hint)} |`,
  );
  return [`${before}${HEAD}${rows.toSorted().join("\n")}`, ...after].join("\n\n");
}

function cell(text: string): string {
  if (text === "{hint}") return "as printed";
  return text.replace(OPTIONAL, "").replaceAll("|", "\\|");
}

if (import.meta.main) writeFileSync(ERRORS_PAGE, errorsPageText(readFileSync(ERRORS_PAGE, "utf8")));
