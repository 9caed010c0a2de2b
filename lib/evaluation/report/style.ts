import { SCHEMES } from "./palette.ts";

/** Styles of a report: for light and dark, wide and narrow, screen and paper. */
export const STYLE = `
:root { color-scheme: light dark; ${variables("light")} }
@media (prefers-color-scheme: dark) { :root { ${variables("dark")} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--background); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main, header, footer { max-width: 48rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
footer { padding-bottom: 3rem; color: var(--muted); font-size: .875rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.75rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1rem; margin: 1.5rem 0 .25rem; }
p { margin: .5rem 0; max-width: 42rem; overflow-wrap: anywhere; }
.lead { font-size: 1.0625rem; }
nav { color: var(--muted); }
nav { font-size: .875rem; margin-top: 1rem; }
nav ul { margin: 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
a { color: var(--line1); overflow-wrap: anywhere; }
dl.key { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 1rem 1.25rem; margin: 1rem 0 0; }
dl.key div { border-top: 2px solid var(--line1); padding-top: .375rem; display: flex; flex-direction: column; }
dl.key dt { color: var(--muted); font-size: .8125rem; line-height: 1.35; }
dl.key dd { margin: 0; font-size: 1.5rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
dl.key small { display: block; font-size: .8125rem; line-height: 1.35; color: var(--muted); }
.verdict { font-size: 1.125rem; font-weight: 600; }
ul, ol { margin: .5rem 0; padding-left: 1.25rem; max-width: 42rem; }
li { margin: .25rem 0; overflow-wrap: anywhere; }
li.under { margin-left: 1.25rem; }
ol.pages { padding-left: 1.75rem; }
ol.pages > li { margin: 0 0 1.125rem; padding-left: .25rem; }
ol.pages a { font-weight: 600; }
ol.pages p { margin: .125rem 0; font-size: .875rem; }
.url, .why { color: var(--muted); }
mark { background: none; color: inherit; font-weight: 600; text-decoration: underline; text-decoration-color: var(--line2); text-underline-offset: .15em; }
summary { cursor: pointer; padding: .375rem 0; color: var(--line1); font-size: .875rem; }
details.section { border-top: 1px solid var(--rule); }
details.section:last-of-type { border-bottom: 1px solid var(--rule); }
details.section > summary { padding: .5rem 0; }
details.section > summary h3 { display: inline; margin: 0; color: var(--ink); }
details.section > section { padding-bottom: .75rem; }
dl.card { display: grid; grid-template-columns: minmax(7rem, 10rem) 1fr; gap: .5rem 1rem; margin: 1rem 0; }
dl.card dt { font-weight: 600; }
dl.card dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
figure { margin: 1rem 0 .5rem; }
details:not(.section) caption { display: none; }
figure svg { display: block; width: 100%; height: auto; }
figure svg text { font-family: system-ui, sans-serif !important; }
figure svg.narrow { display: none; }
figcaption { color: var(--muted); font-size: .875rem; margin-top: .25rem; }
.scroll { overflow-x: auto; margin: .75rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--muted); padding-bottom: .25rem; }
th, td { text-align: left; vertical-align: top; padding: .3125rem .75rem .3125rem 0; border-bottom: 1px solid var(--rule); font-weight: 400; }
thead th { color: var(--muted); font-size: .8125rem; vertical-align: bottom; }
tbody th, td:not(.figure) { overflow-wrap: anywhere; min-width: 6rem; }
th.figure, td.figure { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .75rem; min-width: 0; }
tr > .figure:first-child { text-align: left; padding-left: 0; }
.figure + td:not(.figure), .figure + th:not(.figure) { padding-left: 1rem; }
td:last-child, th:last-child { padding-right: 0; }
.bar { display: inline-block; width: 4rem; height: .625rem; margin-left: .5rem; text-align: left; }
.bar span { display: block; height: 100%; background: var(--line1); }
pre { max-height: 28rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .75rem 0; padding: .75rem; border: 1px solid var(--rule); font: .8125rem/1.5 ui-monospace, monospace; }
.option { white-space: nowrap; }
code { font: .8125rem ui-monospace, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--line1); outline-offset: 2px; }
@media (max-width: 36rem) {
  header { padding-top: 1.5rem; }
  main, header, footer { padding-left: 1rem; padding-right: 1rem; }
  figure svg.wide { display: none; }
  figure svg.narrow { display: block; }
  dl.card { grid-template-columns: 1fr; gap: 0; }
  dl.card dd { margin-bottom: .75rem; }
  .bar { display: none; }
  dl.key { grid-template-columns: 1fr 1fr; }
}
@media print {
  :root { color-scheme: light; ${variables("light")} }
  body { font-size: 10pt; }
  main, header, footer { max-width: none; padding-left: 0; padding-right: 0; }
  nav { display: none; }
  h2, h3, h3 + p { break-after: avoid; }
  figure, tr, dl.key { break-inside: avoid; }
  figure svg { max-width: 16cm; }
  thead { display: table-header-group; }
  pre { max-height: none; overflow: visible; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details > summary { list-style: none; color: var(--muted); }
  ol.pages > li { break-inside: avoid; }
  section { break-before: auto; }
  p, li { orphans: 3; widows: 3; }
  a { color: inherit; }
}
`;

function variables(scheme: keyof typeof SCHEMES): string {
  return Object.entries(SCHEMES[scheme])
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(" ");
}
