import { open, readFile, stat } from "node:fs/promises";
import { canonicalUrl } from "../../domain/url/canonical-url.ts";
import type { LabelStore, PageLabel } from "../../ports/label-store.ts";
import { damagedRun } from "../damaged-run.ts";
import { endsLine, ifThere, wholeLines } from "./whole-lines.ts";

/**
 * Labels as a file of JSON lines, which is only ever added to: several processes may do so while
 * another reads. Its size is that of the file in bytes; where there is no file yet there are no labels.
 *
 * A line that a crash cut short was never acknowledged: it counts for nothing, and what is added later
 * begins a line of its own.
 */
export function createFileLabelStore(file: string): LabelStore {
  return {
    append: (labels) =>
      appendLines(
        file,
        labels.map((label) => JSON.stringify(label)),
      ),
    list: async () => readLabels(file),
    size: () => sizeOf(file),
  };
}

async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const handle = await open(file, "a+");
  try {
    const begin = (await isCutShort(handle)) ? "\n" : "";
    // One write: what two processes add at a time never mixes.
    await handle.appendFile(`${begin}${lines.join("\n")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isCutShort(handle: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return !endsLine(buffer[0]);
}

async function readLabels(file: string): Promise<readonly PageLabel[]> {
  const bytes = await ifThere(() => readFile(file));
  if (bytes === undefined) return [];
  const lines = wholeLines(bytes).toString("utf8").split("\n");
  return lines.flatMap((line, index) => parseLine(line, file, index + 1));
}

async function sizeOf(file: string): Promise<number> {
  return (await ifThere(() => stat(file)))?.size ?? 0;
}

/** No label of a line that was cut short, which is no JSON. */
function parseLine(line: string, file: string, number: number): readonly PageLabel[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const label = labelOf(value);
  if (label === undefined) throw damagedRun(file, `has no label in line ${number}`);
  return [label];
}

function labelOf(value: unknown): PageLabel | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("at" in value && "url" in value && "label" in value)) return undefined;
  const { at, url: text, label } = value;
  if (typeof at !== "number" || typeof text !== "string") return undefined;
  if (typeof label !== "number" || label < 0 || label > 1) return undefined;
  const parsed = canonicalUrl(text);
  return parsed.ok ? { at, url: parsed.url, label } : undefined;
}
