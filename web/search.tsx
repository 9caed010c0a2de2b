import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { Queue, TextsRead } from "../lib/workbench/schemas.ts";
import { MarkedText } from "./parts.tsx";
import { count } from "./words.ts";

/** Longest query that the host takes, in UTF-16 units. */
const LONGEST = 1_000;

/** Time between two looks at how far the texts are read, in ms. */
const READING_MS = 2_000;

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The field for a query of texts. The key that leads to it is not typed into it. */
export function SearchBox({ field, value, onChange }: SearchBoxProps) {
  return (
    <label class="search">
      Search in text, title or address
      <input
        ref={field}
        type="search"
        maxLength={LONGEST}
        placeholder={'words, "a phrase", -without, start*'}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "/" && event.currentTarget.value === "") event.preventDefault();
          // Enter gives the keys back to the view.
          if (event.key === "Enter") event.currentTarget.blur();
        }}
      />
    </label>
  );
}

interface TextsNoteProps {
  readonly texts: TextsRead | undefined;
  /** Asks again, while texts are read. */
  readonly onMore: () => void;
}

/** Says when not all texts are searched. */
export function TextsNote({ texts, onMore }: TextsNoteProps) {
  useEffect(() => {
    if (texts?.state !== "reading") return;
    const timer = setTimeout(onMore, READING_MS);
    return () => clearTimeout(timer);
  }, [texts]);
  if (texts === undefined || texts.state === "whole") return null;
  return (
    <p class="hint" role="status">
      {texts.state === "none"
        ? "Titles and addresses are searched: the stored pages are not on this machine."
        : `Reading the texts for their first search: ${count(texts.done)} of ${count(texts.of)} addresses. What is read so far is searched.`}
    </p>
  );
}

interface HitsProps {
  readonly cards: readonly Queue["cards"][number][];
  /** Index of the page that is shown. */
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

/** The pages that a search has found, with what of their texts was searched for. */
export function Hits({ cards, at, onChoose }: HitsProps) {
  if (cards.length === 0) return null;
  return (
    <ol class="hits" aria-label="Found pages">
      {cards.map(({ sequence, title, url, snippet = [] }, index) => (
        <li key={sequence}>
          <button
            type="button"
            class="quiet"
            aria-current={index === at ? "true" : undefined}
            onClick={() => onChoose(index)}
          >
            <bdi>{title || url}</bdi>
          </button>
          <p class="snippet" dir="auto">
            <MarkedText text={snippet} marks />
          </p>
        </li>
      ))}
    </ol>
  );
}
