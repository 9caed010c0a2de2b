import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { api } from "./api.ts";
import { CorpusCut } from "./corpus.tsx";
import { useKept, useKeys, useLater, useLoaded, useReturn, writeKept } from "./hooks.ts";
import { LookNav } from "./look-nav.tsx";
import { falling, Rows, rising } from "./look-rows.tsx";
import { Empty, FaultNote, isOfRun, NoPages, NoView } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { SearchBox, TextsNote } from "./search.tsx";
import { count } from "./words.ts";

/** Rows on one sheet of the table. */
const ROWS = 50;

/** Time after the last key at which a filter is applied, in ms. */
const TYPING_MS = 200;

export interface Filters {
  readonly text: string;
  readonly targets: boolean;
  readonly verdict: string;
  readonly host: string;
  readonly type: string;
  readonly minScore: string;
  readonly order: string;
}

/** Opens the table with the pages that are like this. */
export function lookFor(run: string, like: Partial<Filters>): void {
  writeKept(nameOf(run), { ...ALL, ...like });
  location.hash = linkTo({ view: "look", run });
}

const nameOf = (run: string) => `dowser look ${run}`;

const ALL: Filters = {
  text: "",
  targets: false,
  verdict: "",
  host: "",
  type: "",
  minScore: "",
  order: "score",
};

/** The pages of a run as a table, a sheet at a time. */
export function Look({ run }: { readonly run: string }) {
  const [filters, keep] = useKept(nameOf(run), ALL);
  const [sheet, setSheet] = useState(0);
  const asked = useLater(JSON.stringify(filters), TYPING_MS);
  const query = queryOf(JSON.parse(asked), sheet);
  const { value, fault, reload } = useLoaded(JSON.stringify(query), () => api.table(run, query));
  const change = (more: Partial<Filters>) => {
    keep(inFittingOrder({ ...filters, ...more }, filters));
    setSheet(0);
  };
  const search = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => search.current?.focus() });
  useReturn(reload);
  if (isOfRun(fault)) return <NoView {...{ run, fault }} />;
  return (
    <div class="look">
      <h1>Pages of {run}</h1>
      <LookNav run={run} view="look" />
      <CorpusCut run={run} onChange={reload} />
      {value?.all !== 0 && (
        <FilterForm
          filters={filters}
          types={value?.types ?? []}
          fields={value?.fields ?? []}
          search={search}
          onChange={change}
        />
      )}
      <TextsNote texts={value?.texts ?? undefined} onMore={reload} />
      <FaultNote fault={fault} />
      {value?.all === 0 && <NoPages run={run} />}
      {value !== undefined && value.all > 0 && value.total === 0 && (
        <Empty title="No page is like that">
          <p>
            <button type="button" onClick={() => change(ALL)}>
              Show all {count(value.all)} pages
            </button>
          </p>
        </Empty>
      )}
      {value !== undefined && value.total > 0 && (
        <>
          <Sheets total={value.total} sheet={sheet} onChange={setSheet} />
          <Rows
            {...{ run, query }}
            total={value.total}
            rows={value.rows}
            fields={value.fields}
            order={filters.order}
            onChange={change}
          />
        </>
      )}
    </div>
  );
}

function queryOf(filters: Filters, sheet: number): Record<string, string> {
  const { targets, order, ...texts } = filters;
  const [kind = "", ...field] = order.split(" ");
  const sorted = { order: kind, field: field.join(" ") };
  const given = Object.entries({ ...texts, ...sorted, targets: targets ? "true" : "" });
  const asked = Object.fromEntries(given.filter(([, value]) => value !== ""));
  return { ...asked, limit: String(ROWS), skip: String(sheet * ROWS) };
}

/** Puts the best match first when words come, and the best page when they go. */
function inFittingOrder(filters: Filters, before: Filters): Filters {
  if (filters.text !== "" && before.text === "") return { ...filters, order: "match" };
  const order = filters.text === "" && filters.order === "match" ? "score" : filters.order;
  return { ...filters, order };
}

interface FilterProps {
  readonly filters: Filters;
  readonly types: readonly string[];
  readonly fields: readonly string[];
  readonly search: RefObject<HTMLInputElement | null>;
  readonly onChange: (more: Partial<Filters>) => void;
}

function FilterForm({ filters, types, fields, search, onChange }: FilterProps) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchBox field={search} value={filters.text} onChange={(text) => onChange({ text })} />
      <Choice
        name="Verdict"
        value={filters.verdict}
        options={{ "": "any", none: "none yet", good: "relevant", bad: "irrelevant" }}
        onChange={(verdict) => onChange({ verdict })}
      />
      <Choice
        name="Score from"
        value={filters.minScore}
        options={{ "": "any", "0.25": "0.25", "0.5": "0.50", "0.75": "0.75", "0.9": "0.90" }}
        onChange={(minScore) => onChange({ minScore })}
      />
      {types.length > 0 && (
        <Choice
          name="Type"
          value={filters.type}
          options={{ "": "any", ...Object.fromEntries(types.map((type) => [type, type])) }}
          onChange={(type) => onChange({ type })}
        />
      )}
      <Choice
        name="Order"
        value={filters.order}
        options={{
          ...(filters.text !== "" && { match: "best match first" }),
          score: "best first",
          newest: "newest first",
          oldest: "oldest first",
          title: "by title",
          ...Object.fromEntries(fields.map((field) => [rising(field), `by ${field}`])),
          ...Object.fromEntries(fields.map((field) => [falling(field), `by ${field}, last first`])),
        }}
        onChange={(order) => onChange({ order })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={filters.targets}
          onChange={(event) => onChange({ targets: event.currentTarget.checked })}
        />
        predicted relevant only
      </label>
      {filters.host !== "" && (
        <button type="button" onClick={() => onChange({ host: "" })}>
          {filters.host} ✕<span class="unseen">: show all hosts</span>
        </button>
      )}
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

function Choice({ name, value, options, onChange }: ChoiceProps) {
  return (
    <label>
      {name}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {Object.entries(options).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SheetsProps {
  readonly total: number;
  readonly sheet: number;
  readonly onChange: (sheet: number) => void;
}

function Sheets({ total, sheet, onChange }: SheetsProps) {
  const last = Math.ceil(total / ROWS) - 1;
  const from = sheet * ROWS;
  return (
    <p class="sheets">
      <button type="button" disabled={sheet === 0} onClick={() => onChange(sheet - 1)}>
        ← before
      </button>
      <span role="status">
        {count(from + 1)}–{count(Math.min(total, from + ROWS))} of {count(total)}
      </span>
      <button type="button" disabled={sheet >= last} onClick={() => onChange(sheet + 1)}>
        next →
      </button>
    </p>
  );
}
