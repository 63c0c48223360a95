// Mutants of SQL that stands in TypeScript: each comparison made always true, then never true. Stryker can only empty
// a whole string, which no database accepts; a single condition that decides nothing is what a test has to notice.

import ts from "typescript";

export type SqlMutant = Readonly<{ line: number; before: string; after: string; source: string }>;

const COMPARISON =
  /(?:replace\([\w.]+, \?, ''\)|\b[a-z_]+\.?[a-z_]+) (?:=|<>|<=|>=|<|>) (?:\?|'[^']*'|[a-z_]+\.?[a-z_]+)|\b[a-z_]+\.?[a-z_]+ IS (?:NOT )?NULL/g;

export function sqlMutants(source: string, name: string): readonly SqlMutant[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest);
  const found: SqlMutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isText(node)) found.push(...mutantsOf(file, node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

function mutantsOf(file: ts.SourceFile, node: ts.Node): readonly SqlMutant[] {
  const start = node.getStart(file);
  const text = node.getText(file);
  return [...text.matchAll(COMPARISON)]
    .filter((match) => !isAssignment(text.slice(0, match.index)))
    .flatMap(({ 0: before, index }) =>
      [`(${before} OR 1 = 1)`, `(${before} AND 1 = 0)`].map((after) => {
        const from = start + index;
        const source = file.text.slice(0, from) + after + file.text.slice(from + before.length);
        const line = file.getLineAndCharacterOfPosition(from).line + 1;
        return { line, before, after, source };
      }),
    );
}

/** What stands after `SET` and before `WHERE` is given a value, not compared. */
function isAssignment(before: string): boolean {
  return before.lastIndexOf("SET ") > before.lastIndexOf("WHERE ");
}
