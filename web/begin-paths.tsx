import { useState } from "preact/hooks";
import type { LinksAnswer } from "../lib/workbench/begin-schemas.ts";
import type { Fault } from "../lib/workbench/schemas.ts";
import { api, faultOf } from "./api.ts";
import type { Draft, FieldProps } from "./begin-draft.ts";
import { FoundText } from "./begin-search.tsx";
import { useLoaded } from "./hooks.ts";
import { FaultNote } from "./parts.tsx";
import { count } from "./words.ts";

/** Click paths, recorded by going through stored pages link by link. */
export function ClickPaths({ draft, onChange }: FieldProps) {
  const { value: listed, fault } = useLoaded("sources", api.sources);
  const [chosen, choose] = useState("");
  const [start, setStart] = useState<{ source: string; url: string; turn: number }>();
  const sources = listed?.sources ?? [];
  const source = sources.some((each) => each.source === chosen)
    ? chosen
    : (sources[0]?.source ?? "");
  const url = draft.start;
  const go = () => setStart({ source, url: url.trim(), turn: (start?.turn ?? 0) + 1 });
  if (listed !== undefined && sources.length === 0)
    return (
      <p class="hint">
        Paths are recorded on stored pages: crawl a site first, or open a recording with{" "}
        <code>dowser ui --web</code>.
      </p>
    );
  return (
    <>
      <div class="ask">
        <label>
          Go through
          <select value={source} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {sources.map((each) => (
              <option key={each.source} value={each.source}>
                {each.run === null ? "the recording" : `the pages of ${each.run}`}
              </option>
            ))}
          </select>
        </label>
        <label>
          from the page
          <input
            value={url}
            placeholder="the first one"
            onInput={({ currentTarget }) => onChange({ start: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // The form around it begins the crawl.
              event.preventDefault();
              go();
            }}
          />
        </label>
        <button type="button" disabled={source === ""} onClick={go}>
          Open
        </button>
      </div>
      <FaultNote fault={fault} />
      {start !== undefined && (
        <Trail key={start.turn} source={start.source} start={start.url} onChange={onChange} />
      )}
      <Recorded draft={draft} onChange={onChange} />
    </>
  );
}

type TrailProps = Pick<FieldProps, "onChange"> & {
  readonly source: string;
  readonly start: string;
};

/** The path so far, and where it may go on. */
function Trail({ source, start, onChange }: TrailProps) {
  // Pages after the first; the host knows which one is first.
  const [way, setWay] = useState<readonly string[]>([]);
  const at = way.at(-1) ?? start;
  const { value, fault } = useLoaded(JSON.stringify([source, at]), () =>
    api.links({ source, url: at }),
  );
  const [first, setFirst] = useState<string>();
  if (fault !== undefined) return <FaultNote fault={fault} />;
  if (value === undefined) return <p class="hint">…</p>;
  const begun = first ?? value.url;
  const follow = (url: string) => {
    setFirst(begun);
    setWay([...way, url]);
  };
  const path = [begun, ...way];
  const record = () => onChange(({ trails }) => ({ trails: withLine(trails, path.join(" ")) }));
  return (
    <section class="trail" aria-label="The path so far">
      <ol>
        {path.map((page) => (
          <li key={page}>
            <bdi>{page}</bdi>
          </li>
        ))}
      </ol>
      <p>
        <button type="button" disabled={way.length === 0} onClick={record}>
          This is such a page: record the path
        </button>{" "}
        <button type="button" disabled={way.length === 0} onClick={() => setWay(way.slice(0, -1))}>
          Back
        </button>
      </p>
      <h2>
        <bdi>{value.title || value.url}</bdi>
      </h2>
      <FoundText source={source} url={value.url} words="" />
      <Links page={value} way={path} onFollow={follow} />
    </section>
  );
}

interface LinksProps {
  readonly page: LinksAnswer;
  readonly way: readonly string[];
  readonly onFollow: (url: string) => void;
}

function Links({ page: { links, others }, way, onFollow }: LinksProps) {
  const [words, setWords] = useState("");
  const asked = words.toLowerCase();
  // A page that is on the way already would make it a circle.
  const open = links.filter(({ url }) => !way.includes(url));
  const shown = open.filter(({ url, anchor }) => `${anchor} ${url}`.toLowerCase().includes(asked));
  return (
    <>
      <label>
        Its links, with the words
        <input
          type="search"
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <p role="status" class="hint">
        {count(shown.length)} of {count(open.length)} links to stored pages
        {others > 0 && `; ${count(others)} lead to pages that are not stored`}.
      </p>
      <ul class="links" aria-label="Links">
        {shown.map(({ url, anchor }) => (
          <li key={url}>
            <button type="button" class="quiet" onClick={() => onFollow(url)}>
              <bdi>{anchor || url}</bdi>
            </button>{" "}
            <small>
              <bdi>{url}</bdi>
            </small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The paths that were recorded; they may be corrected, and count once they are kept. */
function Recorded({ draft, onChange }: FieldProps) {
  const [fault, setFault] = useState<Fault>();
  const paths = pathsIn(draft);
  if (paths.length === 0 && draft.paths === "") return null;
  const keep = () => {
    setFault(undefined);
    api.keepPaths(paths).then(
      ({ file }) => onChange({ paths: file }),
      (error: unknown) => setFault(faultOf(error)),
    );
  };
  return (
    <>
      <label>
        Recorded paths, one a line
        <textarea
          rows={3}
          spellcheck={false}
          value={draft.trails}
          onInput={({ currentTarget }) => onChange({ trails: currentTarget.value })}
        />
      </label>
      <FaultNote fault={fault} />
      <p>
        <button type="button" disabled={paths.length === 0} onClick={keep}>
          Keep {paths.length === 1 ? "this path" : `these ${count(paths.length)} paths`}
        </button>{" "}
        {draft.paths !== "" && (
          <button type="button" class="quiet" onClick={() => onChange({ paths: "" })}>
            Use none
          </button>
        )}
      </p>
    </>
  );
}

function pathsIn({ trails }: Draft): readonly (readonly string[])[] {
  return trails
    .split("\n")
    .map((line) => line.split(/\s+/).filter(Boolean))
    .filter((path) => path.length > 0);
}

function withLine(text: string, line: string): string {
  const lines = text.split("\n").filter((each) => each.trim() !== "");
  return lines.includes(line) ? text : [...lines, line].join("\n");
}
