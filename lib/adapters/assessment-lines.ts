/** Answers of an assessor as lines of JSON, in the file of a run and in the objects of a stack. */
import { z } from "zod";
import { jsonIn } from "../domain/json.ts";
import { canonicalUrl } from "../domain/web/url/canonical-url.ts";
import type { Url } from "../domain/web/url/url.ts";
import type { DowserError } from "../errors.ts";
import type { AssessmentEntry } from "../ports/assessment-store.ts";

const figure = z.number().min(0);
const request = {
  id: z.int().min(1),
  at: z.number(),
  url: z.string().transform((text, context): Url => {
    const parsed = canonicalUrl(text);
    if (parsed.ok) return parsed.url;
    context.addIssue("is not a URL");
    return z.NEVER;
  }),
  tokens: z.object({ in: figure, out: figure }),
  dollars: figure,
};

const entrySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("asked"), ...request }),
  z.object({ kind: z.literal("failed"), ...request, reason: z.string() }),
  z.object({
    kind: z.literal("answer"),
    ...request,
    key: z.string(),
    digest: z.string().optional(),
    verdict: z.enum(["yes", "no", "unsure", "none"]),
    pageKind: z.enum(["member", "list", "other"]).optional(),
    quote: z.string(),
    asked: z.string(),
    model: z.string(),
    prompt: z.number(),
    guide: z.string(),
    ms: z.number(),
    answer: z.string(),
    isTaken: z.literal(true).exactOptional(),
  }),
]);

/** Writes an entry as a line. */
export function assessmentLine(entry: AssessmentEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/**
 * Reads the entries of some lines. A line that is no JSON is none: a crash cut it short, and nobody was told of it.
 * @throws what `damaged` makes, for a line (from 1) that is JSON and no entry
 */
export function assessmentsIn(
  text: string,
  damaged: (line: number, cause: unknown) => DowserError,
): readonly AssessmentEntry[] {
  return text.split("\n").flatMap((line, index): readonly AssessmentEntry[] => {
    const value = jsonIn(line);
    if (value === undefined) return [];
    const { success, data, error } = entrySchema.safeParse(value);
    if (!success) throw damaged(index + 1, error);
    if (data.kind !== "answer") return [data];
    return [{ ...data, digest: data.digest, pageKind: data.pageKind }];
  });
}
