import { writeFileSync } from "node:fs";
import { type EChartsOption, init } from "echarts";

/** Size of a plot, in CSS pixels. */
const SIZE = { width: 900, height: 460 };

/** Draws a plot, and writes it as SVG. Returns the file. */
export function writePlot(file: string, option: EChartsOption): string {
  const chart = init(null, null, { renderer: "svg", ssr: true, ...SIZE });
  chart.setOption({ animation: false, backgroundColor: "white", ...option });
  writeFileSync(file, chart.renderToSVGString());
  chart.dispose();
  return file;
}
