/**
 * Who may import whom: the table of docs/architecture.md as rules.
 * `npm run check:folders` also proves that the rules bite, on test/gate/bad-fixture.
 */

import { Visitor } from "@swc/core/Visitor.js";

// What reads the modules knows no `using`: such a declaration is read as any other.
// oxlint-disable-next-line typescript/unbound-method -- it is called with its visitor
const { visitStatement } = Visitor.prototype;
Visitor.prototype.visitStatement = function visit(statement) {
  return statement.type === "UsingDeclaration"
    ? this.visitVariableDeclaration({ ...statement, declarations: statement.decls })
    : visitStatement.call(this, statement);
};

/** Pure libraries that `lib/domain` may use, each for the wing it stands in. */
const DOMAIN_LIBRARIES = [
  { folder: "stats", libraries: "ml-matrix" },
  { folder: "text", libraries: "stopword|stemmer|wink-lemmatizer|libphonenumber-js|tldts" },
  { folder: "web", libraries: "tldts|whatwg-mimetype|structured-headers|entities|ipaddr.js" },
  {
    folder: "page",
    libraries:
      "htmlparser2|css-select|domhandler|domutils|entities|encoding-sniffer|chardet|@exodus/bytes|feedsmith|eld",
  },
  // A strategy says what its options are by a schema: a description of values, no effect.
  { folder: "methods", libraries: "zod" },
  { folder: "measures", libraries: "tinyqueue" },
];

/** The wings of `lib/domain`, each of which may import those before it; `cost` stands alone. */
const DOMAIN_WINGS = ["stats", "text", "web", "frontier", "page", "methods", "measures"];

/** Always a group that matches, so that the next one is `$2` on both trees. */
const root = "^((?:test/gate/bad-fixture/)?)";
const libraryOf = (names) => `node_modules/(${names})/`;

