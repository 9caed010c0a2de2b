import { api } from "./api.ts";
import { FileLink } from "./file-link.tsx";
import { useKept, useLoaded } from "./hooks.ts";
import { ByCommand, FaultNote } from "./parts.tsx";
import { count, sentence } from "./words.ts";

const FORMATS = [
  { format: "csv", name: "CSV", what: "a row a page, for spreadsheets and R" },
  { format: "jsonl", name: "JSON lines", what: "a line a page, for programs" },
  { format: "parquet", name: "Parquet", what: "the same table, typed and small" },
  { format: "wacz", name: "WACZ", what: "the same with an index, to replay in a browser" },
  { format: "warc", name: "WARC", what: "the pages as they were answered; a web to crawl again" },
] as const;

/** Formats with texts, in which addresses and numbers can be replaced. */
const TABLES = FORMATS.slice(0, 3);

const ENDINGS = {
  csv: "csv",
  jsonl: "jsonl",
  parquet: "parquet",
  wacz: "wacz",
  warc: "warc.gz",
} as const;

/** What is chosen for all exports. */
interface Choices {
  readonly which: "good" | "all" | "reserved";
  readonly isRedacted: boolean;
  /** Two letters, or nothing. */
  readonly country: string;
  readonly hasCard: boolean;
  /** Of the tables of pages. */
  readonly isMarkdown: boolean;
  readonly hasAllColumns: boolean;
}

const FIRST: Choices = {
  which: "good",
  isRedacted: false,
  country: "",
  hasCard: false,
  isMarkdown: false,
  hasAllColumns: false,
};

interface PagesProps {
  readonly run: string;
  readonly targets: number;
  readonly fetched: number;
}

/** The pages and their posts in each format, each with the command that writes the same file. */
export function Pages({ run, targets, fetched }: PagesProps) {
  const [choices, setChoices] = useKept(`dowser export ${run}`, FIRST);
  const { value, fault } = useLoaded(run, () => api.corpus(run, undefined));
  const change = (more: Partial<Choices>) => setChoices({ ...choices, ...more });
  return (
    <>
      <section aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <p>
          {count(targets)} pages predicted relevant, of {count(fetched)}; each with text, scores,
          reasons and labels.
        </p>
        <FaultNote fault={fault} />
        <p>{value?.use.words.map(sentence).join(" ")}</p>
        <ChoiceForm choices={choices} hasPurpose={value?.use.isStated === true} onChange={change} />
        {FORMATS.map((each) => (
          <Format key={each.format} run={run} choices={choices} {...each} />
        ))}
      </section>
      <Posts run={run} choices={choices} />
    </>
  );
}

interface ChoiceFormProps {
  readonly choices: Choices;
  readonly hasPurpose: boolean;
  readonly onChange: (more: Partial<Choices>) => void;
}

function ChoiceForm({ choices, hasPurpose: isStated, onChange }: ChoiceFormProps) {
  return (
    <form class="exported" onSubmit={(event) => event.preventDefault()}>
      <label>
        Which pages
        <select
          value={choices.which}
          onChange={({ currentTarget: { value } }) =>
            onChange({ which: value === "all" || value === "reserved" ? value : "good" })
          }
        >
          <option value="good">predicted relevant</option>
          <option value="all">all</option>
          {isStated && <option value="reserved">only those that are left out</option>}
        </select>
      </label>
      {CHECKS.map(([name, text]) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={choices[name]}
            onChange={({ currentTarget: { checked } }) => onChange({ [name]: checked })}
          />
          {text}
        </label>
      ))}
      {choices.isRedacted && (
        <label>
          National numbers of (DE, US …)
          <input
            value={choices.country}
            maxLength={2}
            autocomplete="off"
            onInput={({ currentTarget: { value } }) =>
              onChange({ country: value.replaceAll(/[^a-z]/gi, "").toUpperCase() })
            }
          />
        </label>
      )}
    </form>
  );
}

const CHECKS = [
  ["isMarkdown", "texts as Markdown, in tables"],
  ["hasAllColumns", "columns on the crawl’s own work, in tables"],
  ["isRedacted", "replace e-mail addresses and phone numbers"],
  ["hasCard", "with a dataset card (Croissant), in a ZIP file"],
] as const;

type FormatProps = (typeof FORMATS)[number] & { readonly run: string; readonly choices: Choices };

function Format({ run, choices: all, format, name, what }: FormatProps) {
  const isTable = TABLES.some((each) => each.format === format);
  const choices = isTable ? all : { ...all, ...NO_TABLE };
  const isRefused = choices.isRedacted && !isTable;
  return (
    <div class="format">
      <h3>
        {name} <small>{what}</small>
      </h3>
      {isRefused ? (
        <p class="hint">
          It has the answers of the servers as they were: nothing can be replaced in them.
        </p>
      ) : (
        <>
          <FileLink class="button" run={run} path={`/export?${queryOf(choices, format)}`}>
            Save<span class="unseen"> the pages as {name}</span>
          </FileLink>
          <ByCommand
            text={commandOf(run, choices, { format, file: `${run}-pages.${ENDINGS[format]}` })}
          />
        </>
      )}
    </div>
  );
}

/** What only tables of pages have. */
const NO_TABLE = { isMarkdown: false, hasAllColumns: false } as const;

function queryOf(
  { which, isRedacted, country, hasCard, isMarkdown, hasAllColumns }: Choices,
  format: string,
): string {
  return new URLSearchParams({
    format,
    ...(isMarkdown && { text: "markdown" }),
    ...(hasAllColumns && { allColumns: "true" }),
    ...(which === "good" && { targets: "true" }),
    ...(which === "reserved" && { reserved: "true" }),
    ...(isRedacted && { redact: country === "" ? "true" : country }),
    ...(hasCard && { card: "true" }),
  }).toString();
}

function commandOf(
  run: string,
  { which, isRedacted, country, hasCard, isMarkdown, hasAllColumns }: Choices,
  { format, file, more = "" }: { format: string; file: string; more?: string },
): string {
  return [
    `dowser export runs/${run} --format ${format}${more}`,
    isMarkdown ? " --text markdown" : "",
    hasAllColumns ? " --all-columns" : "",
    which === "good" ? " --relevant" : which === "reserved" ? " --reserved" : "",
    isRedacted ? ` --redact${country === "" ? "" : ` ${country}`}` : "",
    ` --out ${file}`,
    hasCard ? ` --croissant ${file}.croissant.json` : "",
  ].join("");
}

function Posts({ run, choices }: { readonly run: string; readonly choices: Choices }) {
  // A dataset card describes pages.
  const chosen: Choices = { ...choices, ...NO_TABLE, hasCard: false };
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">Posts</h2>
      <p>
        The posts of threads and readers’ comments, a row each with author, date and text, from
        those of the pages chosen above whose structure is certain.
      </p>
      <div class="format">
        {TABLES.map(({ format, name }) => (
          <FileLink
            key={format}
            class="button"
            run={run}
            path={`/export?${queryOf(chosen, format)}&posts=true`}
          >
            <span class="unseen">Posts as </span>
            {name}
          </FileLink>
        ))}
        <ByCommand
          text={commandOf(run, chosen, {
            format: "csv",
            file: `${run}-posts.csv`,
            more: " --posts",
          })}
        />
      </div>
    </section>
  );
}
