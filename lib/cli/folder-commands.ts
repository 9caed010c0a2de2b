/** The commands that open a folder: to people by a page, to agents by a protocol, to queries by its texts. */
import type { Command } from "@commander-js/extra-typings";
import { Option } from "@commander-js/extra-typings";
import {
  portOf,
  positiveNumber,
  relevantOption,
  share,
  targetsOption,
  webOption,
  wholeNumber,
} from "./options.ts";

const UI_HELP = `
Only this machine can reach it, and only by the address that is printed: its token is a key. Crawls are
programs of their own: a closed browser changes nothing.

Examples:
  dowser ui
  dowser ui studies/bees --port 0
  dowser ui --web site.warc.gz
  dowser ui --stack project.yaml

With --stack it shows the crawl in a project's stack on AWS, which is found as by dowser status and dowser
pull. A copy without pages is kept where dowser pull makes it while the page is open; reports and exports copy
all pages.`;

/** The port that is tried where none is named. */
const PORT = 8425;

/** Adds `dowser ui`. */
export function addUiCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("ui")
    .description("open a page in the browser: begin, watch and judge crawls, look, export")
    .argument("[folder]", "folder with project files and their runs", ".")
    .option("--port <number>", "port to listen at; 0 for any that is free", portOf, PORT)
    .option(
      "--host <address>",
      "address to listen at; others than the default let others in",
      "127.0.0.1",
    )
    .addOption(webOption("crawl this recording"))
    .addOption(
      new Option(
        "--stack <project>",
        "show the crawl in the stack of this project file, in its folder",
      ).conflicts("web"),
    )
    .addHelpText("after", UI_HELP)
    .action(async (folder, options) => {
      const { uiCommand } = await import("./ui.ts");
      await uiCommand(folder, options);
    });
}

const MCP_HELP = `
An agent may begin crawls from a question, watch them, search and read their pages, ask why, label pages and export:
within these limits, which no agent can widen. Before it writes, the agent's client asks you. A client that cannot ask
is refused, unless --allow-writes is given. Crawls that agents began pause when the client leaves.

A client starts it by a configuration such as:

  { "mcpServers": { "dowser": { "command": "dowser", "args": ["mcp", "/home/me/studies", "--max-pages", "500",
    "--hosts", "example.org", "--contact", "me@example.org"] } } }

With --http it listens on this machine only, and prints address and token. docs/mcp.md has the rest.`;

/** Adds `dowser mcp`. */
export function addMcpCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("mcp")
    .description("let an agent crawl, search and read within limits, by the Model Context Protocol")
    .argument("[folder]", "folder with project files and their runs", ".")
    .option("--max-pages <number>", "pages that all its crawls may fetch", wholeNumber(1), 1_000)
    .option("--max-hours <hours>", "longest time of a crawl", positiveNumber, 1)
    .option("--max-crawls <number>", "crawls that it may begin", wholeNumber(1), 10)
    .option("--hosts <names>", "only these hosts and their subdomains, with commas", hostsOf, [])
    .option("--contact <who>", "e-mail address or web page for site owners; live crawls need it")
    .option("--search <engine>", "seeds from brave, local, or the address of a SearXNG instance")
    .addOption(webOption("crawl this recording"))
    .option("--allow-writes", "let clients write that cannot ask you", false)
    .option(
      "--http <port>",
      "listen at this port instead of the standard streams; 0 for any",
      portOf,
    )
    .addHelpText("after", MCP_HELP)
    .action(async (folder, options, command) => {
      const { hostsNamed, mcpCommand } = await import("./mcp.ts");
      const hosts = hostsNamed(options.hosts);
      if (hosts === undefined)
        return command.error(
          "error: --hosts: expected host names such as example.org, with commas.",
        );
      await mcpCommand(folder, { ...options, hosts });
    });
}

function hostsOf(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}

/** Help text on how a query is written. */
const SEARCH_HELP = `
Searched are titles, main texts and, with --posts, the posts of threads and their authors' names, best first (BM25).
All words are required; upper and lower case, and accents, are the same.

  vaccine school        both words        "herd immunity"    this phrase
  measles OR rubella    one of the two    vaccin*            words that begin so
  measles -history      without the word

Quote a query that has - or quotation marks, as your shell takes them for itself: 'measles -history'.

In scripts without spaces (Chinese, Japanese, Thai …) a word is found anywhere in the text. Words have the form in which they
are written: vaccine does not find vaccines, vaccine* does.

The first search of a run reads its stored pages, some 100 to 300 a second, into search.sqlite in its directory; later ones
read what is new. Ctrl-C keeps what is read.

  dowser search runs/bees "varroa treatment" --relevant
  dowser search runs/forum '"oil leak" -diesel' --posts --since 2025-01-01 --json`;

/** Adds `dowser search`. */
export function addSearchCommand(program: Command<[], { stack?: true }>): void {
  program
    .command("search")
    .description(
      "search the texts of a run's pages, or of the posts on them, also while it is crawled",
    )
    .argument("<dir>", "directory of the run")
    .argument("<query...>", 'words, "phrases", -without, OR, prefix*')
    .option("--posts", "search the posts on the pages instead, each by itself", false)
    .addOption(relevantOption("relevant pages only"))
    .addOption(targetsOption())
    .option("--min-score <score>", "only pages with at least this score, from 0 to 1", share)
    .option("--type <type>", "only pages of this type")
    .option("--host <host>", "only pages of this host and its subdomains")
    .option("--language <tag>", "only pages in this language, such as de")
    .option("--since <day>", "only pages fetched, or posts written, from this day on")
    .option("--limit <number>", "most results", wholeNumber(1), 20)
    .option("--json", "print the results as JSON", false)
    .addHelpText("after", SEARCH_HELP)
    .showHelpAfterError("(words that begin with - are options: put the query in quotation marks)")
    .action(async (directory, words, { relevant: targets, ...options }) => {
      const { searchCommand } = await import("./search.ts");
      await searchCommand(directory, words, { ...options, targets });
    });
}
