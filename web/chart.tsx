import { useEffect, useRef, useState } from "preact/hooks";
import type { Watch } from "../lib/workbench/schemas.ts";
import { count } from "./words.ts";

/** Width before the place is measured, and the least one, in CSS pixels. */
const WIDTH = 640;
const LEAST = 240;
const HEIGHT = 220;
/** Room for labels around the curve, in CSS pixels. */
const ROOM = { top: 14, right: 24, bottom: 30, left: 56 };

/** Good pages found by pages fetched, as the crawl predicts them. */
export function HarvestChart({ harvest }: Pick<Watch, "harvest">) {
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  const last = harvest.at(-1) ?? { pages: 0, targets: 0 };
  const most = Math.max(1, last.targets);
  const x = (pages: number) =>
    ROOM.left + (pages / Math.max(1, last.pages)) * (width - ROOM.left - ROOM.right);
  const y = (targets: number) =>
    HEIGHT - ROOM.bottom - (targets / most) * (HEIGHT - ROOM.top - ROOM.bottom);
  const points = [{ pages: 0, targets: 0 }, ...harvest];
  const path = points.map(
    ({ pages, targets }) => `${x(pages).toFixed(1)},${y(targets).toFixed(1)}`,
  );
  const words = `${count(last.targets)} good pages among ${count(last.pages)} pages fetched`;
  return (
    <figure class="chart" ref={place}>
      <svg width={width} height={HEIGHT} role="img" aria-label={words}>
        {ticks(most).map((value) => (
          <g key={value}>
            <line class="grid" x1={ROOM.left} x2={width - ROOM.right} y1={y(value)} y2={y(value)} />
            <text x={ROOM.left - 8} y={y(value) + 4} text-anchor="end">
              {count(value)}
            </text>
          </g>
        ))}
        {ticks(last.pages).map((value) => (
          <text
            key={value}
            x={x(value)}
            y={HEIGHT - 8}
            text-anchor={value === 0 ? "start" : "middle"}
          >
            {count(value)}
          </text>
        ))}
        <polyline class="curve" points={path.join(" ")} />
        <circle class="tip" cx={x(last.pages)} cy={y(last.targets)} r="3.5" />
      </svg>
      <figcaption>Good pages (up) by pages fetched (right), as the crawl predicts them</figcaption>
    </figure>
  );
}

/** Returns the width of an element, as it is and as it changes. */
function useWidth(place: { readonly current: HTMLElement | null }): number {
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

/** Returns some round numbers from 0 up to a value. */
function ticks(most: number): number[] {
  if (most < 1) return [0];
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((of) => of * power).find((of) => of >= rough) ?? rough,
  );
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}
