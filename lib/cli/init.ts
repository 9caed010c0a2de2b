import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { input } from "@inquirer/prompts";
import { DowserError } from "../errors.ts";
import { DEFAULTS } from "../project/defaults.ts";
import { parseProject } from "../project/load-project.ts";
import { newProjectText, type ProjectAnswers } from "../project/new-project-text.ts";

/** The options of the command line. */
export interface InitOptions {
  readonly out: string;
  readonly topic?: string | undefined;
  readonly seedUrl: readonly string[];
  readonly contact?: string | undefined;
  /** Whether to ask nothing. */
  readonly yes: boolean;
}

/** A question to the user; `validate` returns `true`, or says what is wrong with an answer. */
export interface Question {
  readonly message: string;
  readonly default: string;
  readonly validate: (answer: string) => Promise<true | string>;
}

/** The terminal for questions and results. */
export interface InitTerminal {
  readonly isInteractive: boolean;
  readonly ask: (question: Question) => Promise<string>;
  readonly print: (line: string) => void;
}

const TERMINAL: InitTerminal = {
  isInteractive: process.stdin.isTTY && process.stdout.isTTY,
  ask: (question) => input(question),
  print: (line) => process.stdout.write(`${line}\n`),
};

/**
 * Runs `dowser init`: asks what the options leave open, and writes a commented project file.
 * @throws DowserError `bad-project`, `file-exists`, `init-cancelled`
 */
export async function initCommand(options: InitOptions, terminal = TERMINAL): Promise<void> {
  const { out } = options;
  const given = answersOf(options);
  const answers =
    options.yes || !terminal.isInteractive ? given : await askFor(given, options, terminal);
  const text = newProjectText(answers, dirname(resolve(out)));
  await parseProject(text, out);
  writeNew(out, text);
  terminal.print(`wrote ${out}; start with: dowser crawl ${out}`);
}

function answersOf({ topic = "", seedUrl, contact = "" }: InitOptions): ProjectAnswers {
  return { name: nameFor(topic), topic, seedUrls: seedUrl, contact, pages: DEFAULTS.budget.pages };
}

async function askFor(
  given: ProjectAnswers,
  options: InitOptions,
  { ask }: InitTerminal,
): Promise<ProjectAnswers> {
  let answers = given;
  const settle = async (
    message: string,
    initial: string,
    take: (answer: string) => Partial<ProjectAnswers>,
  ) => {
    const validate = (answer: string) => problemWith({ ...answers, ...take(answer.trim()) });
    const answer = await ask({ message, default: initial, validate });
    answers = { ...answers, ...take(answer.trim()) };
  };
  try {
    if (options.topic === undefined) {
      await settle("What are the pages about, in words?", "", (topic) => ({ topic }));
    }
    await settle("Short name of the project?", nameFor(answers.topic), (name) => ({ name }));
    if (options.seedUrl.length === 0) {
      await settle("Which pages to begin with (URLs with spaces between)?", "", (urls) => ({
        seedUrls: urls.split(/\s+/).filter((url) => url !== ""),
      }));
    }
    if (options.contact === undefined) {
      await settle(
        "How can site owners reach you (e-mail address or web page)?",
        "",
        (contact) => ({
          contact,
        }),
      );
    }
    await settle("How many pages at most?", String(answers.pages), (pages) => ({
      pages: Number(pages),
    }));
    return answers;
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== "ExitPromptError") throw cause;
    throw new DowserError("nothing was written", {
      code: "init-cancelled",
      reaction: "drop",
      value: options.out,
      hint: "run `dowser init` again",
      cause,
    });
  }
}

/** Makes a project name from the topic's first words. */
function nameFor(topic: string): string {
  const words = topic.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, 40).replace(/-$/, "") || "project";
}

async function problemWith(answers: ProjectAnswers): Promise<true | string> {
  try {
    await parseProject(newProjectText(answers, "."), "answer");
    return true;
  } catch (error) {
    if (error instanceof DowserError) return error.message.replace(/^answer:\d+:\d+ /gm, "");
    throw error;
  }
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (!exists) throw cause;
    throw new DowserError(`${file} exists already`, {
      code: "file-exists",
      reaction: "fix-config",
      value: file,
      hint: "name another file with --out, or remove this one",
      cause,
    });
  }
}
