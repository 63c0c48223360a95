// The rule that SQL is static text (R-SQL-1), as a pure function from source files to what breaks it.
// A text that reaches the database may join constants only: what a caller passes in is bound, never joined.

import ts from "typescript";
import { lineOf, nodesOf, parse, type SourceFile } from "./source-files.ts";

/** Where fragments are composed from parts handed in; each of them is small enough to review as a whole. */
const COMPOSERS = [
  /^src\/store\/where\.ts$/,
  /^src\/store\/(?:sqlite|postgres)\/(?:sqlite|postgres)-dialect\.ts$/,
];

/** Functions that take SQL first, called by their own name; as methods these names mean other things. */
const STEPS = new Set(["all", "first", "run", "send"]);
/** Methods of the drivers that take SQL first, or an object that holds it. */
const DRIVER_CALLS = new Set(["exec", "prepare", "query"]);
/** Fields that carry SQL. Whatever is written into one is checked, so what is read from one can be trusted. */
const SQL_FIELDS = new Set(["sql", "statements"]);

export function violations(files: readonly SourceFile[]): string[] {
  const parsed = files.map((file) => ({ path: file.path, tree: parse(file) }));
  const takers = new Set([...STEPS, ...parsed.flatMap(({ tree }) => sqlTakers(tree))]);
  return parsed
    .filter(({ path }) => !COMPOSERS.some((composer) => composer.test(path)))
    .flatMap(({ path, tree }) => {
      const fields = staticFields(tree);
      return [...nodesOf(tree)]
        .flatMap((node) => sqlIn(node, takers))
        .filter((sql) => !isStatic(sql, fields))
        .map((sql) => `${path}:${lineOf(sql)}: not static SQL: ${oneLine(sql)}`);
    });
}

/** Names of fields that hold constants: every object in the file that has one was given a constant for it. */
type Fields = ReadonlySet<string>;

function staticFields(tree: ts.SourceFile): Fields {
  const written = [...nodesOf(tree)].filter(ts.isPropertyAssignment);
  const fields = new Set(written.map((property) => property.name.getText()));
  // One field may be made from another, so a name that falls can take others with it.
  for (let before = -1; before !== fields.size; ) {
    before = fields.size;
    for (const { name, initializer } of written) {
      if (!isStatic(initializer, fields)) fields.delete(name.getText());
    }
  }
  return new Set([...fields, ...SQL_FIELDS]);
}

/** A function whose first parameter is called `sql` passes it on, so its callers are held to the rule. */
function sqlTakers(tree: ts.SourceFile): string[] {
  return [...nodesOf(tree)].flatMap((node) => {
    if (!ts.isFunctionLike(node) || node.parameters[0]?.name.getText() !== "sql") return [];
    const named =
      node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    return named === undefined ? [] : [named.getText()];
  });
}

/** The expressions at this node that the database will run as SQL. */
function sqlIn(node: ts.Node, takers: ReadonlySet<string>): ts.Expression[] {
  if (ts.isPropertyAssignment(node) && SQL_FIELDS.has(node.name.getText()))
    return [node.initializer];
  if (!ts.isCallExpression(node) || !runsSql(node.expression, takers)) return [];
  const [first] = node.arguments;
  if (first === undefined) return [];
  return ts.isObjectLiteralExpression(first) ? textOf(first) : [first];
}

function runsSql(callee: ts.Expression, takers: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(callee)) return takers.has(callee.text) || DRIVER_CALLS.has(callee.text);
  if (!ts.isPropertyAccessExpression(callee) || !DRIVER_CALLS.has(callee.name.text)) return false;
  // A pattern also has `exec`; a pattern is a constant, and a connection never is.
  return callee.name.text !== "exec" || !isStatic(callee.expression, SQL_FIELDS);
}

