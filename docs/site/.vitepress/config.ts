import { defineConfig } from "vitepress";

/** Where the site is served: the host's root, unless the environment says otherwise. */
const BASE = process.env["DOWSER_SITE_BASE"] ?? "/";

export default defineConfig({
  title: "Dowser",
  description: "A focused web crawler that predicts what a link is worth before fetching it.",
  base: BASE,
  // Made by the build from the pages of docs, and from the code.
  srcDir: "pages",
  outDir: "dist",
  cleanUrls: true,
  rewrites: { "decisions/README.md": "decisions/index.md" },
  // A link that leads nowhere fails the build.
  ignoreDeadLinks: false,
  // Messages have placeholders in braces, which are no attributes of HTML.
  markdown: { attrs: { disable: true } },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Ten minutes", link: "/start" },
      { text: "Commands", link: "/reference/commands" },
      { text: "Project file", link: "/reference/project" },
      { text: "Results", link: "/results" },
    ],
    sidebar: [
      {
        text: "Use it",
        items: [
          { text: "Ten minutes", link: "/start" },
          { text: "In the browser", link: "/workbench" },
          { text: "Which strategy?", link: "/choose" },
          { text: "A whole study", link: "/study" },
          { text: "Recorded webs, comparing", link: "/recordings" },
          { text: "Many seeds", link: "/seeds" },
          { text: "Coming back", link: "/recrawl" },
          { text: "Ontologies and search", link: "/ontologies" },
          { text: "Feeds", link: "/feeds" },
          { text: "PDFs", link: "/pdf" },
          { text: "Logins and proxies", link: "/sessions" },
          { text: "On AWS", link: "/stack" },
          { text: "First deployment to AWS", link: "/first-deploy" },
          { text: "Troubleshooting", link: "/troubleshooting" },
          { text: "Coming from another crawler", link: "/coming-from" },
        ],
      },
      {
        text: "Build on it",
        items: [
          { text: "As code", link: "/code" },
          { text: "In Python", link: "/python" },
          { text: "For agents (MCP)", link: "/mcp" },
          { text: "A strategy of your own", link: "/strategies" },
          { text: "A bench for methods", link: "/bench" },
          { text: "The public benchmark", link: "/benchmark" },
          { text: "Architecture", link: "/architecture" },
          { text: "Decisions", link: "/decisions/" },
        ],
      },
      {
        text: "Look up",
        items: [
          { text: "Commands", link: "/reference/commands" },
          { text: "Project file", link: "/reference/project" },
          { text: "What sites ask", link: "/signals" },
          { text: "Forget pages", link: "/forget" },
          { text: "Data dictionary", link: "/data-dictionary" },
          { text: "The model of a crawl", link: "/model" },
          { text: "Errors", link: "/errors" },
          { text: "Glossary", link: "/glossary" },
          { text: "API of the package", link: "/api/" },
          { text: "Results", link: "/results" },
          { text: "Leaderboard", link: "/reference/leaderboard" },
        ],
      },
    ],
  },
});
