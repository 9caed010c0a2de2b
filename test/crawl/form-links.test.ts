import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rankAgain, rankForms } from "../../lib/crawl/form-links.ts";
import type { ScoredLink } from "../../lib/domain/methods/strategy.ts";
import { aUrl } from "../support/a-url.ts";

const PARENT = aUrl("https://bees.example/hive");
const link = (url: string, priority: number): ScoredLink => ({
  url: aUrl(url),
  ...{ priority, group: "", why: "Ψ", snippet: undefined },
});

function ranked(url: string, priority: number): ScoredLink {
  const [only] = rankForms({ strategy: {} }, [link(url, priority)], PARENT).links;
  assert.ok(only !== undefined);
  return only;
}

describe("rank of links to forms", () => {
  it("A link to a form comes after every link to a page, in the order of the strategy", () => {
    const page = ranked("https://bees.example/queen", 1e-20);
    const best = ranked("https://bees.example/login", 1e6);
    const next = ranked("https://social.example/?u=https://bees.example/hive", 0.5);
    assert.deepEqual(page, link("https://bees.example/queen", 1e-20));
    assert.ok(page.priority > best.priority);
    assert.ok(best.priority > next.priority && next.priority > 0);
  });

  it("A link to a form that is scored again stays last, but a seed keeps its rank", () => {
    const url = aUrl("https://bees.example/login");
    const score = { priority: 2, group: "", why: "Ψ" };
    assert.ok(rankAgain({ strategy: {} }, score, { url, parent: PARENT }).priority < 1e-20);
    assert.equal(rankAgain({ strategy: {} }, score, { url, parent: undefined }), score);
  });

  it("A strategy that learns the kinds of links keeps its order", () => {
    const login = link("https://bees.example/login", 1);
    const { links, formLinks } = rankForms({ strategy: { learnsKinds: true } }, [login], PARENT);
    assert.deepEqual([links, formLinks], [[login], {}]);
    const again = { url: login.url, parent: PARENT };
    assert.equal(rankAgain({ strategy: { learnsKinds: true } }, login, again), login);
  });

  it("The explanation of a link to a form says what it is for", () => {
    assert.match(ranked("https://bees.example/login", 1).why, /^Ψ; last, as a link to login$/);
  });

  it("Links to forms are counted by what they are for, each once", () => {
    const paths = ["login", "logout", "login", "queen", "hive/print"];
    const links = paths.map((path) => link(`https://bees.example/${path}`, 1));
    assert.deepEqual(rankForms({ strategy: {} }, links, PARENT).formLinks, { login: 2, print: 1 });
  });

  it("A link to a form that the need asks for keeps its rank", () => {
    const asked = { strategy: {}, askedForms: new Set(["calendar"] as const) };
    const links = ["day.ics", "login"].map((path) => link(`https://bees.example/${path}`, 1));
    const [day, login] = rankForms(asked, links, PARENT).links;
    assert.deepEqual(day, links[0]);
    assert.ok((login?.priority ?? 1) < 1e-20);
    const score = { priority: 2, group: "", why: "Ψ" };
    const url = aUrl("https://bees.example/day.ics");
    assert.equal(rankAgain(asked, score, { url, parent: PARENT }), score);
  });

  it("A link that looks like a file which the need asks for keeps its rank, whatever its name says", () => {
    const files = { mediaTypes: ["application/pdf"], fetch: true };
    const plan = { strategy: {}, files };
    const links = ["honey.pdf?print=1", "honey?print=1"].map((path) =>
      link(`https://bees.example/${path}`, 1),
    );
    const [file, page] = rankForms(plan, links, PARENT).links;
    assert.deepEqual(file, links[0]);
    assert.ok((page?.priority ?? 1) < 1e-20);
    const score = { priority: 2, group: "", why: "Ψ" };
    const url = aUrl("https://bees.example/honey.pdf?print=1");
    assert.equal(rankAgain(plan, score, { url, parent: PARENT }), score);
    assert.ok(rankAgain({ strategy: {} }, score, { url, parent: PARENT }).priority < 1e-20);
  });
});
