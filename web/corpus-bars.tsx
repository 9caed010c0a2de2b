import { useRef } from "preact/hooks";
import type { Corpus } from "../lib/workbench/corpus-schemas.ts";
import { useWidth } from "./chart.tsx";
import { count, score } from "./words.ts";

/** Height of the drawing, of the row of verdicts, and of the labels below, in CSS pixels. */
const HEIGHT = 132;
/** Room for the highest number of pages above the bars, in CSS pixels. */
const ABOVE = 14;
const VERDICTS = 14;
const LABELS = 16;
/** Half of the handle, so that bars and handle have the same scale, in CSS pixels. */
const SIDE = 10;

interface BarsProps {
  readonly corpus: Corpus;
  /** Where the handle is, and the cut that is kept. */
  readonly at: number;
  readonly kept: number;
}

/** Draws how many pages have which score, those that the cut calls in the accent colour. */
export function ScoreBars({ corpus: { bins }, at, kept }: BarsProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const most = Math.max(1, ...bins.map(({ pages }) => pages));
  const x = (value: number) => SIDE + value * (width - 2 * SIDE);
  const room = HEIGHT - VERDICTS - LABELS;
  // One page of a thousand is still to be seen.
  const height = (pages: number) => (room - ABOVE) * Math.sqrt(pages / most);
  const step = 1 / bins.length;
  const words = `Pages by score: ${count(most)} have the most frequent score; the cut is at ${score(at)}.`;
  return (
    <div ref={place}>
      <svg class="bars" width={width} height={HEIGHT} role="img" aria-label={words}>
        {bins.map(({ pages, good, bad }, bin) => {
          const [from, middle] = [bin * step, (bin + 0.5) * step];
          return (
            <g key={bin}>
              <Bar
                from={x(from)}
                to={x(from + step)}
                cut={x(at)}
                top={room - height(pages)}
                bottom={room}
              >
                <title>{`${count(pages)} pages of ${score(from)} to ${score(from + step)}`}</title>
              </Bar>
              {good > 0 && <circle class="relevant" cx={x(middle)} cy={room + 5} r="2.5" />}
              {bad > 0 && <circle class="irrelevant" cx={x(middle)} cy={room + 11} r="2.5" />}
            </g>
          );
        })}
        <text x={x(0)} y="10">
          {count(most)} pages
        </text>
        <line class="base" x1={x(0)} x2={x(1)} y1={room} y2={room} />
        {kept !== at && <line class="kept" x1={x(kept)} x2={x(kept)} y1={0} y2={room} />}
        <line class="cut" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT - LABELS} />
        {[0, 0.25, 0.5, 0.75, 1].map((value) => (
          <text key={value} x={x(value)} y={HEIGHT - 3} text-anchor={anchorOf(value)}>
            {score(value)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function anchorOf(value: number): "start" | "middle" | "end" {
  return value === 0 ? "start" : value === 1 ? "end" : "middle";
}

interface BarProps {
  readonly from: number;
  readonly to: number;
  readonly cut: number;
  readonly top: number;
  readonly bottom: number;
  readonly children: preact.ComponentChildren;
}

/** A bar, divided where the cut goes through it. */
function Bar({ from, to, cut, top, bottom, children }: BarProps) {
  const [left, right, middle] = [
    from + 0.5,
    to - 0.5,
    Math.min(to - 0.5, Math.max(from + 0.5, cut)),
  ];
  const high = Math.max(0, bottom - top);
  return (
    <>
      <rect class="left" x={left} width={middle - left} y={top} height={high}>
        {children}
      </rect>
      <rect class="called" x={middle} width={right - middle} y={top} height={high}>
        {children}
      </rect>
    </>
  );
}
