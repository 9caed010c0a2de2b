import type { Command } from "@commander-js/extra-typings";
import { Option } from "@commander-js/extra-typings";
import { portOf, webOption } from "./options.ts";

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
    .description("open a page in the browser: begin, watch and judge crawls, look, take away")
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
