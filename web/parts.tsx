import { type ComponentChildren, Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Card, Fault } from "../lib/workbench/schemas.ts";
import { linkTo } from "./route.ts";

/** A fault with what to do about it. */
export function FaultNote({ fault }: { readonly fault: Fault | undefined }) {
  if (fault === undefined) return null;
  return (
    <div class="fault" role="alert">
      <p>
        <strong>{fault.message}</strong>
      </p>
      <p>
        {fault.code === "no-run" ? <a href={linkTo({ view: "runs" })}>All runs</a> : fault.hint}
      </p>
    </div>
  );
}

/** The view of a run that is not there, or cannot be read. */
export function NoView({ run, fault }: { readonly run: string; readonly fault: Fault }) {
  return (
    <>
      <h1>
        <bdi>{run}</bdi>
      </h1>
      <FaultNote fault={fault} />
    </>
  );
}

/** Whether no view of a run can show anything. */
export function isOfRun(fault: Fault | undefined): fault is Fault {
  return fault?.code === "no-run" || fault?.code === "run-damaged";
}

/** What an empty view says: what is missing, and what to do next. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** What the views of a run without a page say. */
export function NoPages({ run }: { readonly run: string }) {
  return (
    <Empty title="The run has no page">
      <p>
        The crawl has fetched none so far: <a href={linkTo({ view: "watch", run })}>see why</a>.
      </p>
    </Empty>
  );
}

/** A figure with its name and a note on it. */
export function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** A command that does the same, to be copied. */
export function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <p class="command">
      <code>
        {text.split(" ").map((word, at) => (
          // A line ends between two words, and not inside an option.
          <Fragment key={at}>
            {at > 0 && " "}
            <span class="word">{word}</span>
          </Fragment>
        ))}
      </code>
      <button type="button" class="quiet" onClick={copy}>
        {isCopied ? "copied" : "copy"}
      </button>
    </p>
  );
}

/** The same, folded where it is one of many. */
export function ByCommand({ text }: { readonly text: string }) {
  return (
    <details class="by-command">
      <summary>by a command</summary>
      <Command text={text} />
    </details>
  );
}

/** A text in which the words that decided are marked. */
export function MarkedText({ text, marks }: { text: Card["text"]; marks: boolean }) {
  return (
    <>
      {text.map((piece, index) =>
        piece.isMarked && marks ? <mark key={index}>{piece.text}</mark> : piece.text,
      )}
    </>
  );
}

/** A key of the keyboard beside what it does. */
export function Key({ name }: { readonly name: string }) {
  return <kbd aria-hidden="true">{name}</kbd>;
}

interface WideTableProps {
  /** What it shows, in words. */
  readonly name: string;
  /** Titles of the first column, and of those with figures. */
  readonly titles: readonly string[];
  /** Titles of the columns with words, which come last. */
  readonly words?: readonly string[];
  readonly children: ComponentChildren;
}

/** A table of figures that scrolls by itself where the screen is narrow, by keys, too. */
export function WideTable({ name, titles, words = [], children }: WideTableProps) {
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={name}>
      <table class="numbers">
        <caption>{name}</caption>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {words.map((title) => (
              <th key={title} scope="col" class="words">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
