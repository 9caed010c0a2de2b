import { open, readFile } from "node:fs/promises";
import { z } from "zod";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { fail } from "../../errors.ts";
import type { AssessmentEntry, AssessmentStore } from "../../ports/assessment-store.ts";
import { appendLines, ifThere, wholeLines } from "./whole-lines.ts";

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
  }),
]);

/**
 * Creates a store over a file of JSON lines that only grows; no file is no entry. A last line that a crash cut short
 * was never acknowledged: it is ignored, and the next entry begins a new line.
 */
export function createFileAssessmentStore(file: string): AssessmentStore {
  let isBegun = false;
  return {
    async append(entry) {
      const handle = await open(file, "a");
      try {
        // An empty line is none: it only ends what a crash may have cut short.
        await appendLines(handle, `${isBegun ? "" : "\n"}${JSON.stringify(entry)}\n`);
        isBegun = true;
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    list: async () => readEntries(file),
  };
}

async function readEntries(file: string): Promise<readonly AssessmentEntry[]> {
  const bytes = await ifThere(() => readFile(file));
  if (bytes === undefined) return [];
  const lines = wholeLines(bytes).toString("utf8").split("\n");
  return lines.flatMap((line, index) => entryOf(line, file, index + 1));
}

function entryOf(line: string, file: string, number: number): readonly AssessmentEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const { success, data, error } = entrySchema.safeParse(value);
  if (!success) throw fail("run-damaged", { file, fault: `has no entry in line ${number}` }, error);
  if (data.kind !== "answer") return [data];
  return [{ ...data, digest: data.digest, pageKind: data.pageKind }];
}
