/** Charts of lines, bands, bars and dots, drawn as SVG: the same chart gives the same text. */
import { roundNumbers } from "./figure-text.ts";
import { html } from "./markup.ts";
import type { Palette } from "./palette.ts";

/** A chart without size and colours. */
export interface Chart {
  readonly x: Axis;
  readonly y: Axis;
  /** What is drawn, the first below the others; several names make a legend. */
  readonly marks: readonly Mark[];
}

/** An axis that begins at 0: its name, its end, and what it measures; counts by default. */
export interface Axis {
  readonly name: string;
  /** By default a little above the greatest value. */
  readonly max?: number | undefined;
  /** Shares in [0,1], marked in per cent. */
  readonly isShare?: true;
  /** Scores in [0,1]. */
  readonly isScore?: true;
}

/** Marks of one kind in one of the palette's colours; without a colour they are muted. */
export interface Mark {
  readonly kind: "line" | "band" | "bars" | "dots";
  readonly name?: string;
  readonly colour?: number;
  readonly isDashed?: boolean;
  /** Values up, in ascending order of x; a band and bars reach from one to the other; a dot has a radius in CSS pixels. */
  readonly points: readonly (readonly [x: number, y: number, other?: number])[];
}

/** The size of a drawing in CSS pixels, its colours, and a title where nothing beside it says what it is. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
  readonly title?: string;
}

/** Room around the axes, and the width of a letter, in CSS pixels. */
const ROOM = { top: 44, right: 24, bottom: 44, legend: 28, left: 16 };
const LETTER = 6.6;
const DOT_RADIUS = 3.5;

/** Draws a chart; the inside of an `svg` element that has its size. */
export function drawChart({ x, y, marks }: Chart, look: Look): string {
  const { width, height, palette, title } = look;
  const names = marks.filter(({ name }) => name !== undefined);
  const hasLegend = names.length > 1;
  const [columns, rows] = [scaleOf(x, marks, 0), scaleOf(y, marks, 1)];
  const left = ROOM.left + LETTER * Math.max(...rows.ticks.map((at) => marked(at, y).length));
  const bottom = height - ROOM.bottom - (hasLegend ? ROOM.legend : 0);
  const [right, top] = [width - ROOM.right, ROOM.top];
  const at = (value: number) => left + (value / columns.most) * (right - left);
  const up = (value: number) => bottom - (value / rows.most) * (bottom - top);
  return [
    title === undefined ? "" : text(width / 2, 20, title, palette.ink, "middle", 15),
    text(ROOM.left, top - 16, y.name, palette.muted, "start"),
    text((left + right) / 2, bottom + 36, x.name, palette.muted, "middle"),
    ...rows.ticks.flatMap((value) => [
      line([left, up(value)], [right, up(value)], palette.rule),
      text(left - 6, up(value) + 4, marked(value, y), palette.muted, "end"),
    ]),
    line([left, top], [left, bottom], palette.rule),
    ...columns.ticks.map((value) =>
      text(at(value), bottom + 17, marked(value, x), palette.muted, "middle"),
    ),
    ...marks.map((mark) => drawn(mark, at, up, palette)),
    ...(hasLegend ? legend(names, look) : []),
  ].join("\n");
}

/** Draws a chart as a file of its own, on a background. */
export function chartFile(chart: Chart, look: Look): string {
  const { width, height, palette } = look;
  return svgFile({ width, height }, palette.background, drawChart(chart, look));
}

/** Returns an SVG file with something drawn inside. */
export function svgFile(
  { width, height }: Pick<Look, "width" | "height">,
  background: string,
  inside: string,
): string {
  const size = `width="${width}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}" font-family="sans-serif">
<rect ${size} fill="${background}"/>
${inside}
</svg>
`;
}

/** Returns a text of a drawing, beside, over or before a place. */
export function text(
  x: number,
  y: number,
  words: string,
  colour: string,
  anchor: "start" | "middle" | "end",
  size = 12,
): string {
  return html`<text x="${shown(x)}" y="${shown(y)}" fill="${colour}" font-size="${size}" text-anchor="${anchor}">${words}</text>`
    .text;
}

/** Rounds a place to what a drawing shows, in CSS pixels. */
export function shown(value: number): number {
  return Number(value.toFixed(2));
}

type Place = readonly [x: number, y: number];

function line(from: Place, to: Place, colour: string): string {
  const [x1, y1, x2, y2] = [...from, ...to].map(shown);
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}"/>`;
}

function drawn(
  mark: Mark,
  at: (value: number) => number,
  up: (value: number) => number,
  palette: Palette,
): string {
  const { points, colour, isDashed } = mark;
  const paint = colour === undefined ? palette.muted : lineColour(palette, colour);
  const path = (places: readonly Place[]) =>
    places.map(([x, y]) => `${shown(at(x))},${shown(up(y))}`).join(" ");
  const places = points.map(([x, y]): Place => [x, y]);
  const others = points.map(([x, y, other = y]): Place => [x, other]);
  switch (points.length === 1 && mark.kind === "line" ? "dots" : mark.kind) {
    case "line": {
      const dashes = isDashed === true ? ' stroke-dasharray="6 4"' : "";
      const width = colour === undefined ? 1 : 2;
      return `<polyline points="${path(places)}" fill="none" stroke="${paint}" stroke-width="${width}"${dashes}/>`;
    }
    case "band":
      return `<polygon points="${path([...places, ...others.toReversed()])}" fill="${paint}" opacity="0.16"/>`;
    case "bars":
      return points
        .map(([x, y, other = y]) => line([at(x), up(y)], [at(x), up(other)], paint))
        .join("\n");
    case "dots":
      return points
        .map(([x, y, radius = DOT_RADIUS]) => {
          const [cx, cy, r] = [at(x), up(y), radius].map(shown);
          return `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${paint}" opacity="0.85"/>`;
        })
        .join("\n");
  }
}

/** Draws a sign and the name of each mark in a row, centred at the bottom. */
function legend(names: readonly Mark[], { width, height, palette }: Look): string[] {
  const [sign, gap] = [28, 24];
  const widths = names.map(({ name = "" }) => sign + 6 + LETTER * name.length + gap);
  let x = Math.max(ROOM.left, (width - widths.reduce((sum, each) => sum + each, -gap)) / 2);
  return names.flatMap((mark, index) => {
    const [from, y] = [x, height - 14];
    x += widths[index] ?? 0;
    const sample =
      mark.kind === "dots"
        ? [[from + sign / 2, y] as const]
        : [[from, y] as const, [from + sign, y] as const];
    const place = (value: number) => value;
    return [
      drawn({ ...mark, points: sample }, place, place, palette),
      text(from + sign + 6, y + 4, mark.name ?? "", palette.ink, "start"),
    ];
  });
}

function lineColour({ lines, ink }: Palette, index: number): string {
  return lines[index % lines.length] ?? ink;
}

function marked(value: number, { isShare }: Axis): string {
  return isShare === true ? `${100 * value} %` : value.toLocaleString("en");
}

/** Returns the end of an axis and its ticks: shares and scores at quarters, counts at round numbers. */
function scaleOf({ max, isShare, isScore }: Axis, marks: readonly Mark[], part: 0 | 1) {
  if (isShare === true || isScore === true) return { most: max ?? 1, ticks: QUARTERS };
  const greatest = Math.max(0, ...marks.flatMap(({ points }) => points.map((each) => each[part])));
  const ticks = roundNumbers(max ?? greatest);
  return { most: Math.max(1, max ?? greatest), ticks };
}

const QUARTERS = [0, 0.25, 0.5, 0.75, 1];
