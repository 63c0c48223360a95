// The rule that no name from outside is looked up in a plain object, as a function from a typed program to what breaks it.
// A plain object answers to `constructor` and `__proto__` too, so a key that may be any text goes to a Map, or to a record
// after `Object.hasOwn` has said that the record itself has it.

import ts from "typescript";
import { lineOf, nodesOf } from "./source-files.ts";

/** What breaks the rule in these files of the program, as `path:line: code`. */
export function violations(program: ts.Program, files: readonly Parsed[]): string[] {
  const checker = program.getTypeChecker();
  const foreign = foreignParameters(files, checker);
  return files.flatMap(({ path, tree }) =>
    [...nodesOf(tree)]
      .filter((node) => isForeignLookUp(node, checker, foreign))
      .map((node) => `${path}:${lineOf(node)}: ${node.getText().replace(/\s+/g, " ")}`),
  );
}

type Parsed = Readonly<{ path: string; tree: ts.SourceFile }>;
type IsForeign = (key: ts.Expression) => boolean;

function isForeignLookUp(node: ts.Node, checker: ts.TypeChecker, isForeign: IsForeign): boolean {
  if (ts.isElementAccessExpression(node)) {
    const { expression: record, argumentExpression: key } = node;
    return (
      isForeign(key) &&
      !isIndexed(checker.getTypeAtLocation(record), checker) &&
      (isWritten(node) || !isOwned(node, record, key))
    );
  }
  if (ts.isComputedPropertyName(node))
    return ts.isBindingElement(node.parent) && isForeign(node.expression);
  return (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.InKeyword &&
    isForeign(node.left)
  );
}

/**
 * Whether a key may be any text: by its type, unless it is a parameter and every call of its function names the key itself.
 * A function that is passed on as a value, or called with a spread, may be called with anything.
 */
function foreignParameters(files: readonly Parsed[], checker: ts.TypeChecker): IsForeign {
  const usesOf = usesIn(files, checker);
  const isForeign = (key: ts.Expression): boolean => {
    if (!isAnyText(checker.getTypeAtLocation(key))) return false;
    const parameter = checker.getSymbolAtLocation(key)?.valueDeclaration;
    if (parameter === undefined || !ts.isParameter(parameter)) return true;
    const { parent } = parameter;
    const name = ts.isFunctionDeclaration(parent) ? parent.name : undefined;
    const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    if (symbol === undefined) return true;
    const at = parent.parameters.indexOf(parameter);
    return usesOf(symbol).some((use) => use === PASSED_ON || isForeignAt(use, at));
  };
  const isForeignAt = (call: ts.CallExpression, at: number) => {
    const given = call.arguments[at];
    return given === undefined || call.arguments.some(ts.isSpreadElement) || isForeign(given);
  };
  return isForeign;
}

const PASSED_ON = "passed on";
type Use = ts.CallExpression | typeof PASSED_ON;

/** Where a function of the program is called, and whether it is used in any other way. Only names alike are resolved. */
function usesIn(files: readonly Parsed[], checker: ts.TypeChecker) {
  const byName = new Map<string, ts.Identifier[]>();
  for (const node of files.flatMap(({ tree }) => [...nodesOf(tree)])) {
    if (!ts.isIdentifier(node) || isNaming(node.parent)) continue;
    const known = byName.get(node.text) ?? [];
    known.push(node);
    byName.set(node.text, known);
  }
  return (symbol: ts.Symbol): readonly Use[] =>
    (byName.get(symbol.name) ?? [])
      .filter((node) => functionOf(node, checker) === symbol)
      .map((node) =>
        ts.isCallExpression(node.parent) && node.parent.expression === node
          ? node.parent
          : PASSED_ON,
      );
}

/** A declaration, or an import under the same name. Under another name it counts as passed on. */
function isNaming(node: ts.Node): boolean {
  return (
    ts.isFunctionDeclaration(node) ||
    (ts.isImportSpecifier(node) && node.propertyName === undefined)
  );
}

function functionOf(node: ts.Identifier, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined) return undefined;
  const own =
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return own.valueDeclaration !== undefined && ts.isFunctionDeclaration(own.valueDeclaration)
    ? own
    : undefined;
}

/** Text of which the compiler knows no list of values. */
function isAnyText(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isAnyText);
  if (type.isIntersection()) return type.types.some(isAnyText);
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) {
    const constraint = type.getConstraint();
    return constraint === undefined || isAnyText(constraint);
  }
  return (
    (type.flags &
      (ts.TypeFlags.String |
        ts.TypeFlags.TemplateLiteral |
        ts.TypeFlags.StringMapping |
        ts.TypeFlags.Any |
        ts.TypeFlags.Unknown)) !==
    0
  );
}

/** Arrays, typed arrays and texts are read by number; their compiler-known key is then a number, or a text of one. */
function isIndexed(type: ts.Type, checker: ts.TypeChecker): boolean {
  const all = type.isUnion() ? type.types : [type];
  return all.every(
    (one) => checker.isArrayLikeType(one) || (one.flags & ts.TypeFlags.StringLike) !== 0,
  );
}

function isWritten(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isDeleteExpression(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  );
}

/** In the branch of a condition that asked `Object.hasOwn` of the same record and the same key. */
function isOwned(node: ts.Node, record: ts.Expression, key: ts.Expression): boolean {
  const asked = `Object.hasOwn(${record.getText()}, ${key.getText()})`;
  for (let at: ts.Node = node; at.parent !== undefined; at = at.parent) {
    const condition = conditionOf(at);
    if (condition !== undefined && asksFirst(condition, asked)) return true;
    if (ts.isFunctionLike(at.parent)) return false;
  }
  return false;
}

/** What must hold for this part of its parent to be reached. */
function conditionOf(part: ts.Node): ts.Expression | undefined {
  const { parent } = part;
  if (ts.isConditionalExpression(parent))
    return parent.whenTrue === part ? parent.condition : undefined;
  if (ts.isIfStatement(parent))
    return parent.thenStatement === part ? parent.expression : undefined;
  return isAnd(parent) && parent.right === part ? parent.left : undefined;
}

function asksFirst(condition: ts.Expression, asked: string): boolean {
  return isAnd(condition)
    ? asksFirst(condition.left, asked) || asksFirst(condition.right, asked)
    : condition.getText().replace(/\s+/g, " ") === asked;
}

function isAnd(node: ts.Node): node is ts.BinaryExpression {
  return (
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  );
}

/** The program of the project at `root`, which ends in a slash, as the compiler is told to read it. */
export function programOf(root: string): ts.Program {
  const file = ts.findConfigFile(root, ts.sys.fileExists, "tsconfig.json") ?? "";
  const read = ts.readConfigFile(file, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const own = fileNames.filter((name) => name.startsWith(`${root}src/`));
  return ts.createProgram(own, { ...options, noEmit: true });
}
