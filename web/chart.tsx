import { useEffect, useRef, useState } from "preact/hooks";
import { roundNumbers } from "../lib/evaluation/report/figure-text.ts";
import type { Watch } from "../lib/workbench/schemas.ts";
import { count } from "./words.ts";

/** Width before the place is measured, and the least one, in CSS pixels. */
const WIDTH = 640;
const LEAST = 240;
const HEIGHT = 220;
/** Room for labels around the curves, in CSS pixels. */
const ROOM = { top: 28, right: 24, bottom: 44, left: 56 };
/** Room for the name of a curve, the height of one, and the width of a letter, in CSS pixels. */
const NAME = { width: 128, height: 15, letter: 6.5 };

/** Good pages by pages fetched, of one run. */
export interface Curve {
  readonly name: string;
  readonly points: Watch["harvest"];
}

/** Good pages found by pages fetched, as the crawl predicts them. */
export function HarvestChart({ harvest }: Pick<Watch, "harvest">) {
  const last = harvest.at(-1) ?? NONE;
  const words = `${count(last.targets)} relevant pages among ${count(last.pages)} pages fetched`;
  return <Curves curves={[{ name: "", points: harvest }]} words={words} />;
}

const NONE = { pages: 0, targets: 0 };

interface CurvesProps {
  readonly curves: readonly Curve[];
  /** What the drawing shows, in words. */
  readonly words: string;
  /** Names of its axes: across, and up. */
  readonly across?: string;
  readonly up?: string;
}

/** Curves over one another, each with its name at its end where there are several. */
export function Curves({
  curves,
  words,
  across = "pages fetched",
  up = "relevant pages, predicted",
}: CurvesProps) {
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  const [at, setAt] = useState<number>();
  const ends = curves.map(({ points }) => points.at(-1) ?? NONE);
  const most = Math.max(1, ...ends.map(({ targets }) => targets));
  const pagesMost = Math.max(1, ...ends.map(({ pages }) => pages));
  const isNamed = curves.length > 1;
  const right = isNamed ? Math.min(NAME.width, width / 3) : ROOM.right;
  const x = (pages: number) => ROOM.left + (pages / pagesMost) * (width - ROOM.left - right);
  const y = (targets: number) =>
    HEIGHT - ROOM.bottom - (targets / most) * (HEIGHT - ROOM.top - ROOM.bottom);
  const follow = ({ clientX, currentTarget }: PointerEvent & { currentTarget: SVGElement }) => {
    const across = clientX - currentTarget.getBoundingClientRect().left - ROOM.left;
    const pages = Math.round((across / (width - ROOM.left - right)) * pagesMost);
    setAt(Math.max(0, Math.min(pagesMost, pages)));
  };
  const letters = Math.floor((right - 12) / NAME.letter);
  const names = spread(ends.map(({ targets }) => y(targets)));
  return (
    <figure class="chart" ref={place}>
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={words}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
      >
        <Axes end={width - right} {...{ most, pagesMost, x, y, across, up }} />
        {curves.map(({ name, points }, at) => (
          <g key={name} class={`curve-${at}`}>
            <polyline class="curve" points={path([NONE, ...points], x, y)} />
            <circle
              class="tip"
              cx={x(ends[at]?.pages ?? 0)}
              cy={y(ends[at]?.targets ?? 0)}
              r="3.5"
            />
            {isNamed && (
              <text class="name" x={x(ends[at]?.pages ?? 0) + 8} y={(names[at] ?? 0) + 4}>
                {cut(name, letters)}
              </text>
            )}
          </g>
        ))}
        {at !== undefined && (
          <Hovered at={at} x={x(at)} isLate={at > pagesMost / 2} {...{ curves, y }} />
        )}
      </svg>
    </figure>
  );
}

interface AxesProps {
  readonly across: string;
  readonly up: string;
  /** Right end of the lines. */
  readonly end: number;
  readonly most: number;
  readonly pagesMost: number;
  readonly x: (pages: number) => number;
  readonly y: (targets: number) => number;
}

/** The axes with their names, and round values. */
function Axes({ end, most, pagesMost, x, y, across, up }: AxesProps) {
  return (
    <>
      <text class="axis" x="0" y="12">
        {up}
      </text>
      <text class="axis" x={end} y={HEIGHT - 4} text-anchor="end">
        {across}
      </text>
      {roundNumbers(most).map((value) => (
        <g key={value}>
          <line class="grid" x1={ROOM.left} x2={end} y1={y(value)} y2={y(value)} />
          <text x={ROOM.left - 8} y={y(value) + 4} text-anchor="end">
            {count(value)}
          </text>
        </g>
      ))}
      {roundNumbers(pagesMost).map((value) => (
        <text
          key={value}
          x={x(value)}
          y={HEIGHT - 24}
          text-anchor={value === 0 ? "start" : "middle"}
        >
          {count(value)}
        </text>
      ))}
    </>
  );
}

interface HoveredProps {
  /** Pages fetched below the pointer, and their place. */
  readonly at: number;
  readonly x: number;
  /** Whether there is more room to its left. */
  readonly isLate: boolean;
  readonly curves: readonly Curve[];
  readonly y: (targets: number) => number;
}

/** What the curves have below the pointer. */
function Hovered({ at, x, isLate, curves, y }: HoveredProps) {
  const values = curves.map(({ name, points }) => [name, valueAt(points, at)] as const);
  const named = values.map(
    ([name, value]) => `${name === "" ? "" : `${name}: `}${count(Math.round(value))} relevant`,
  );
  return (
    <g class="hovered">
      <line x1={x} x2={x} y1={ROOM.top} y2={HEIGHT - ROOM.bottom} />
      {values.map(([name, value]) => (
        <circle key={name} cx={x} cy={y(value)} r="3.5" />
      ))}
      {[`of ${count(at)} pages`, ...named].map((words, line) => (
        <text
          key={words}
          x={isLate ? x - 8 : x + 8}
          y={ROOM.top + 12 + NAME.height * line}
          text-anchor={isLate ? "end" : "start"}
        >
          {words}
        </text>
      ))}
    </g>
  );
}

/** Returns the relevant pages among so many, between two points of a curve by the line through them. */
export function valueAt(points: Watch["harvest"], pages: number): number {
  let before = NONE;
  for (const point of points) {
    if (point.pages >= pages) {
      const share = (pages - before.pages) / Math.max(1, point.pages - before.pages);
      return before.targets + share * (point.targets - before.targets);
    }
    before = point;
  }
  return before.targets;
}

function path(
  points: Watch["harvest"],
  x: (pages: number) => number,
  y: (targets: number) => number,
): string {
  return points
    .map(({ pages, targets }) => `${x(pages).toFixed(1)},${y(targets).toFixed(1)}`)
    .join(" ");
}

function cut(name: string, letters: number): string {
  return name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name;
}

/** Moves heights of names apart, so that none covers another; their order stays. */
function spread(heights: readonly number[]): readonly number[] {
  const placed = [...heights];
  const lowestFirst = heights
    .map((_, at) => at)
    .sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0));
  let free = HEIGHT - ROOM.bottom;
  for (const at of lowestFirst) {
    placed[at] = Math.min(heights[at] ?? 0, free);
    free = (placed[at] ?? 0) - NAME.height;
  }
  return placed;
}

/** Returns the width of an element, as it is and as it changes. */
export function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(WIDTH);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(LEAST, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return width;
}
