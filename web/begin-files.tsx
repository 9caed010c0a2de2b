import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Fault } from "../lib/workbench/schemas.ts";
import {
  LIST_NAME,
  MOST_FILE_BYTES,
  PAGE_NAME,
  WARC_NAME,
} from "../lib/workbench/workbench-limits.ts";
import { api, faultOf } from "./api.ts";
import { FaultNote } from "./parts.tsx";
import { count } from "./words.ts";

/** What a file gave: entries of a field, and what to say of it. */
interface Taken {
  readonly name: string;
  readonly entries: readonly string[];
  readonly notes: readonly string[];
}

interface DropProps {
  /** Whether files are taken now; else it is the field alone. */
  readonly isOpen: boolean;
  /** What may be dropped, in words. */
  readonly invitation: string;
  /** Endings of the files that are offered in the dialog of the browser. */
  readonly accept: string;
  readonly read: (file: File) => Promise<Taken>;
  readonly onTake: (entries: readonly string[]) => void;
  readonly children: ComponentChildren;
}

/** A field that takes files, too: dropped on it, or chosen. */
export function DropField(props: DropProps) {
  const { isOpen, invitation, accept, read, onTake, children } = props;
  const [isOver, setOver] = useState(false);
  const { take, taken, faults, isReading } = useTaking(read, onTake);
  if (!isOpen) return <>{children}</>;
  return (
    <div
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files ?? []);
      }}
    >
      {children}
      <label class="file">
        {invitation}
        <input
          type="file"
          multiple
          accept={accept}
          onChange={({ currentTarget }) => {
            // The list is empty once the field is; the same file may then be chosen again.
            void take([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </label>
      <div role="status" class="taken">
        {isReading && <p class="hint">reading…</p>}
        {taken.map(({ name, notes }) => (
          <p key={name} class="hint">
            <bdi>{name}</bdi>: {notes.join("; ")}
          </p>
        ))}
      </div>
      {faults.map((fault) => (
        <FaultNote key={fault.message} fault={fault} />
      ))}
    </div>
  );
}

/** Reads files one after another; those before a faulty one, and after it, are taken. */
function useTaking(read: DropProps["read"], onTake: DropProps["onTake"]) {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [isReading, setReading] = useState(false);
  const take = async (files: Iterable<File>) => {
    setFaults([]);
    setTaken([]);
    setReading(true);
    for (const file of files) {
      try {
        const one =
          file.size > MOST_FILE_BYTES ? await Promise.reject(tooLong(file)) : await read(file);
        onTake(one.entries);
        setTaken((before) => [...before, one]);
      } catch (error) {
        const fault = error instanceof FileFault ? error.fault : faultOf(error);
        setFaults((before) => [...before, fault]);
      }
    }
    setReading(false);
  };
  return { take, taken, faults, isReading };
}

/** A file that is not even sent. */
class FileFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

function tooLong({ name, size }: File): FileFault {
  const [has, most] = [size, MOST_FILE_BYTES].map((bytes) => count(Math.ceil(bytes / 2 ** 20)));
  return new FileFault({
    code: "file-too-long",
    message: `${name} has ${has} MiB; at most ${most} are taken`,
    hint: "Open a long recording with dowser ui --web and search it; name a long list under seeds.file.",
  });
}

function unknownFile({ name }: File, endings: string): FileFault {
  return new FileFault({
    code: "unknown-file",
    message: `${name} cannot be taken here`,
    hint: `Drop files that end in ${endings}.`,
  });
}

/** Reads a file of examples: a page, the pages of a WARC file, or a list. */
export async function readExamples(file: File): Promise<Taken> {
  const { name } = file;
  if (LIST_NAME.test(name)) return readList(file);
  if (!PAGE_NAME.test(name) && !WARC_NAME.test(name))
    throw unknownFile(file, ".html, .warc, .warc.gz, .txt, .csv or .tsv");
  const { file: entry, pages, leftOut } = await api.keepExample(name, file);
  const others =
    leftOut === 0 ? [] : [`${count(leftOut)} addresses that were not fetched left out`];
  const said = pages === 1 ? "1 example page" : `${count(pages)} example pages`;
  return { name, entries: [entry], notes: [`${said}, kept as ${entry}`, ...others] };
}

/** Reads a list of addresses. */
export async function readList(file: File): Promise<Taken> {
  const { name } = file;
  if (!LIST_NAME.test(name)) throw unknownFile(file, ".txt, .csv or .tsv");
  const { urls, notes } = await api.readList(name, file);
  // The notes name the file themselves.
  return { name, entries: urls, notes: notes.map((note) => note.replace(`${name}: `, "")) };
}