export default {
  forbidden: [
    { name: "no-cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      // Types of Lambda's events, which have no module to resolve.
      to: { couldNotResolve: true, pathNot: "^aws-lambda$" },
    },
    {
      name: "errors-know-nothing",
      severity: "error",
      from: { path: `${root}lib/errors(/|[.]ts$)` },
      to: { path: `${root}lib/`, pathNot: `${root}lib/errors(/|[.]ts$)` },
    },
    {
      name: "errors-are-raised-by-their-code",
      severity: "error",
      from: { pathNot: `${root}lib/errors(/|[.]ts$)` },
      to: { path: `${root}lib/errors/` },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      from: { path: `${root}lib/domain/` },
      to: { pathNot: [`${root}lib/domain/`, `${root}lib/errors[.]ts$`, "node_modules/"] },
    },
    ...DOMAIN_LIBRARIES.map(({ folder, libraries }) => ({
      name: `domain-${folder}-libraries`,
      severity: "error",
      from: { path: `${root}lib/domain/${folder}/` },
      to: { path: "node_modules/", pathNot: libraryOf(libraries) },
    })),
    ...DOMAIN_WINGS.slice(0, -1).map((wing, index) => ({
      name: `domain-${wing}-knows-no-later-wing`,
      severity: "error",
      from: { path: `${root}lib/domain/${wing}/` },
      to: { path: `${root}lib/domain/(${DOMAIN_WINGS.slice(index + 1).join("|")})/` },
    })),
    {
      name: "domain-cost-stands-alone",
      severity: "error",
      from: { path: `${root}lib/domain/cost/` },
      to: { path: `${root}lib/domain/`, pathNot: `${root}lib/domain/cost/` },
    },
    {
      name: "domain-other-libraries",
      severity: "error",
      from: {
        path: `${root}lib/domain/`,
        pathNot: `${root}lib/domain/(${DOMAIN_LIBRARIES.map(({ folder }) => folder).join("|")})/`,
      },
      to: { path: "node_modules/" },
    },
    {
      // `lib/project/peers-folder.ts` finds them by their place, so no bundle has them.
      name: "the-product-imports-no-peer",
      severity: "error",
      from: { path: `${root}(lib|functions|infra|web|demo)/` },
      to: { path: `${root}peers/` },
    },
    {
      name: "peers-import-what-strategies-may",
      severity: "error",
      from: { path: `${root}peers/`, pathNot: `${root}peers/commands/` },
      to: {
        pathNot: [
          `${root}(peers|lib/domain|lib/public)/`,
          `${root}lib/errors[.]ts$`,
          libraryOf("zod|ml-matrix|wink-lemmatizer"),
        ],
      },
    },
    {
      name: "peers-know-no-command",
      severity: "error",
      from: { path: `${root}peers/`, pathNot: `${root}peers/commands/` },
      to: { path: `${root}peers/commands/` },
    },
    {
      name: "ports-are-types-over-domain",
      severity: "error",
      from: { path: `${root}lib/ports/` },
      to: { pathNot: [`${root}lib/(domain|ports)/`] },
    },
    {
      name: "ports-import-types-only",
      severity: "error",
      from: { path: `${root}lib/ports/` },
      to: { dependencyTypesNot: ["type-only"] },
    },
    {
      name: "crawl-knows-ports-not-adapters",
      severity: "error",
      from: { path: `${root}lib/crawl/` },
      to: { pathNot: [`${root}lib/(domain|ports|crawl)/`, `${root}lib/errors[.]ts$`] },
    },
    {
      name: "evaluation-reads-what-crawls-left",
      severity: "error",
      from: { path: `${root}lib/evaluation/`, pathNot: `${root}lib/evaluation/(report|export)/` },
      to: {
        pathNot: [
          `${root}lib/(domain|ports|crawl|evaluation)/`,
          `${root}lib/features/lists[.]ts$`,
          `${root}lib/errors[.]ts$`,
        ],
      },
    },
    {
      name: "report-is-a-view",
      severity: "error",
      from: { path: `${root}lib/evaluation/report/` },
      to: {
        path: [`${root}lib/`, "node_modules/"],
        pathNot: [
          `${root}lib/(evaluation|project|crawl|domain|ports)/`,
          `${root}lib/features/lists[.]ts$`,
          `${root}lib/errors[.]ts$`,
          libraryOf("entities|sharp"),
        ],
      },
    },
    {
      name: "features-know-the-crawl",
      severity: "error",
      from: { path: `${root}lib/features/` },
      to: {
        path: `${root}lib/`,
        pathNot: [`${root}lib/(features|config|crawl|domain|ports)/`, `${root}lib/errors[.]ts$`],
      },
    },
    {
      name: "features-know-no-other-feature",
      severity: "error",
      from: { path: `${root}lib/features/([^/]+)/` },
      to: { path: `${root}lib/features/[^/]+/`, pathNot: `${root}lib/features/$2/` },
    },
    {
      name: "config-is-values",
      severity: "error",
      from: { path: `${root}lib/config/` },
      to: {
        path: `${root}lib/`,
        pathNot: [`${root}lib/(config|domain)/`, `${root}lib/errors[.]ts$`],
      },
    },
    {
      name: "project-knows-no-adapter",
      severity: "error",
      from: { path: `${root}lib/project/` },
      to: {
        path: `${root}lib/`,
        pathNot: [
          `${root}lib/(project|features|config|crawl|domain|ports)/`,
          `${root}lib/errors[.]ts$`,
        ],
      },
    },
    {
      name: "plan-is-pure",
      severity: "error",
      from: { path: `${root}lib/project/(plan-crawl|found-seeds|need-text|url-named)[.]ts$` },
      to: { dependencyTypes: ["core", "npm"] },
    },
    {
      name: "export-is-rows",
      severity: "error",
      from: { path: `${root}lib/evaluation/export/` },
      to: {
        pathNot: [
          `${root}lib/(evaluation/export|domain|ports)/`,
          `${root}lib/features/(column|lists)[.]ts$`,
          libraryOf("csv-stringify"),
          libraryOf("hyparquet-writer"),
        ],
      },
    },
    {
      name: "stack-knows-ports-not-adapters",
      severity: "error",
      from: { path: `${root}lib/stack/` },
      to: {
        path: `${root}lib/`,
        pathNot: [
          `${root}lib/(stack|evaluation/export|features|project|config|crawl|domain|ports|adapters/warc)/`,
          `${root}lib/evaluation/(assessed-pages|choose-pages|unread-sources)[.]ts$`,
          `${root}lib/errors[.]ts$`,
        ],
      },
    },
    {
      name: "workbench-knows-ports-not-adapters",
      severity: "error",
      from: { path: `${root}lib/workbench/`, pathNot: `${root}lib/workbench/host/` },
      to: {
        path: `${root}lib/`,
        pathNot: [
          `${root}lib/(workbench|stack|evaluation|domain|ports)/`,
          `${root}lib/errors[.]ts$`,
        ],
      },
    },
    {
      name: "threads-read-pages",
      severity: "error",
      from: { path: `${root}lib/run/threads/` },
      to: {
        path: `${root}lib/`,
        pathNot: [
          `${root}lib/(run/threads|features|project|crawl|domain|ports|adapters/warc)/`,
          `${root}lib/adapters/(system-clock|page-texts)[.]ts$`,
          `${root}lib/errors[.]ts$`,
        ],
      },
    },
    {
      name: "warc-is-a-format",
      severity: "error",
      from: { path: `${root}lib/adapters/warc/` },
      to: {
        path: `${root}lib/`,
        pathNot: [`${root}lib/(adapters/warc|domain)/`, `${root}lib/errors[.]ts$`],
      },
    },
    {
      name: "adapters-import-no-use-case",
      severity: "error",
      from: { path: `${root}lib/adapters/` },
      to: {
        path: `${root}lib/`,
        pathNot: [`${root}lib/(domain|ports|adapters)/`, `${root}lib/errors[.]ts$`],
      },
    },
    {
      name: "adapters-import-no-other-adapter",
      severity: "error",
      from: { path: `${root}lib/adapters/([^/]+)/` },
      to: { path: `${root}lib/adapters/[^/]+/`, pathNot: `${root}lib/adapters/($2|warc)/` },
    },
    {
      name: "what-adapters-share-is-of-none",
      severity: "error",
      from: { path: `${root}lib/adapters/[^/]+$` },
      to: { path: `${root}lib/adapters/[^/]+/` },
    },
    {
      name: "aws-stays-in-its-adapters",
      severity: "error",
      from: { path: `${root}lib/`, pathNot: `${root}lib/adapters/aws/` },
      to: { path: libraryOf("@aws-sdk|@smithy") },
    },
    {
      name: "demo-is-a-site",
      severity: "error",
      from: { path: `${root}demo/` },
      to: {
        path: `${root}(lib|functions|infra|bench|test)/`,
        pathNot: [`${root}lib/domain/`, `${root}lib/errors[.]ts$`],
      },
    },
    {
      name: "library-knows-no-run",
      severity: "error",
      from: { path: `${root}lib/`, pathNot: `${root}lib/(run|workbench/host|mcp|cli|public)/` },
      to: { path: `${root}lib/(run|workbench/host)/` },
    },
    {
      name: "run-knows-no-page",
      severity: "error",
      from: { path: `${root}lib/run/` },
      to: { path: `${root}lib/workbench/` },
    },
    {
      name: "agents-are-served-by-a-command",
      severity: "error",
      from: { path: `${root}lib/`, pathNot: `${root}lib/(mcp|cli)/` },
      to: { path: `${root}lib/mcp/` },
    },
    {
      name: "mcp-stays-in-its-folder",
      severity: "error",
      from: { path: `${root}lib/`, pathNot: `${root}lib/mcp/` },
      to: { path: libraryOf("@modelcontextprotocol") },
    },
    {
      name: "library-knows-no-command",
      severity: "error",
      from: { path: `${root}lib/`, pathNot: `${root}lib/cli/` },
      to: { path: `${root}(lib/cli|demo|functions|infra|bench|test)/` },
    },
    {
      name: "public-is-for-others",
      severity: "error",
      from: { pathNot: `${root}lib/public/` },
      to: { path: `${root}lib/public/` },
    },
    {
      name: "functions-know-no-stack",
      severity: "error",
      from: { path: `${root}functions/` },
      to: {
        path: [
          `${root}(lib/(cli|run|workbench/host|adapters/files)|demo|infra|bench)/`,
          `${root}lib/evaluation/(?!report/|export/|assessed-pages[.]ts)`,
          "node_modules/(aws-cdk-lib|esbuild)/",
        ],
      },
    },
    {
      name: "infra-knows-project-and-names",
      severity: "error",
      from: { path: `${root}infra/` },
      to: {
        path: `${root}(lib|functions|bench|demo)/`,
        pathNot: [
          `${root}lib/project/`,
          `${root}lib/errors[.]ts$`,
          // The columns of the table that Athena reads are those of its files.
          `${root}lib/evaluation/export/record-columns[.]ts$`,
          `${root}lib/features/column[.]ts$`,
          `${root}functions/wiring/(environment|stack-metrics)[.]ts$`,
        ],
      },
    },
    {
      name: "tests-stay-out",
      severity: "error",
      from: { path: `${root}(lib|peers|bench|functions|infra|demo)/` },
      to: { path: `${root}test/` },
    },
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
