import { useState } from "preact/hooks";
import type { Compared, ComparedRun, Overlap } from "../lib/workbench/look-schemas.ts";
import type { Fault } from "../lib/workbench/schemas.ts";
import { MOST_COMPARED } from "../lib/workbench/workbench-limits.ts";
import { api, faultOf } from "./api.ts";
import { Curves } from "./chart.tsx";
import { useKept, useLoaded } from "./hooks.ts";
import { LookNav } from "./look-nav.tsx";
import { Command, Empty, FaultNote, isOfRun, NoView, WideTable } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { count, percent } from "./words.ts";

/** Key phrases shown of each list. */
const PHRASES = 30;

/** A run beside others of the folder: their curves over one another, and what they have in common. */
export function Compare({ run }: { readonly run: string }) {
  const runs = useLoaded("runs", api.runs);
  const [kept, keep] = useKept<readonly string[]>(`dowser compare ${run}`, []);
  const others = runs.value?.runs
    .filter((each) => each.problem === null && each.run !== run)
    .map((each) => each.run);
  // A run that was compared before may be gone.
  const chosen = kept.filter((each) => others?.includes(each) === true);
  const key = others === undefined ? "" : `${run} ${chosen.join(",")}`;
  const { value, fault } = useLoaded(key, async () =>
    others === undefined ? undefined : api.compare(run, chosen),
  );
  if (isOfRun(fault) && value === undefined) return <NoView {...{ run, fault }} />;
  return (
    <div class="compare">
      <h1>{run} beside other runs</h1>
      <LookNav run={run} view="compare" />
      <FaultNote fault={runs.fault ?? fault} />
      {others?.length === 0 && (
        <Empty title="There is no other run in this folder">
          <p>
            <a href={linkTo({ view: "begin" })}>Begin another crawl</a>, with another strategy or
            another topic, and compare the two here.
          </p>
        </Empty>
      )}
      {others !== undefined && others.length > 0 && (
        <RunChoices runs={others} chosen={chosen} onChange={keep} />
      )}
      {value !== undefined && value.runs.length > 1 && <Compared compared={value} />}
    </div>
  );
}

interface RunChoicesProps {
  readonly runs: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function RunChoices({ runs, chosen, onChange }: RunChoicesProps) {
  const toggle = (run: string) =>
    onChange(chosen.includes(run) ? chosen.filter((each) => each !== run) : [...chosen, run]);
  return (
    <fieldset class="choices">
      <legend>Compare it with up to {MOST_COMPARED} other runs</legend>
      {runs.map((run) => (
        <label key={run} class="check">
          <input
            type="checkbox"
            checked={chosen.includes(run)}
            disabled={!chosen.includes(run) && chosen.length >= MOST_COMPARED}
            onChange={() => toggle(run)}
          />
          <span>{run}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Compared({ compared: { runs } }: { readonly compared: Compared }) {
  const [first, ...others] = runs;
  const words = runs
    .map(({ run, pages, targets }) => `${run}: ${count(targets)} relevant of ${count(pages)} pages`)
    .join("; ");
  return (
    <>
      <Curves
        curves={runs.map(({ run, harvest }) => ({ name: run, points: harvest }))}
        words={words}
      />
      <WideTable
        name={`What they found, and what they share with ${first?.run}`}
        titles={[
          "run",
          "pages",
          "relevant",
          "share",
          "hosts",
          "pages in both",
          "relevant in both",
          "hosts in both",
        ]}
      >
        {runs.map((each, at) => (
          <RunRow key={each.run} run={each} at={at} />
        ))}
      </WideTable>
      <p class="hint">Relevant pages are those that each crawl predicts.</p>
      {others.map((other) => (
        <Shared key={other.run} first={first?.run ?? ""} other={other} />
      ))}
    </>
  );
}

function RunRow({ run, at }: { readonly run: ComparedRun; readonly at: number }) {
  const { shared } = run;
  return (
    <tr>
      <th scope="row">
        <span class={`swatch curve-${at}`} aria-hidden="true" />
        <a href={linkTo({ view: "watch", run: run.run })}>{run.run}</a>
      </th>
      <td>{count(run.pages)}</td>
      <td>{count(run.targets)}</td>
      <td>{percent(run.pages === 0 ? null : run.targets / run.pages)}</td>
      <td>{count(run.hosts)}</td>
      <td>{shared === null ? "" : count(shared.pages)}</td>
      <td>{shared === null ? "" : count(shared.targets)}</td>
      <td>{shared === null ? "" : percent(shared.sites)}</td>
    </tr>
  );
}

/** What two runs have in common: how many relevant pages that implies, and their texts when asked for. */
function Shared({ first, other }: { readonly first: string; readonly other: ComparedRun }) {
  const [overlap, setOverlap] = useState<Overlap>();
  const [fault, setFault] = useState<Fault>();
  const [isAsked, setAsked] = useState(false);
  const ask = () => {
    setAsked(true);
    api
      .overlap(first, other.run)
      .then(setOverlap, (error: unknown) => setFault(faultOf(error)))
      .finally(() => setAsked(false));
  };
  const all = other.shared?.all ?? null;
  const whole = (value: number) => count(Math.round(value));
  return (
    <section aria-label={`${first} and ${other.run}`}>
      <h2>
        {first} and {other.run}
      </h2>
      {all === null ? (
        <p>No relevant page is in both, so nothing can be said of how many there are.</p>
      ) : (
        <p>
          {count(other.shared?.targets ?? 0)} relevant pages are in both: some {whole(all.estimate)}{" "}
          in all ({whole(all.low)} to {whole(all.high)}), by capture and recapture. Rather too few,
          as both find the same easy pages; nothing is guaranteed.
        </p>
      )}
      {overlap === undefined && (
        <button type="button" disabled={isAsked} onClick={ask}>
          {isAsked ? "Reading the relevant pages …" : "Compare their texts"}
        </button>
      )}
      <FaultNote fault={fault} />
      {overlap !== undefined && <Texts overlap={overlap} first={first} other={other.run} />}
      {other.command !== null && <Command text={other.command} />}
    </section>
  );
}

interface TextsProps {
  readonly overlap: Overlap;
  readonly first: string;
  readonly other: string;
}

function Texts({ overlap: { figures }, first, other }: TextsProps) {
  if (figures === null) return <p>One of them has no relevant page that can be read.</p>;
  const { keywords, documents, common, onlyFirst, onlySecond } = figures;
  const lists = [
    { name: "in both", phrases: common },
    { name: `only in ${first}`, phrases: onlyFirst },
    { name: `only in ${other}`, phrases: onlySecond },
  ];
  return (
    <>
      <dl class="figures">
        {keywords.map(({ most, share }) => (
          <div class="figure" key={most}>
            <dt>of the best {count(most)} key phrases</dt>
            <dd>{percent(share)}</dd>
          </div>
        ))}
        <div class="figure">
          <dt>of the texts, with a similar one in the other</dt>
          <dd>{percent(documents)}</dd>
        </div>
      </dl>
      <div class="phrases">
        {lists.map(({ name, phrases }) => (
          <section key={name} aria-label={`Key phrases ${name}`}>
            <h3>
              Key phrases {name} <small>{count(phrases.length)}</small>
            </h3>
            <p>
              <bdi>{phrases.slice(0, PHRASES).join(" · ")}</bdi>
            </p>
          </section>
        ))}
      </div>
    </>
  );
}
