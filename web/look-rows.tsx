import { useState } from "preact/hooks";
import type { Snippets, Table } from "../lib/workbench/schemas.ts";
import { api } from "./api.ts";
import { FileLink } from "./file-link.tsx";
import { kept, useLoaded } from "./hooks.ts";
import type { Filters } from "./look.tsx";
import { useOutbox } from "./outbox.ts";
import { FaultNote, MarkedText } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { type Given, giveVerdicts, remember, wordOf } from "./undo.tsx";
import { count, score } from "./words.ts";

/** The orders by a field, as the filters name them. */
export const rising = (field: string) => `field-rising ${field}`;
export const falling = (field: string) => `field-falling ${field}`;

type Row = Table["rows"][number];
type Verdict = "good" | "bad";

interface RowsProps extends Pick<Table, "rows" | "fields" | "total"> {
  readonly run: string;
  readonly order: string;
  /** What was asked for, which a file of all these pages asks for again. */
  readonly query: Readonly<Record<string, string>>;
  readonly onChange: (more: Partial<Filters>) => void;
}

/** Pages as rows that are judged where they stand, chosen, and saved. */
export function Rows(props: RowsProps) {
  const { run, rows, fields } = props;
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set());
  const { said, say, fault } = useVerdicts(run, rows);
  // What a search has found shows the words that were searched for, and no others.
  const snippets = useSnippets(run, props.query["text"] === undefined ? rows : []);
  const here = rows.filter(({ sequence }) => chosen.has(sequence));
  const clear = () => {
    choose(new Set());
    remember({ run, says: "No page is chosen", undo: () => choose(chosen) });
  };
  const table = <RowTable {...props} {...{ chosen, choose, said, say, snippets }} />;
  return (
    <>
      <FaultNote fault={fault} />
      <Chosen {...props} here={here} say={say} onClear={clear} />
      {fields.length === 0 ? (
        table
      ) : (
        <div class="wide" tabIndex={0} role="region" aria-label="Pages with their fields">
          {table}
        </div>
      )}
    </>
  );
}

type Say = (rows: readonly Row[], verdict: Verdict) => void;

/** Verdicts that were given here: they show at once, and no row moves. */
function useVerdicts(run: string, rows: readonly Row[]) {
  const outbox = useOutbox(run);
  const [said, setSaid] = useState<ReadonlyMap<number, Verdict | null>>(new Map());
  const show = (labelled: readonly Row[], verdicts: readonly (Verdict | null)[]) => {
    const shown = labelled.map(({ sequence }, at) => [sequence, verdicts[at] ?? null] as const);
    setSaid((before) => new Map([...before, ...shown]));
  };
  const say: Say = (labelled, label) => {
    const by = kept("dowser by", "");
    const given = labelled.map((row): Given => {
      const verdict = { url: row.url, label, note: "", by };
      return { kind: "labels", verdict, before: row.isByMachine ? null : wordOf(row.label) };
    });
    const word = label === "good" ? "relevant" : "irrelevant";
    const [first] = labelled;
    const what =
      labelled.length === 1 ? `“${first?.title || first?.url}”` : `${count(labelled.length)} pages`;
    show(
      labelled,
      Array.from(labelled, () => label),
    );
    giveVerdicts(run, given, {
      says: `${what}: ${word}`,
      onUndo: (before) => show(labelled, before),
    });
  };
  const known = rows.map((row) => [row.sequence, wordOf(row.label)] as const);
  return { said: new Map([...known, ...said]), say, fault: outbox.fault };
}

/** What the pages say in short, which comes after the rows: each is read from its stored page. */
function useSnippets(run: string, rows: readonly Row[]): Snippets["snippets"] {
  const wanted = rows.map(({ sequence }) => sequence);
  const { value } = useLoaded(`${run} ${wanted.join(",")}`, async () =>
    wanted.length === 0 ? { snippets: {} } : api.snippets(run, wanted),
  );
  return value?.snippets ?? {};
}

interface ChosenProps extends Pick<RowsProps, "run" | "query" | "total"> {
  readonly here: readonly Row[];
  readonly say: Say;
  readonly onClear: () => void;
}

/** What can be done with the rows that were chosen, or with all that the filters leave. */
function Chosen({ run, query, total, here, say, onClear }: ChosenProps) {
  const { limit: _limit, skip: _skip, ...filters } = query;
  const asked =
    here.length === 0 ? filters : { sequences: here.map(({ sequence }) => sequence).join(",") };
  const file = (format: string) => `/rows?${new URLSearchParams({ ...asked, format })}`;
  return (
    <div class="chosen" role="group" aria-label="These pages">
      {here.length > 0 && (
        <>
          <strong>{count(here.length)} chosen</strong>
          <button type="button" onClick={() => say(here, "good")}>
            Relevant
          </button>
          <button type="button" onClick={() => say(here, "bad")}>
            Irrelevant
          </button>
          <button type="button" class="quiet" onClick={onClear}>
            Choose none
          </button>
        </>
      )}
      <span class="save">
        Save {here.length > 0 ? "them" : total === 1 ? "this page" : `these ${count(total)} pages`}:{" "}
        <FileLink run={run} path={file("csv")} class="save-csv">
          CSV
        </FileLink>{" "}
        <FileLink run={run} path={file("jsonl")} class="save-jsonl">
          JSON lines
        </FileLink>
      </span>
    </div>
  );
}

