// Completion scripts, written from the program's own tree of commands, so that they cannot know less or more than it.

import type { Command } from "commander";

export function completionScript(program: Command, shell: Shell): string {
  return SCRIPTS[shell](wordsOf(program));
}

const SCRIPTS: Readonly<Record<Shell, (all: readonly Words[]) => string>> = {
  bash,
  zsh,
  fish,
  pwsh,
};

/** The command so far is the words before the cursor that are no options. */
function bash(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => {
    const list = words.map(({ text }) => text).join(" ");
    return `    ${quoted(path)}) words=${quoted(list)} ;;`;
  });
  return `# Completes mneme in bash: eval "$(mneme completion bash)"
_mneme() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "\${COMP_WORDS[index]}" in
      -*) ;;
      *) _mneme_words "\${path:+$path }\${COMP_WORDS[index]}" && path="\${path:+$path }\${COMP_WORDS[index]}" ;;
    esac
  done
  _mneme_words "$path"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
_mneme_words() {
  case "$1" in
${cases.join("\n")}
    *) return 1 ;;
  esac
}
complete -F _mneme mneme`;
}

function zsh(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => {
    const list = words.map(({ text, about }) => quoted(`${text.replaceAll(":", "\\:")}:${about}`));
    return `    ${quoted(path)}) found=(${list.join(" ")}) ;;`;
  });
  return `#compdef mneme
# Completes mneme in zsh: save it as _mneme in a folder of your $fpath.
_mneme_words() {
  case "$1" in
${cases.join("\n")}
    *) return 1 ;;
  esac
}
_mneme() {
  local path_so_far="" word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && continue
    _mneme_words "\${path_so_far:+$path_so_far }$word" && path_so_far="\${path_so_far:+$path_so_far }$word"
  done
  _mneme_words "$path_so_far"
  _describe 'mneme' found || _files
}
if [ "$funcstack[1]" = "_mneme" ]; then _mneme "$@"; else compdef _mneme mneme; fi`;
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ text, about }) => {
      const what = text.startsWith("--") ? `-l ${text.slice(2)}` : `-a ${quoted(text)}`;
      return `complete -c mneme -n ${quoted(`__mneme_at ${fishWord(path)}`)} ${what} -d ${quoted(about)}`;
    }),
  );
  const paths = all.filter(({ path }) => path !== "").map(({ path }) => quoted(path));
  return `# Completes mneme in fish: save it as ~/.config/fish/completions/mneme.fish
set -g __mneme_paths ${paths.join(" ")}
function __mneme_at
  set -l path
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and continue
    set -l longer (string join ' ' $path $word)
    contains -- $longer $__mneme_paths; and set path $path $word
  end
  test (string join ' ' $path) = "$argv[1]"
end
${lines.join("\n")}`;
}

/** A word inside a condition, which fish reads once more. */
function fishWord(path: string): string {
  return `"${path}"`;
}

function pwsh(all: readonly Words[]): string {
  const entries = all.map(({ path, words }) => {
    const list = words.map(({ text }) => doubled(text)).join(", ");
    return `  ${doubled(path)} = @(${list})`;
  });
  return `# Completes mneme in PowerShell: add it to your $PROFILE.
$MnemeWords = @{
${entries.join("\n")}
}
Register-ArgumentCompleter -Native -CommandName mneme -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $word = $element.ToString()
    if ($word.StartsWith('-') -or $word -eq $wordToComplete) { continue }
    $longer = "$path $word".Trim()
    if ($MnemeWords.ContainsKey($longer)) { $path = $longer }
  }
  $MnemeWords[$path] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}`;
}

/** For bash, zsh and fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** PowerShell doubles what it quotes. */
function doubled(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// What can follow each command of the program: subcommands, options, and the values an option or argument may have.

/** `path` is the command as typed, without the program's own name: "" for the program, `keys create` … */
type Words = Readonly<{ path: string; words: readonly Word[] }>;
type Word = Readonly<{ text: string; about: string }>;

function wordsOf(command: Command, path = ""): readonly Words[] {
  const nested = command.commands.flatMap((sub) =>
    [sub.name(), ...sub.aliases()].flatMap((name) => wordsOf(sub, `${path} ${name}`.trim())),
  );
  return [{ path, words: following(command) }, ...nested];
}

function following(command: Command): readonly Word[] {
  const subcommands = command.commands.flatMap((sub) =>
    [sub.name(), ...sub.aliases()].map((text) => ({ text, about: sub.description() })),
  );
  const standing = command.commands.find((sub) => isDefault(command, sub));
  const choices = command.registeredArguments.flatMap(({ argChoices = [], description }) =>
    argChoices.map((text) => ({ text, about: description })),
  );
  const options = [...command.options, ...(standing?.options ?? [])].map((option) => ({
    text: option.long ?? option.flags,
    about: option.description,
  }));
  return [...subcommands, ...choices, ...options, { text: "--help", about: "what it does" }];
}

/** The subcommand that is meant when none is named; its options can follow at once. */
function isDefault(command: Command, sub: Command): boolean {
  return Reflect.get(command, "_defaultCommandName") === sub.name();
}

// The shells that can be completed in.

export const SHELLS = ["bash", "zsh", "fish", "pwsh"] as const;
export type Shell = (typeof SHELLS)[number];
