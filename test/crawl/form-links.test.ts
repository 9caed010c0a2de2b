import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { countFormLinks, rankLink } from "../../lib/crawl/form-links.ts";
import { aUrl } from "../support/a-url.ts";

const PARENT = aUrl("https://bees.example/hive");
const ranked = (url: string, priority: number, parent: typeof PARENT | undefined = PARENT) =>
  rankLink({ url: aUrl(url), parent, priority, why: "Ψ" });

describe("rank of links to forms", () => {
  it("A link to a form comes after every link to a page, in the order of the strategy", () => {
    const page = ranked("https://bees.example/queen", 1e-20);
    const best = ranked("https://bees.example/login", 1e6);
    const next = ranked("https://social.example/?u=https://bees.example/hive", 0.5);
    assert.deepEqual(page, { priority: 1e-20, why: "Ψ" });
    assert.ok(page.priority > best.priority);
    assert.ok(best.priority > next.priority && next.priority > 0);
  });

  it("The explanation of a link to a form says what it is for", () => {
    assert.match(ranked("https://bees.example/login", 1).why, /^Ψ; last, as a link to login$/);
  });

  it("A seed keeps its rank, whatever it is for", () => {
    const url = aUrl("https://bees.example/login");
    assert.equal(rankLink({ url, parent: undefined, priority: 2, why: "seed" }).priority, 2);
  });

  it("Links to forms are counted by what they are for, without those out of scope", () => {
    const links = ["login", "logout", "queen", "hive/print", "sign-in"].map((path, at) => ({
      url: aUrl(`https://bees.example/${path}`),
      parent: PARENT,
      refusedBy: at === 4 ? "pattern" : undefined,
    }));
    assert.deepEqual(countFormLinks(links), { login: 2, print: 1 });
  });
});
