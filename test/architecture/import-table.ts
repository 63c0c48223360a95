// The import table of the design, as a pure function from source files to what breaks it.

import { posix } from "node:path";
import ts from "typescript";
import { lineOf, nodesOf, parse, type SourceFile } from "./source-files.ts";

const EVERYTHING = "everything";

/** What each folder, or file directly in `src`, may import besides itself and `errors`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | typeof EVERYTHING>> = {
  errors: [],
  model: [],
  ports: ["model"],
  language: ["model"],
  guard: ["model", "language", "models"],
  write: ["model", "ports", "language", "guard"],
  read: ["model", "ports"],
  curate: ["model", "ports", "language"],
  upkeep: ["model", "ports", "language", "guard", "write", "read", "curate"],
  transfer: ["model", "ports", "guard", "write", "curate"],
  operations: [
    "model",
    "ports",
    "guard",
    "write",
    "read",
    "curate",
    "upkeep",
    "transfer",
    "config",
  ],
  store: ["model", "ports"],
  models: ["model", "ports", "language"],
  config: ["model", "ports"],
  surfaces: ["operations", "model", "engine", "config"],
  integrations: ["operations", "model", "engine", "config"],
  engine: EVERYTHING,
  index: EVERYTHING,
};

const DRIVER =
  /^(?:node:sqlite|sqlite|@photostructure\/sqlite|better-sqlite3|sqlite-vec|pg|pg-[\w-]+|kysely|@electric-sql\/[\w-]+)(?:\/|$)/;

/** One line for each breach, naming the file, the line and the rule. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const part = partOf(file.path);
    if (part === undefined) return [`${file.path}: lies outside src`];
    if (MAY_IMPORT[part] === undefined) return [`${file.path}: ${part} is not in the import table`];
    return [...nodesOf(parse(file))].flatMap((node) => {
      const breach = importBreach(file.path, node) ?? globalBreach(file.path, node);
      return breach === undefined ? [] : [`${file.path}:${lineOf(node)}: ${breach}`];
    });
  });
}

/** `src/store/where.ts` is part of `store`; `src/engine.ts` is `engine`. */
function partOf(path: string): string | undefined {
  return /^src\/([^/]+?)(?:\/|\.tsx?$)/.exec(path)?.[1];
}

function importBreach(path: string, node: ts.Node): string | undefined {
  const specifier = specifierOf(node);
  if (specifier === undefined) return undefined;
  if (DRIVER.test(specifier)) {
    return partOf(path) === "store" ? undefined : `only store may import ${specifier}`;
  }
  if (/^(?:node:)?console$/.test(specifier)) return consoleBreach(path);
  if (/^(?:node:)?process$/.test(specifier)) return importsEnv(node) ? envBreach(path) : undefined;
  const target = targetOf(path, specifier);
  return target === undefined ? undefined : tableBreach(path, target);
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
    return literalText(node.moduleSpecifier);
  }
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? literalText(node.argument.literal) : undefined;
  }
  if (ts.isExternalModuleReference(node)) return literalText(node.expression);
  if (!ts.isCallExpression(node)) return undefined;
  const loads =
    node.expression.kind === ts.SyntaxKind.ImportKeyword ||
    /(?:^|\.)(?:require|getBuiltinModule)$/.test(node.expression.getText());
  return loads ? literalText(node.arguments[0]) : undefined;
}

function literalText(node: ts.Node | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The repository path of one of our own files, undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  if (/^mneme(?:\/|$)/.test(specifier)) return "src/index.ts";
  if (!specifier.startsWith(".")) return undefined;
  return posix.join(posix.dirname(path), specifier);
}

function tableBreach(path: string, target: string): string | undefined {
  const from = partOf(path);
  const to = partOf(target);
  if (to === undefined) {
    return /^(?:test|bench)\//.test(target) ? `src may not import ${target}` : undefined;
  }
  const allowed = from === undefined ? undefined : MAY_IMPORT[from];
  if (from === to || to === "errors" || allowed === EVERYTHING) return undefined;
  return allowed?.includes(to) === true ? undefined : `${from} may not import ${to}`;
}

function globalBreach(path: string, node: ts.Node): string | undefined {
  if (readsEnv(node)) return envBreach(path);
  const usesConsole =
    ts.isIdentifier(node) && node.text === "console" && !ts.isPropertyAssignment(node.parent);
  return usesConsole ? consoleBreach(path) : undefined;
}

function envBreach(path: string): string | undefined {
  return path === "src/config.ts" ? undefined : "only src/config.ts may read process.env";
}

function consoleBreach(path: string): string | undefined {
  return path.startsWith("src/surfaces/cli/") ? undefined : "only surfaces/cli may use console";
}

/** `process.env`, `process["env"]`, and `const { env } = process`. */
function readsEnv(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text === "env" && isProcess(node.expression);
  }
  if (ts.isElementAccessExpression(node)) {
    return literalText(node.argumentExpression) === "env" && isProcess(node.expression);
  }
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return false;
  if (!ts.isObjectBindingPattern(node.name) || !isProcess(node.initializer)) return false;
  return node.name.elements.some(
    (element) => (element.propertyName ?? element.name).getText() === "env",
  );
}

function isProcess(node: ts.Node): boolean {
  return /^(?:globalThis\.)?process$/.test(node.getText());
}

function importsEnv(node: ts.Node): boolean {
  if (!ts.isImportDeclaration(node)) return false;
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return false;
  return bindings.elements.some((element) => (element.propertyName ?? element.name).text === "env");
}
