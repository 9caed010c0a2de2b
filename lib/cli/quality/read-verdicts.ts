import { readFileSync } from "node:fs";
import { z } from "zod";
import { labelOfWord } from "../../domain/strategy/label-words.ts";
import { canonicalUrl } from "../../domain/url/canonical-url.ts";
import type { Url } from "../../domain/url/url.ts";
import { DowserError } from "../../errors.ts";

/** A verdict from a file of another source. */
export interface WrittenVerdict {
  readonly url: Url;
  /** In [0,1], like a label. */
  readonly label: number;
}

const line = z.object({
  url: z.string(),
  label: z.union([z.number().min(0).max(1), z.enum(["good", "bad"])]),
});

/**
 * Reads the verdicts of a file of JSON lines `{"url": …, "label": …}`. A label is a number in
 * [0,1], `good` or `bad`: the form of a run's own labels.
 * @throws DowserError `bad-verdicts`
 */
export function readVerdicts(file: string): readonly WrittenVerdict[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text, index) => (text.trim() === "" ? [] : [parse(text, file, index + 1)]));
}

function parse(text: string, file: string, number: number): WrittenVerdict {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badVerdicts(file, number, cause);
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) throw badVerdicts(file, number, parsed.error);
  const { url: written, label } = parsed.data;
  const url = canonicalUrl(written);
  if (!url.ok) throw badVerdicts(file, number);
  return { url: url.url, label: typeof label === "number" ? label : (labelOfWord(label) ?? 0) };
}

function badVerdicts(file: string, number: number, cause?: unknown): DowserError {
  return new DowserError(`${file} has no verdict in line ${number}`, {
    code: "bad-verdicts",
    reaction: "fix-config",
    value: file,
    hint: 'write lines such as {"url": "https://example.org/", "label": "good"}; bad and numbers in [0,1] are labels, too',
    cause,
  });
}
