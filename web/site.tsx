import type { Site } from "../lib/workbench/look-schemas.ts";
import { api } from "./api.ts";
import { useLoaded } from "./hooks.ts";
import { lookFor } from "./look.tsx";
import { LookNav } from "./look-nav.tsx";
import { Command, FaultNote, NoPages, WideTable } from "./parts.tsx";
import { count, outcome, percent, score } from "./words.ts";

/** What a run found where: its hosts, page types and what leads where, and what it left out by which rule. */
export function SiteView({ run }: { readonly run: string }) {
  const { value, fault } = useLoaded(run, () => api.site(run));
  return (
    <div class="site">
      <h1>Hosts and types of {run}</h1>
      <LookNav run={run} view="site" />
      <FaultNote fault={fault} />
      {value?.pages === 0 && <NoPages run={run} />}
      {value !== undefined && value.pages > 0 && (
        <>
          <Types run={run} site={value} />
          <Hosts run={run} site={value} />
        </>
      )}
      {value !== undefined && value.rejected.length > 0 && <Rejected site={value} />}
    </div>
  );
}

interface SiteProps {
  readonly run: string;
  readonly site: Site;
}

interface NamedTableProps {
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly pages: number;
    readonly targets: number;
    readonly more?: number;
  }[];
  /** Title of the last column. */
  readonly more?: string;
  readonly onChoose: (name: string) => void;
}

/** Pages by host or type; each name leads to its pages. */
function NamedTable({ title, more, rows, onChoose }: NamedTableProps) {
  const titles = [title, "pages", "relevant", "share", ...(more === undefined ? [] : [more])];
  return (
    <WideTable name={`Pages by ${title}`} titles={titles}>
      {rows.map(({ name, pages, targets, more: extra }) => (
        <tr key={name}>
          <th scope="row">
            <button type="button" class="quiet" onClick={() => onChoose(name)}>
              {name}
            </button>
          </th>
          <td>{count(pages)}</td>
          <td>{count(targets)}</td>
          <td>{percent(targets / pages)}</td>
          {extra !== undefined && <td>{count(extra)}</td>}
        </tr>
      ))}
    </WideTable>
  );
}

function Hosts({ run, site: { hosts, hostCount } }: SiteProps) {
  const rows = hosts.map(({ host, waiting, ...counts }) => {
    return { name: host, ...counts, more: waiting };
  });
  return (
    <section aria-labelledby="hosts">
      <h2 id="hosts">
        Hosts{" "}
        <small>
          {hostCount > hosts.length ? `the largest ${hosts.length} of ` : ""}
          {count(hostCount)}
        </small>
      </h2>
      <NamedTable
        title="host"
        more="queued"
        rows={rows}
        onChoose={(host) => lookFor(run, { host })}
      />
    </section>
  );
}

function Types({ run, site }: SiteProps) {
  const { types, sitemap } = site;
  if (types.length === 0 && sitemap.kind !== "learning") return null;
  const rows = types.map(({ type, ...counts }) => ({ name: type, ...counts }));
  return (
    <section aria-labelledby="types">
      <h2 id="types">Page types</h2>
      {sitemap.kind === "learning" && (
        <p>
          The types of the site are not learned yet
          {sitemap.from === null ? "." : `: that takes ${count(sitemap.from)} pages.`}
        </p>
      )}
      {rows.length > 0 && (
        <NamedTable title="type" rows={rows} onChoose={(type) => lookFor(run, { type })} />
      )}
      {sitemap.kind === "known" && <Sitemap site={sitemap} command={site.commands.sitemap} />}
    </section>
  );
}

interface SitemapProps {
  readonly site: Extract<Site["sitemap"], { kind: "known" }>;
  readonly command: string;
}

function Sitemap({ site: { types, outliers, arcs, arcCount }, command }: SitemapProps) {
  const most = arcCount > arcs.length ? `: the largest ${arcs.length} of ${count(arcCount)}` : "";
  return (
    <>
      <p class="hint">
        Above, a page has the type that it was given when it was fetched. The map below is that of
        the last training, from a sample of the site. {count(outliers)} sampled pages are like no
        others.
      </p>
      <WideTable
        name="Types of the site: a hub links where others link, an authority is linked to"
        titles={["type", "sampled", "hub", "authority"]}
        words={["example"]}
      >
        {types.map(({ name, sampled, hub, authority, example }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{count(sampled)}</td>
            <td>{score(hub)}</td>
            <td>{score(authority)}</td>
            <td class="words">
              <bdi>{example}</bdi>
            </td>
          </tr>
        ))}
      </WideTable>
      <WideTable
        name={`What leads where${most}`}
        titles={["from and to", "links"]}
        words={["most of them at"]}
      >
        {arcs.map(({ from, to, links, at }) => (
          <tr key={`${from} ${to}`}>
            <th scope="row">
              {from} → {to}
            </th>
            <td>{count(Math.round(links))}</td>
            <td class="words">
              <code>{at}</code>
            </td>
          </tr>
        ))}
      </WideTable>
      <Command text={command} />
    </>
  );
}

function Rejected({ site: { rejected, commands } }: Pick<SiteProps, "site">) {
  return (
    <section aria-labelledby="rejected">
      <h2 id="rejected">Not fetched</h2>
      <WideTable
        name="By outcome or rule"
        titles={["outcome or rule", "addresses"]}
        words={["meaning"]}
      >
        {rejected.map(({ reason: name, meaning, urls }) => (
          <tr key={name}>
            <th scope="row">{outcome(name)}</th>
            <td>{count(urls)}</td>
            <td class="words">{meaning}</td>
          </tr>
        ))}
      </WideTable>
      <p class="hint">Each of them, with its rule and where it was found:</p>
      <Command text={commands.rejected} />
    </section>
  );
}
