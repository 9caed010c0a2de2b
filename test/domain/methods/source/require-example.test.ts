import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkExample, requireExample } from "../../../../lib/domain/methods/source/source-aim.ts";
import { aNeed } from "../../../support/a-need.ts";
import { aPage } from "../../../support/a-page.ts";

describe("the example that a strategy requires", () => {
  it("A strategy that requires an example takes the need's example page", () => {
    const examplePage = aPage();
    assert.equal(requireExample("tpm", aNeed({ examplePage })), examplePage);
  });

  it("A strategy that requires an example reports an error with its key when there is none", () => {
    assert.throws(() => requireExample("tpm", aNeed({ topic: "bees" })), {
      code: "no-example",
      reaction: "fix-config",
      hint: /need\.examplePage/,
    });
  });

  it("A strategy that requires an example reports an error when it has no markup to share", () => {
    const check = (...paths: string[]) => {
      const xpathBag = new Map(paths.map((path) => [path, 1]));
      checkExample("tpm", aNeed({ examplePage: aPage({ xpathBag }) }));
    };
    check("/html/body/text()", "/html/body/p/text()");
    for (const paths of [[], ["/html/body/text()"]])
      assert.throws(() => check(...paths), {
        code: "example-without-markup",
        value: "http://site.example/",
      });
    assert.throws(() => checkExample("tpm", aNeed()), { code: "no-example" });
  });
});
