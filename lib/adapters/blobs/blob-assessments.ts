/** Answers of an assessor as objects of a blob store: lines, in objects that are numbered from 1 without a gap. */
import { fail } from "../../errors.ts";
import type { AssessmentEntry, AssessmentStore } from "../../ports/assessment-store.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import { assessmentLine, assessmentsIn } from "../assessment-lines.ts";

/** Objects that are read at one time. */
const AT_ONCE = 32;

function keyOf(crawl: string, object: number): string {
  return `assessments/${crawl}/${String(object).padStart(8, "0")}.jsonl`;
}

/**
 * Reads the entries of the first `objects` of a crawl.
 * @throws DowserError `stack-object-damaged`
 */
export async function readBlobAssessments(
  blobs: Pick<BlobStore, "get">,
  crawl: string,
  objects: number,
): Promise<readonly AssessmentEntry[]> {
  const entries: AssessmentEntry[] = [];
  for (let from = 1; from <= objects; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, objects - from + 1);
    const read = Array.from({ length: count }, (_, index) =>
      readObject(blobs, crawl, from + index),
    );
    entries.push(...(await Promise.all(read)).flat());
  }
  return entries;
}

async function readObject(
  blobs: Pick<BlobStore, "get">,
  crawl: string,
  object: number,
): Promise<readonly AssessmentEntry[]> {
  const key = keyOf(crawl, object);
  const bytes = await blobs.get(key);
  if (bytes === undefined) throw fail("stack-object-damaged", { key, fault: "is gone" });
  return assessmentsIn(Buffer.from(bytes).toString("utf8"), (line, cause) =>
    fail("stack-object-damaged", { key, fault: `has no entry in line ${line}` }, cause),
  );
}

/** The objects of a crawl that are known, and who is told of each new one. */
export interface KnownObjects {
  readonly crawl: string;
  readonly objects: number;
  /** Told after each new object, of how many there are with all entries so far. */
  readonly onObject: (objects: number, entries: readonly AssessmentEntry[]) => Promise<void>;
}

/**
 * Opens the entries of a crawl to add some. A process before may have died between an object and saying so: such objects
 * are found by storing an empty one behind those that are known, since who may not list a bucket cannot ask
 * whether a key is there. Entries that are added while an object is stored go together into the next one.
 * @throws DowserError `stack-object-damaged`, `assessing-already` from where another process has added some
 */
export async function openBlobAssessments(
  blobs: Pick<BlobStore, "get" | "putNew">,
  { crawl, objects, onObject }: KnownObjects,
): Promise<AssessmentStore> {
  const entries = [...(await readBlobAssessments(blobs, crawl, objects))];
  let last = objects + 1;
  for (; !(await blobs.putNew(keyOf(crawl, last), Buffer.from("\n"))); last += 1)
    entries.push(...(await readObject(blobs, crawl, last)));
  await onObject(last, entries);
  let before: Promise<void> = Promise.resolve();
  let next: { readonly added: AssessmentEntry[]; readonly stored: Promise<void> } | undefined;
  const store = async (added: readonly AssessmentEntry[]) => {
    next = undefined;
    const bytes = Buffer.from(added.map(assessmentLine).join(""));
    if (!(await blobs.putNew(keyOf(crawl, last + 1), bytes)))
      throw fail("assessing-already", { directory: crawl });
    last += 1;
    entries.push(...added);
    await onObject(last, entries);
  };
  return {
    append(entry) {
      if (next === undefined) {
        const added: AssessmentEntry[] = [];
        before = before.then(() => store(added));
        next = { added, stored: before };
      }
      next.added.push(entry);
      return next.stored;
    },
    list: async () => [...entries],
  };
}
