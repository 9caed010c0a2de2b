/** Reads what an assessor answered about a page: servers that ignore the schema put prose around it. */
import { z } from "zod";
import { jsonIn } from "../../domain/json.ts";
import type { Assessment } from "../../ports/assessment-store.ts";
import type { ShownPage } from "./page-prompt.ts";

/** What an answer says. */
export type ReadAnswer = Pick<Assessment, "verdict" | "pageKind" | "quote">;

/** An answer that says nothing. */
const NO_ANSWER: ReadAnswer = { verdict: "none", pageKind: undefined, quote: "" };

const lowerCase = z.string().trim().toLowerCase();
const answerSchema = z.object({
  verdict: lowerCase.pipe(z.enum(["yes", "no", "unsure"])),
  kind: lowerCase
    .pipe(z.enum(["member", "list", "other"]))
    .optional()
    .catch(undefined),
  quote: z.string().catch(""),
});

/** Most objects of an answer that are looked at: one is asked for. */
const MOST_OBJECTS = 20;

/** Longest quote that is kept, in UTF-16 units. */
const MOST_QUOTED = 200;

/**
 * Reads an answer. It may stand in a fence, after thoughts, or among prose; of several verdicts that differ none
 * counts. A yes must quote the page, and whatever is quoted must stand in it: otherwise it is unsure, as it may be
 * invented, or about another page.
 */
export function readAnswer(text: string, page: ShownPage): ReadAnswer {
  const answers = jsonObjectsIn(text).flatMap((value) => {
    const { data } = answerSchema.safeParse(value);
    return data === undefined ? [] : [data];
  });
  const last = answers.at(-1);
  if (last === undefined || answers.some(({ verdict }) => verdict !== last.verdict))
    return NO_ANSWER;
  const quote = last.quote.trim().slice(0, MOST_QUOTED);
  const isProven = quote === "" ? last.verdict !== "yes" : isIn(page, quote);
  return { verdict: isProven ? last.verdict : "unsure", pageKind: last.kind, quote };
}

/** Models that think may say so in their answer. */
function withoutThoughts(text: string): string {
  return text.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, "");
}

/** Returns the outermost JSON objects of an answer, its thoughts left out. */
export function jsonObjectsIn(answer: string): readonly unknown[] {
  const text = withoutThoughts(answer);
  const found: unknown[] = [];
  let from = text.indexOf("{");
  for (let tries = 0; from >= 0 && tries < MOST_OBJECTS; tries += 1) {
    const end = endOfObject(text, from);
    const value = end === undefined ? undefined : jsonIn(text.slice(from, end));
    if (value !== undefined) found.push(value);
    from = text.indexOf("{", value === undefined ? from + 1 : end);
  }
  return found;
}

/** Returns the place after the brace that ends an object; `undefined` when it does not end. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === "\\") at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === "{") depth += 1;
    else if (!isQuoted && character === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function isIn({ url, title, headings, text, link }: ShownPage, quote: string): boolean {
  const words = plain(quote.replace(/(?:\.{3}|…)$/u, ""));
  return [url, title, headings, text, link].some((part) => plain(part).includes(words));
}

/** Models straighten white space, quotation marks and case when they copy. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[‘’‚′]/g, "'")
    .replaceAll(/[“”„″]/g, '"')
    .replaceAll(/\s+/g, " ")
    .trim();
}