interface TableProps extends RowsProps {
  readonly chosen: ReadonlySet<number>;
  readonly choose: (chosen: ReadonlySet<number>) => void;
  readonly said: ReadonlyMap<number, Verdict | null>;
  readonly say: Say;
  readonly snippets: Snippets["snippets"];
}

function RowTable(props: TableProps) {
  const { rows, fields, order, chosen, choose, onChange } = props;
  const all = rows.map(({ sequence }) => sequence);
  const areAll = all.every((sequence) => chosen.has(sequence));
  return (
    <table class={fields.length === 0 ? "pages" : "pages with-fields"}>
      <thead>
        <tr>
          <th scope="col" class="pick">
            <input
              type="checkbox"
              aria-label="Choose all rows"
              checked={areAll}
              onChange={() => choose(new Set(areAll ? [] : all))}
            />
          </th>
          <th scope="col" class="number">
            Score
          </th>
          <th scope="col">Page</th>
          <th scope="col" class="say">
            <span class="unseen">Verdict</span>
          </th>
          {fields.map((field) => (
            <FieldHead key={field} field={field} order={order} onChange={onChange} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <PageLine key={row.sequence} {...props} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function PageLine(props: TableProps & { readonly row: Row }) {
  const { run, row, rows, fields, chosen, choose, said, say, onChange } = props;
  const { sequence, title, url, host, utility, isTarget, type } = row;
  const name = title || url;
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(sequence)) next.add(sequence);
    choose(next);
  };
  return (
    <tr
      class={isTarget ? "good" : undefined}
      onKeyDown={(event) => judgeByKey(event, (verdict) => say([row], verdict))}
    >
      <td class="pick">
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={chosen.has(sequence)}
          onChange={toggle}
        />
      </td>
      <td class="number">{score(utility)}</td>
      <td class="title">
        <a href={linkTo({ view: "page", run, sequence })}>
          <bdi>{name}</bdi>
        </a>
        {type !== null && <small> {type}</small>}
        <Snippet row={row} snippets={props.snippets} />
        {rows.some((other) => other.host !== host) && (
          <button type="button" class="quiet host" onClick={() => onChange({ host })}>
            {host}
          </button>
        )}
      </td>
      <Said verdict={said.get(sequence)} {...{ row, name, say }} />
      {fields.map((field) => (
        <td key={field} class="field">
          <bdi>{Object.hasOwn(row.fields, field) ? row.fields[field] : ""}</bdi>
        </td>
      ))}
    </tr>
  );
}

/** Gives a verdict by y or n, and goes on to the next row. */
function judgeByKey(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  say: (verdict: Verdict) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.key !== "y" && event.key !== "n") return;
  event.preventDefault();
  say(event.key === "y" ? "good" : "bad");
  const next = event.currentTarget.nextElementSibling;
  next?.querySelector<HTMLElement>(".title a")?.focus();
}

function Snippet({ row, snippets }: { row: Row; snippets: Snippets["snippets"] }) {
  const text = row.snippet.length > 0 ? row.snippet : (snippets[row.sequence] ?? []);
  return (
    <p class="snippet" dir="auto">
      <MarkedText text={text} marks />
    </p>
  );
}

interface SaidProps {
  readonly row: Row;
  readonly name: string;
  readonly verdict: Verdict | null | undefined;
  readonly say: Say;
}

function Said({ row, name, verdict, say }: SaidProps) {
  const button = (label: Verdict, letter: string, word: string) => (
    <button
      type="button"
      class={label}
      aria-pressed={verdict === label}
      aria-label={`${word}: ${name}`}
      title={word}
      onClick={() => say([row], label)}
    >
      {letter}
    </button>
  );
  return (
    <td class="say">
      {button("good", "y", "Relevant")}
      {button("bad", "n", "Irrelevant")}
      {row.isByMachine && <small>by a machine</small>}
    </td>
  );
}

interface FieldHeadProps extends Pick<RowsProps, "order" | "onChange"> {
  readonly field: string;
}

/** The name of a field, which sorts by it, and the other way round when it does. */
function FieldHead({ field, order, onChange }: FieldHeadProps) {
  const isRising = order === rising(field);
  const isFalling = order === falling(field);
  return (
    <th scope="col" aria-sort={isRising ? "ascending" : isFalling ? "descending" : "none"}>
      <button
        type="button"
        class="quiet"
        onClick={() => onChange({ order: isRising ? falling(field) : rising(field) })}
      >
        {field}
        <span aria-hidden="true">{isRising ? " ↑" : isFalling ? " ↓" : ""}</span>
      </button>
    </th>
  );
}
