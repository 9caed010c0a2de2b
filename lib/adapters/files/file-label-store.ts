import { open, readFile, stat } from "node:fs/promises";
import { fieldsOf } from "../../domain/json.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import { fail } from "../../errors.ts";
import type { LabelEntry, LabelStore } from "../../ports/label-store.ts";
import { appendLines, endsLine, ifThere, wholeLines } from "./whole-lines.ts";

/**
 * Creates a label store over a file of JSON lines that only grows: several processes may append
 * while another reads. Its size is that of the file in bytes. When there is no file yet there are
 * no labels.
 *
 * A line that a crash cut short was never acknowledged: it is ignored, and later labels begin a new
 * line.
 */
export function createFileLabelStore(file: string): LabelStore {
  return {
    append: (labels) =>
      appendLabels(
        file,
        labels.map((label) => JSON.stringify(label)),
      ),
    list: async () => readLabels(file),
    size: () => sizeOf(file),
  };
}

async function appendLabels(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await using handle = await open(file, "a+");
  const begin = (await isCutShort(handle)) ? "\n" : "";
  await appendLines(handle, `${begin}${lines.join("\n")}\n`);
  await handle.sync();
}

async function isCutShort(handle: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return !endsLine(buffer[0]);
}

async function readLabels(file: string): Promise<readonly LabelEntry[]> {
  const bytes = await ifThere(() => readFile(file));
  if (bytes === undefined) return [];
  const lines = wholeLines(bytes).toString("utf8").split("\n");
  return lines.flatMap((line, index) => parseLine(line, file, index + 1));
}

async function sizeOf(file: string): Promise<number> {
  return (await ifThere(() => stat(file)))?.size ?? 0;
}

/** Parses a line; returns no label for a line that was cut short, which is not JSON. */
function parseLine(line: string, file: string, number: number): readonly LabelEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return [];
  }
  const label = labelOf(value);
  if (label === undefined)
    throw fail("run-damaged", { file, fault: `has no label in line ${number}` });
  return [label];
}

function labelOf(value: unknown): LabelEntry | undefined {
  const { at, url: text, label, by, note, source } = fieldsOf(value);
  if (typeof at !== "number" || typeof text !== "string") return undefined;
  if (!isLabel(label)) return undefined;
  const parsed = canonicalUrl(text);
  if (!parsed.ok) return undefined;
  const entry = { at, url: parsed.url, label };
  return {
    ...entry,
    ...(typeof by === "string" && { by }),
    ...(typeof note === "string" && { note }),
    ...sourceOf(source),
  };
}

/** Reads the source; one that this version does not know is no person's. */
function sourceOf(source: unknown): Pick<LabelEntry, "source"> {
  if (source === undefined || source === "person") return {};
  return { source: source === "assessor" || source === "agent" ? source : "import" };
}

function isLabel(value: unknown): value is LabelEntry["label"] {
  return value === null || (typeof value === "number" && value >= 0 && value <= 1);
}