/** The `text` that node-postgres takes. `sql` fields are found on their own. */
function textOf(config: ts.ObjectLiteralExpression): ts.Expression[] {
  return config.properties.flatMap((property) => {
    if (property.name?.getText() !== "text") return [];
    if (ts.isPropertyAssignment(property)) return [property.initializer];
    return ts.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
}

function isStatic(node: ts.Node, fields: Fields): boolean {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return true;
  if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) return true;
  if (ts.isIdentifier(node)) return isStaticName(node, fields);
  if (ts.isPropertyAccessExpression(node)) {
    return fields.has(node.name.text) || isOfDialect(node) || isStatic(node.expression, fields);
  }
  return partsOf(node)?.every((part) => isStatic(part, fields)) ?? false;
}

/** What a composed expression is made of; undefined for one that this rule does not understand. */
function partsOf(node: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map((span) => span.expression);
  if (ts.isBinaryExpression(node)) return [node.left, node.right];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  // A constant table may be indexed by anything: its answers are constants.
  if (ts.isElementAccessExpression(node)) return [node.expression];
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? undefined : [node.body];
  if (ts.isCallExpression(node)) return callParts(node);
  return isWrapper(node) ? [node.expression] : undefined;
}

function isWrapper(
  node: ts.Node,
): node is
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.SpreadElement {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isSpreadElement(node)
  );
}

function callParts(node: ts.CallExpression): readonly ts.Node[] {
  const callee = node.expression;
  if (isOfDialect(callee)) return node.arguments;
  // A cache answers what was put into it under static text.
  const receiver = ts.isPropertyAccessExpression(callee) && callee.name.text !== "get";
  return receiver ? [callee.expression, ...node.arguments] : node.arguments;
}

/** Members of a dialect are written in the dialect files, from constants. */
function isOfDialect(node: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(node) && /(?:^|\.)dialect$/.test(node.expression.getText());
}

/** A name is constant when nothing a caller passes in can be behind it. */
function isStaticName(name: ts.Identifier, fields: Fields): boolean {
  const declared = declarationOf(name);
  // Imported, or of this module's top level: made when the program was loaded.
  if (declared === undefined) return true;
  if (ts.isBindingElement(declared)) {
    return fields.has((declared.propertyName ?? declared.name).getText());
  }
  if (ts.isParameter(declared)) return name.text === "sql" || isOfStaticList(declared, fields);
  const list = declared.parent;
  if ((list.flags & ts.NodeFlags.Const) === 0) return false;
  if (ts.isForOfStatement(list.parent)) return isStatic(list.parent.expression, fields);
  return declared.initializer !== undefined && isStatic(declared.initializer, fields);
}

/** `COLUMNS.map((name) => …)`: the parameter is an entry of a constant list. */
function isOfStaticList(declared: ts.ParameterDeclaration, fields: Fields): boolean {
  const call = declared.parent.parent;
  if (!ts.isArrowFunction(declared.parent) || !ts.isCallExpression(call)) return false;
  return (
    ts.isPropertyAccessExpression(call.expression) && isStatic(call.expression.expression, fields)
  );
}

type Declaration = ts.ParameterDeclaration | ts.BindingElement | ts.VariableDeclaration;

/** The declaration of a name inside the functions around it; undefined when it lies outside all of them. */
function declarationOf(name: ts.Identifier): Declaration | undefined {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    const found = isScope(scope) ? declaredIn(scope, name.text) : undefined;
    if (found !== undefined) return isTopLevel(found) ? undefined : found;
  }
  return undefined;
}

function isScope(node: ts.Node): boolean {
  return ts.isFunctionLike(node) || ts.isBlock(node) || ts.isForOfStatement(node);
}

function declaredIn(scope: ts.Node, name: string): Declaration | undefined {
  for (const node of nodesOf(scope)) {
    const declares =
      ts.isParameter(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node);
    if (declares && node.name.getText() === name) return node;
  }
  return undefined;
}

function isTopLevel(node: ts.Node): boolean {
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent) {
    if (ts.isFunctionLike(above)) return false;
  }
  return true;
}

function oneLine(node: ts.Node): string {
  return node.getText().replace(/\s+/g, " ").slice(0, 80);
}
