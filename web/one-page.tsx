import { useState } from "preact/hooks";
import type { Card } from "../lib/workbench/schemas.ts";
import { addressOnce, api } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { Reasons } from "./judge-parts.tsx";
import { Command, FaultNote, MarkedText } from "./parts.tsx";
import { linkTo } from "./route.ts";
import { moment, score, signInWords } from "./words.ts";

/** One page: what it says, what the crawl made of it, and how it was found. */
export function OnePage({ run, sequence }: { readonly run: string; readonly sequence: number }) {
  const { value, fault } = useLoaded(`${run} ${sequence}`, () => api.card(run, sequence));
  const [isFramed, setFramed] = useState(false);
  if (value === undefined) {
    return fault === undefined ? (
      <p class="loading">Reading the page …</p>
    ) : (
      <>
        <h1>No such page</h1>
        <FaultNote fault={fault} />
        <p>
          <a href={linkTo({ view: "look", run })}>← All pages</a>
        </p>
      </>
    );
  }
  const { page } = value;
  return (
    <article class="one">
      <p>
        <a href={linkTo({ view: "look", run })}>← All pages</a>
      </p>
      <h1>
        <bdi>{page.title || page.url}</bdi>
      </h1>
      <p class="url">
        <bdi>{page.url}</bdi>
      </p>
      <Verdict card={value} />
      <Why card={value} />
      <h2>{isFramed ? "The page as it was stored" : "Its text"}</h2>
      <p>
        <button type="button" aria-pressed={isFramed} onClick={() => setFramed(!isFramed)}>
          {isFramed ? "Show its text" : "Show the page"}
        </button>
      </p>
      {isFramed ? (
        <Frame key={sequence} run={run} sequence={sequence} title={page.title} />
      ) : (
        <p class="text" dir="auto">
          <MarkedText text={value.text} marks />
        </p>
      )}
      <About card={value} />
      <Command text={value.command} />
    </article>
  );
}

function Verdict({ card: { page, label, note, by, source } }: { readonly card: Card }) {
  const said = label === null ? "" : label >= 0.5 ? "relevant" : "irrelevant";
  return (
    <p>
      Score <strong>{score(page.utility)}</strong>,{" "}
      {page.isTarget ? "predicted relevant" : "predicted irrelevant"}
      {page.type === null ? "" : `, type ${page.type}`}
      {said === ""
        ? "; nobody has labelled it"
        : `; labelled ${said}${source === "person" ? "" : " (by a machine or an import, not by a person)"}`}
      {by === null ? "" : ` by ${by}`}
      {note === null ? "" : `: “${note}”`}.
    </p>
  );
}

/** The stored page, in a frame in which nothing of it can run, load or leave. */
export function Frame(props: { run: string; sequence: number; title: string }) {
  const path = `/pages/${props.sequence}/frame`;
  const { value, fault } = useLoaded(`${props.run} ${path}`, () => addressOnce(props.run, path));
  if (value === undefined) return <FaultNote fault={fault} />;
  return (
    <iframe
      key={value}
      class="stored"
      title={`The stored page: ${props.title.slice(0, 100)}`}
      sandbox=""
      src={value}
    />
  );
}

function Why({ card: { page, reason, way, signs } }: { readonly card: Card }) {
  return (
    <section aria-labelledby="why">
      <h2 id="why">Why</h2>
      <Reasons why={reason} />
      <Signs name="What spoke for the link" signs={signs.filter(({ weight }) => weight > 0)} />
      <Signs name="What spoke against it" signs={signs.filter(({ weight }) => weight < 0)} />
      <details>
        <summary>As the crawl wrote it down</summary>
        {page.why !== null && page.why !== "" && <p>The page: {page.why}</p>}
        {page.link.why !== "" && <p>The link to it: {page.link.why}</p>}
      </details>
      <h3>From the seed to the page</h3>
      <ol class="way">
        {way.map(({ url, by, anchor }) => (
          <li key={url}>
            <bdi>{url}</bdi>
            <small>
              {" "}
              {by}
              {anchor === null || anchor === "" ? "" : `: “${anchor}”`}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Signs in words, the heaviest first, each with its weight for who wants to know. */
function Signs({ name, signs }: { readonly name: string } & Pick<Card, "signs">) {
  if (signs.length === 0) return null;
  const heaviest = signs.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return (
    <p class="signs">
      {name}:{" "}
      {heaviest.map(({ feature, weight }, at) => (
        <span key={feature} title={weight.toFixed(3).replace("-", "−")}>
          {at > 0 && ", "}
          {signInWords(feature)}
        </span>
      ))}
      .
    </p>
  );
}

/** What a page has beside its text. */
function About({ card: { page, fields } }: { readonly card: Card }) {
  return (
    <>
      {fields.length > 0 && (
        <dl class="fields">
          {fields.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p class="hint">
        Fetched {moment(page.fetchedAt)}, status {page.status ?? "unknown"},{" "}
        {page.depth === 0
          ? "a seed"
          : `${page.depth === 1 ? "1 link" : `${page.depth} links`} from a seed`}
        .
      </p>
    </>
  );
}
