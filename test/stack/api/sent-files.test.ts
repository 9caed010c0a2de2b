import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, it, type TestContext } from "node:test";
import { EXAMPLE_PROJECT } from "../../../lib/stack/api/routes.ts";
import { parseBundle, planOf } from "../../../lib/stack/bundle.ts";
import { aServedStack } from "../../support/a-served-stack.ts";

const example = (parts: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({ ...EXAMPLE_PROJECT, ...parts });

const announced = (name: string, text: string) => ({
  name,
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});

const page = (title: string) =>
  `<html><head><title>${title}</title></head><body><p>Bees at the ${title}.</p><a href="next.html">Next</a></body></html>`;

const ONTOLOGY =
  "- name: beekeeping\n  synonyms: [apiculture]\n- name: hive\n  broader: beekeeping\n";

/** A stack that files were announced to, and those of them uploaded whose text is given. */
async function aStackWith(
  test: TestContext,
  files: Readonly<Record<string, string>>,
  isUploaded: (name: string) => boolean = () => true,
) {
  const stack = await aServedStack(test);
  const list = Object.entries(files).map(([name, text]) => announced(name, text));
  const { status, body } = await stack.ask("POST", "/crawl/files", JSON.stringify({ files: list }));
  assert.equal(status, 201, String(body.message));
  for (const { name, sha256 } of list)
    if (isUploaded(name))
      await stack.ports.blobs.putNew(`files/sha256-${sha256}`, Buffer.from(files[name] ?? ""));
  const started = async (parts: Readonly<Record<string, unknown>>) => {
    const answer = await stack.ask("PUT", "/crawl", example(parts));
    assert.equal(answer.status, 201, String(answer.body.message));
    const kept = await stack.ports.blobs.get((await stack.order())?.plan ?? "");
    return parseBundle(Buffer.from(kept ?? []).toString());
  };
  const refused = async (parts: Readonly<Record<string, unknown>>) => {
    const { body: told } = await stack.ask("PUT", "/crawl", example(parts));
    assert.equal(await stack.order(), undefined);
    return [told.code, String(told.message)] as const;
  };
  return { ...stack, started, refused };
}

describe("POST /crawl/files", () => {
  it("Each announced file has a request that uploads it, signed for its length and digest", async (test) => {
    const { ports, ask } = await aServedStack(test);
    const signed: unknown[] = [];
    ports.presignPut = async (key, content) => {
      signed.push([key, content.bytes, content.sha256]);
      return { url: `https://bucket.example/${key}`, headers: { a: "b" } };
    };
    const file = announced("good/hive.html", "hello");
    const upper = { ...file, name: "same.html", sha256: file.sha256.toUpperCase() };
    const sent = JSON.stringify({ files: [file, upper] });
    const { status, body } = await ask("POST", "/crawl/files", sent);
    const key = `files/sha256-${file.sha256}`;
    const request = { url: `https://bucket.example/${key}`, headers: { a: "b" } };
    assert.deepEqual(
      [status, body],
      [
        201,
        {
          files: [
            { name: "good/hive.html", ...request },
            { name: "same.html", ...request },
          ],
        },
      ],
    );
    assert.deepEqual(signed, [
      [key, 5, file.sha256],
      [key, 5, file.sha256],
    ]);
  });

  const file = announced("a.html", "a");
  for (const [what, files, fault] of [
    ["a name twice", [file, file], "a.html twice"],
    ["a file that is a folder", [file, { ...file, name: "a.html/b" }], "folder of a.html/b"],
    ["an absolute name", [{ ...file, name: "/etc/passwd" }], "/etc/passwd"],
    ["a name that leads out", [{ ...file, name: "../a.html" }], "../a.html"],
    ["a name that leads up", [{ ...file, name: "a/../b.html" }], "a/../b.html"],
    ["a name with a backslash", [{ ...file, name: "a\\b.html" }], "a\\b.html"],
  ] as const) {
    it(`A list of files with ${what} is refused`, async (test) => {
      const { ask } = await aServedStack(test);
      const { status, body } = await ask("POST", "/crawl/files", JSON.stringify({ files }));
      assert.deepEqual([status, body.code], [400, "bad-files"]);
      assert.ok(String(body.message).includes(fault), String(body.message));
    });
  }

  for (const [what, sent, fault] of [
    ["a list that is no JSON", "a.html", "it is no JSON"],
    ["an unknown key", { files: [{ ...file, size: 3 }] }, "size"],
    ["no digest", { files: [{ ...file, sha256: "abc" }] }, "files.0.sha256"],
    ["an empty file", { files: [{ ...file, bytes: 0 }] }, "files.0.bytes"],
    ["no file", { files: [] }, "files"],
  ] as const) {
    it(`A list of files in another form is refused: ${what}`, async (test) => {
      const { ask } = await aServedStack(test);
      const text = typeof sent === "string" ? sent : JSON.stringify(sent);
      const { status, body } = await ask("POST", "/crawl/files", text);
      assert.deepEqual([status, body.code], [400, "bad-parameters"]);
      assert.ok(String(body.message).includes(fault), String(body.message));
    });
  }

  it("Files that are too large together are refused before they are uploaded", async (test) => {
    const { ask } = await aServedStack(test);
    const half = { ...file, bytes: 7 << 20 };
    const files = [half, { ...half, name: "b.html" }];
    const { status, body } = await ask("POST", "/crawl/files", JSON.stringify({ files }));
    assert.deepEqual([status, body.code], [413, "files-too-large"]);
    assert.match(
      String(body.message),
      /14680064 bytes together, and a stack takes at most 12582912/,
    );
  });
});

describe("PUT /crawl with a project that names files", () => {
  it("Example pages are read from files that were sent, by pattern too", async (test) => {
    const sent = {
      "good/a.html": page("hive"),
      "good/b.html": page("comb"),
      "bad.html": page("shop"),
    };
    const stack = await aStackWith(test, sent);
    const need = { topic: "beekeeping", good: ["./good/*.html"], bad: ["bad.html"] };
    const bundle = await stack.started({ need: { ...need, examplePage: "good/a.html" } });
    const titles = (pages: readonly { title: string }[]) => pages.map(({ title }) => title);
    const { good, bad, examplePage } = bundle.need;
    assert.deepEqual([titles(good), titles(bad)], [["hive", "comb"], ["shop"]]);
    assert.equal(examplePage?.url, "http://file.invalid/good/a.html");
    assert.equal(examplePage?.anchors[0]?.url, "http://file.invalid/good/next.html");
    assert.deepEqual(bundle.project.need.good, need.good);
    await planOf(bundle);
  });

  it("Seeds, a control list, an ontology and the guide of an assessor are read from files that were sent", async (test) => {
    const control = Array.from({ length: 40 }, (_, at) => `https://bees.example/${at}\n`).join("");
    const stack = await aStackWith(test, {
      "seeds.csv": "name,url\nHives,https://hives.example/\nnone,nothing\n",
      "control.txt": control,
      "bees.yaml": ONTOLOGY,
      "guide.md": "Pages about bees.\n",
    });
    const secrets = new Set(["Assessor"] as const);
    Object.assign(stack.ports, { secrets });
    const bundle = await stack.started({
      need: { topic: "beekeeping", ontology: "bees.yaml" },
      seeds: { urls: ["https://bees.example/"], file: "seeds.csv" },
      stop: { of: "control.txt" },
      assessor: { url: "https://models.example/v1", model: "m", guide: "guide.md" },
    });
    assert.deepEqual(bundle.project.seeds.urls, [
      "https://bees.example/",
      "https://hives.example/",
    ]);
    assert.equal(bundle.project.stop?.of.length, 40);
    assert.deepEqual(bundle.need.concepts?.terms.map(({ term }) => term).toSorted(), [
      "apiculture",
      "beekeeping",
      "hive",
    ]);
    assert.deepEqual(
      [bundle.guide, bundle.project.assessor?.guide],
      ["Pages about bees.", undefined],
    );
  });

  it("Files that were sent are on the function's disk only while they are read", async (test) => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("dowser-files-"));
    const before = folders();
    const stack = await aStackWith(test, { "a.html": page("hive"), "seeds.txt": "nothing\n" });
    await stack.refused({ seeds: { file: "seeds.txt" } });
    await stack.started({ need: { topic: "bees", good: ["a.html"] } });
    assert.deepEqual(folders(), before);
  });

  for (const [what, parts, key] of [
    ["a list of seeds", { seeds: { file: "seeds.txt" } }, "seeds.txt (seeds.file)"],
    ["an example page in a file", { need: { good: ["a.html"] } }, "a.html (need.good[0])"],
    ["a page of the target type", { need: { examplePage: "b.html" } }, "b.html (need.examplePage)"],
    ["an ontology", { need: { topic: "bees", ontology: "mesh" } }, "mesh (need.ontology)"],
    ["a control list in a file", { stop: { of: "control.txt" } }, "control.txt (stop.of)"],
    [
      "a trained model",
      { strategy: { name: "link-distance", model: "paths.json" } },
      "paths.json (strategy.model)",
    ],
    [
      "the guide of an assessor",
      { assessor: { url: "https://models.example/v1", model: "m", guide: "guide.md" } },
      "guide.md (assessor.guide)",
    ],
  ] as const) {
    it(`A project that names ${what} which was not announced is refused by its name and key`, async (test) => {
      const { refused } = await aStackWith(test, { "other.html": page("hive") });
      const [code, message] = await refused(parts);
      assert.equal(code, "file-missing");
      assert.ok(message.includes(key), message);
    });
  }

  it("A file that was announced and never uploaded is told by its name", async (test) => {
    const files = { "a.html": page("a"), "b.html": page("b") };
    const { refused } = await aStackWith(test, files, (name) => name === "a.html");
    assert.deepEqual(await refused({ need: { topic: "bees", good: ["*.html"] } }), [
      "file-missing",
      "b.html was announced, and is not in the stack",
    ]);
  });

  it("A file that S3 refuses is told as missing: it refuses one that does not exist, where nobody may list", async (test) => {
    const { ports, refused } = await aStackWith(test, { "a.html": page("a") });
    const { get } = ports.blobs;
    const refusing: typeof get = async (key, range) => {
      if (key.startsWith("files/")) throw new Error("AccessDenied");
      return get(key, range);
    };
    Object.assign(ports.blobs, { get: refusing });
    const [code] = await refused({ need: { topic: "bees", good: ["a.html"] } });
    assert.equal(code, "file-missing");
  });

  it("A file that is not the announced one is told with what it has", async (test) => {
    const { ports, refused } = await aStackWith(test, { "a.html": page("a") }, () => false);
    const { sha256 } = announced("a.html", page("a"));
    await ports.blobs.putNew(`files/sha256-${sha256}`, Buffer.from("hello"));
    const [code, message] = await refused({ need: { topic: "bees", good: ["a.html"] } });
    assert.equal(code, "file-damaged");
    assert.match(
      message,
      /^a\.html is not the file that was announced: it has 5 bytes with the SHA-256 2cf24dba/,
    );
  });

  it("A file that cannot be read is told by the name that the project has for it", async (test) => {
    const { refused } = await aStackWith(test, { "lists/seeds.txt": "no address\n" });
    const [code, message] = await refused({ seeds: { file: "lists/seeds.txt" } });
    assert.equal(code, "bad-seed-list");
    assert.match(
      message,
      /^the list of seeds lists\/seeds\.txt has no seed\nseeds\.txt:1 "no address"/,
    );
  });

  for (const entry of [
    "/etc/hostname",
    "../../etc/hostname",
    "{../../etc/hostname,a.html}",
    "{/etc/hostname,a.html}",
  ]) {
    it(`A project never reads a file of the function itself: ${entry}`, async (test) => {
      assert.ok(existsSync("/etc/hostname"));
      const stack = await aStackWith(test, { "a.html": page("hive") });
      const { status, body } = await stack.ask(
        "PUT",
        "/crawl",
        example({ need: { topic: "bees", good: [entry] } }),
      );
      if (status !== 201) return assert.equal(body.code, "file-missing");
      const kept = await stack.ports.blobs.get((await stack.order())?.plan ?? "");
      const { need } = parseBundle(Buffer.from(kept ?? []).toString());
      assert.deepEqual(
        need.good.map(({ title }) => title),
        ["hive"],
      );
    });
  }

  it("Files that were announced before are replaced by the next list", async (test) => {
    const { ask, refused } = await aStackWith(test, { "a.html": page("a") });
    const files = [announced("b.html", page("b"))];
    assert.equal((await ask("POST", "/crawl/files", JSON.stringify({ files }))).status, 201);
    const [code] = await refused({ need: { topic: "bees", good: ["a.html"] } });
    assert.equal(code, "file-missing");
  });
});
