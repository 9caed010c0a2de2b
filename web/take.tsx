import { addressOf, api } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { Command, Empty, FaultNote } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { count } from "./words.ts";

const FORMATS = [
  { format: "csv", name: "CSV", what: "a row a page, for spreadsheets and R" },
  { format: "jsonl", name: "JSON lines", what: "a line a page, for programs" },
  { format: "parquet", name: "Parquet", what: "the same table, typed and small" },
  { format: "wacz", name: "WACZ", what: "the same with an index, to replay in a browser" },
  { format: "warc", name: "WARC", what: "the pages as they were answered; a web to crawl again" },
] as const;

const ENDINGS = {
  csv: "csv",
  jsonl: "jsonl",
  parquet: "parquet",
  wacz: "wacz",
  warc: "warc.gz",
} as const;

/** Everything that can be taken out of a run, each with the command that does the same. */
export function Take({ run }: { readonly run: string }) {
  const { value, fault } = useLoaded(run, () => api.watch(run));
  const tally = useLoaded(run, () => api.tally(run));
  const fetched = value?.crawl.report?.fetched ?? 0;
  if (value !== undefined && fetched === 0) {
    return (
      <Empty title="There is nothing to take away yet">
        <p>
          <a href={linkTo({ view: "watch", run })}>Watch the crawl</a> until it has fetched pages.
        </p>
      </Empty>
    );
  }
  const targets = value?.crawl.report?.targets ?? 0;
  const directory = `runs/${run}`;
  return (
    <div class="take">
      <h1>Take away</h1>
      <FaultNote fault={fault} />
      <section aria-labelledby="report">
        <h2 id="report">Report</h2>
        <p>
          What was asked, what was found, how sure that is: one file with plots, to be handed on.
        </p>
        <a class="button main" href={addressOf(run, "/report.html")} download>
          Save the report
        </a>
        <Command text={`dowser report ${directory} --html report.html`} />
      </section>
      <section aria-labelledby="pages">
        <h2 id="pages">Pages</h2>
        <p>
          {count(targets)} good pages as predicted, of {count(fetched)}; each with text, scores,
          reasons and labels.
        </p>
        {FORMATS.map((each) => (
          <Format key={each.format} run={run} {...each} />
        ))}
      </section>
      <Posts run={run} />
      <Sample run={run} isThere={tally.value?.sample !== null && tally.value !== undefined} />
    </div>
  );
}

type FormatProps = (typeof FORMATS)[number] & { readonly run: string };

function Format({ run, format, name, what }: FormatProps) {
  const address = addressOf(run, `/export?format=${format}`);
  return (
    <div class="format">
      <h3>
        {name} <small>{what}</small>
      </h3>
      <a class="button" href={`${address}&targets=true`} download>
        Good pages<span class="unseen"> as {name}</span>
      </a>
      <a class="button" href={address} download>
        All pages<span class="unseen"> as {name}</span>
      </a>
      <Command
        text={`dowser export runs/${run} --format ${format} --targets --out pages.${ENDINGS[format]}`}
      />
    </div>
  );
}

const TABLES = FORMATS.slice(0, 3);

function Posts({ run }: { readonly run: string }) {
  return (
    <section aria-labelledby="posts">
      <h2 id="posts">Posts</h2>
      <p>
        The posts of threads and readers’ comments, a row each with author, date and text, from
        pages whose structure is certain.
      </p>
      <div class="format">
        {TABLES.map(({ format, name }) => (
          <a
            key={format}
            class="button"
            href={addressOf(run, `/export?format=${format}&posts=true`)}
            download
          >
            <span class="unseen">Posts as </span>
            {name}
          </a>
        ))}
        <Command text={`dowser export runs/${run} --format csv --posts --out posts.csv`} />
      </div>
    </section>
  );
}

function Sample({ run, isThere }: { readonly run: string; readonly isThere: boolean }) {
  return (
    <section aria-labelledby="sample">
      <h2 id="sample">Sample</h2>
      {isThere ? (
        <>
          <p>The random sample, each page with the probability by which it was drawn.</p>
          <a class="button" href={addressOf(run, "/sample.jsonl")} download>
            Save the sample
          </a>
          <Command text={`dowser sample runs/${run}`} />
        </>
      ) : (
        <p>
          No sample is drawn yet.{" "}
          <a href={linkTo({ view: "judge", run })}>Judge the random queue</a> to measure how good
          the pages are.
        </p>
      )}
    </section>
  );
}
