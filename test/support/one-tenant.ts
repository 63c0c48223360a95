// The rule of the store on PostgreSQL: every statement names one tenant, or takes no locks; and what one statement reads
// together is of one tenant. Judged on the tree that PostgreSQL's own parser makes of a text, not on the text.

import { loadModule, parseSync } from "libpg-query";

export type Asked = Readonly<{ text: string; values: readonly unknown[] }>;

export const loadParser: () => Promise<void> = loadModule;

/** Why a statement breaks the rule; undefined when it keeps it. */
export function broken({ text, values }: Asked): string | undefined {
  for (const statement of listIn(treeOf(parseSync(text)), "stmts")) {
    const found: Found = { tables: [], bound: new Set(), locks: false };
    visit(statement, { scopes: [], named: new Set(), found });
    const names = found.tables.map(({ table }) => table).join(", ");
    const labels = new Set(found.tables.map(({ label }) => label));
    if (labels.size > 1) return `does not join ${names} by one tenant`;
    if (found.locks && labels.size > 0 && !labels.has(BOUND))
      return `locks rows of ${names} and names no tenant`;
    const tenants = new Set([...found.bound].map((number) => values[number - 1]));
    if (tenants.size > 1) return `names the tenants ${[...tenants].join(" and ")}`;
  }
  return undefined;
}

type Tree = Readonly<Record<string, unknown>>;

/** What a tenant is known to equal. Columns with a label of their own equal each other and nothing that is bound. */
const BOUND = "bound";
const WITHOUT_TENANT = /^(migrations|pg_.*)$/;
const CHANGES = ["InsertStmt", "UpdateStmt", "DeleteStmt"];

type Found = {
  readonly tables: { table: string; label: string }[];
  /** Parameters that stand for a tenant. */
  readonly bound: Set<number>;
  locks: boolean;
};
/** The tables and subqueries of one level, by the name they go by, and what the tenant of each equals. */
type Scope = Map<string, string>;
type Place = Readonly<{ scopes: readonly Scope[]; named: ReadonlySet<string>; found: Found }>;
/** What a column of a query's answer equals, if it is a tenant: by its place, or the one of that name. */
type Output = (column: number | "tenant") => string;

/** Any part of a statement: goes down to the queries in it. */
function visit(node: unknown, place: Place): void {
  if (Array.isArray(node)) for (const each of node) visit(each, place);
  if (!isTree(node)) return;
  for (const [name, below] of Object.entries(node))
    if (name === "SelectStmt") query(treeOf(below), place);
    else if (CHANGES.includes(name)) change(name, treeOf(below), place);
    else visit(below, place);
}

function query(node: Tree, outer: Place): Output {
  if (listIn(node, "lockingClause").length > 0) outer.found.locks = true;
  const place = withQueries(node, outer);
  if (isTree(node["larg"]) && isTree(node["rarg"])) {
    const arms = [query(node["larg"], place), query(node["rarg"], place)];
    return (column) => shared(arms.map((arm) => arm(column)));
  }
  const rows = listIn(node, "valuesLists").map((row) =>
    listIn(treeOf(treeOf(row)["List"]), "items"),
  );
  const inner = { ...place, scopes: [scopeOf([node["fromClause"]], node, place), ...place.scopes] };
  for (const part of ["targetList", "whereClause", "havingClause", "sortClause", "limitCount"])
    visit(node[part], inner);
  if (rows.length > 0) {
    visit(rows, inner);
    return (column) => shared(rows.map((row) => labelOf(row[Number(column)], inner) ?? alone()));
  }
  const targets = listIn(node, "targetList").map((each) => treeOf(treeOf(each)["ResTarget"]));
  return (column) => {
    const chosen = column === "tenant" ? targets.find(isTenant) : targets[column];
    return (chosen && labelOf(chosen["val"], inner)) ?? alone();
  };
}

function change(kind: string, node: Tree, outer: Place): void {
  const { found } = outer;
  found.locks = true;
  const place = withQueries(node, outer);
  if (kind === "InsertStmt") {
    const table = String(treeOf(node["relation"])["relname"]);
    const columns = listIn(node, "cols").map((each) => treeOf(treeOf(each)["ResTarget"])["name"]);
    const label = query(
      treeOf(treeOf(node["selectStmt"])["SelectStmt"]),
      place,
    )(columns.indexOf("tenant"));
    if (!WITHOUT_TENANT.test(table)) found.tables.push({ table, label });
    return;
  }
  const from = [{ RangeVar: node["relation"] }, node["fromClause"], node["usingClause"]];
  const inner = { ...place, scopes: [scopeOf(from, node, place), ...place.scopes] };
  for (const part of ["targetList", "whereClause"]) visit(node[part], inner);
}

function withQueries(node: Tree, outer: Place): Place {
  let place = outer;
  for (const each of listIn(treeOf(node["withClause"] ?? {}), "ctes")) {
    const common = treeOf(treeOf(each)["CommonTableExpr"]);
    visit(common["ctequery"], place);
    place = { ...place, named: new Set([...place.named, String(common["ctename"])]) };
  }
  return place;
}

type Sources = Readonly<{
  tables: Map<string, string>;
  subqueries: Map<string, Tree>;
  conditions: unknown[];
}>;

/** The level's tables and subqueries; the latter see what stands before them, and their tenant is what they answer. */
function scopeOf(from: readonly unknown[], node: Tree, place: Place): Scope {
  const sources: Sources = { tables: new Map(), subqueries: new Map(), conditions: [] };
  for (const each of from) addSources(each, sources, place.named);
  const conditions = [...sources.conditions, node["whereClause"]].flatMap(conjuncts);
  const names = [...sources.tables.keys(), ...sources.subqueries.keys()];
  const scope: Scope = new Map(names.map((name) => [name, alone()]));
  equate(conditions, scope, place);
  for (const [name, subquery] of sources.subqueries) {
    const output = query(subquery, { ...place, scopes: [scope, ...place.scopes] })("tenant");
    merge(scope, scope.get(name) ?? output, output);
  }
  equate(conditions, scope, place);
  for (const [name, table] of sources.tables)
    place.found.tables.push({ table, label: scope.get(name) ?? alone() });
  return scope;
}

function addSources(node: unknown, sources: Sources, named: ReadonlySet<string>): void {
  if (Array.isArray(node)) for (const each of node) addSources(each, sources, named);
  if (!isTree(node)) return;
  const { RangeVar: table, RangeSubselect: subquery, JoinExpr: join } = node;
  if (isTree(table)) addTable(table, sources, named);
  if (isTree(subquery)) {
    const select = treeOf(treeOf(subquery["subquery"])["SelectStmt"]);
    sources.subqueries.set(aliasOf(subquery) ?? alone(), select);
  }
  if (isTree(join)) {
    addSources([join["larg"], join["rarg"]], sources, named);
    sources.conditions.push(join["quals"]);
  }
}

function addTable(table: Tree, sources: Sources, named: ReadonlySet<string>): void {
  const name = String(table["relname"]);
  const isOurs = table["schemaname"] === undefined && !named.has(name);
  if (isOurs && !WITHOUT_TENANT.test(name)) sources.tables.set(aliasOf(table) ?? name, name);
}

function aliasOf({ alias }: Tree): string | undefined {
  return isTree(alias) ? String(alias["aliasname"]) : undefined;
}

/** What must hold for every row: nothing below an `OR` or a `NOT`. */
function conjuncts(node: unknown): readonly Tree[] {
  if (!isTree(node)) return [];
  const { BoolExpr: several } = node;
  if (isTree(several) && several["boolop"] === "AND_EXPR")
    return listIn(several, "args").flatMap(conjuncts);
  return [node];
}

const EQUALS = JSON.stringify([{ String: { sval: "=" } }]);

/** Columns of this level take the label of what they must equal; those of an outer one keep theirs. */
function equate(conditions: readonly Tree[], scope: Scope, place: Place): void {
  const here = { ...place, scopes: [scope, ...place.scopes] };
  for (const { A_Expr: compared } of conditions) {
    const sides = isTree(compared) ? tenantsIn(compared) : [];
    const [one, other] = sides.map((side) => labelOf(side, here));
    if (one === undefined || other === undefined) continue;
    const isFixed = one === BOUND || isOutside(one, place);
    if (isFixed && other !== BOUND) merge(scope, other, one);
    else merge(scope, one, other);
  }
}

/** Both sides of an equality of which one is a tenant. */
function tenantsIn({ kind, name, lexpr, rexpr }: Tree): readonly unknown[] {
  if (kind !== "AEXPR_OP" || JSON.stringify(name) !== EQUALS) return [];
  return isTenantColumn(lexpr) || isTenantColumn(rexpr) ? [lexpr, rexpr] : [];
}

function isOutside(label: string, { scopes }: Place): boolean {
  return scopes.some((scope) => [...scope.values()].includes(label));
}

function merge(scope: Scope, label: string, into: string): void {
  for (const [name, known] of scope) if (known === label) scope.set(name, into);
}

/** Of a parameter, or of a column that is a tenant; anything else says nothing. */
function labelOf(node: unknown, { scopes, found }: Place): string | undefined {
  const { ParamRef: parameter, TypeCast: cast } = isTree(node) ? node : {};
  if (isTree(cast)) return labelOf(cast["arg"], { scopes, named: new Set(), found });
  if (isTree(parameter)) {
    found.bound.add(Number(parameter["number"]));
    return BOUND;
  }
  const names = namesOf(node);
  if (names.at(-1) !== "tenant") return undefined;
  const [table] = names.length > 1 ? names : [];
  for (const scope of scopes) {
    const label = table === undefined ? [...scope.values()][0] : scope.get(table);
    if (label !== undefined) return label;
  }
  return undefined;
}

function isTenantColumn(node: unknown): boolean {
  return namesOf(node).at(-1) === "tenant";
}

function isTenant({ name, val }: Tree): boolean {
  return name === "tenant" || (name === undefined && isTenantColumn(val));
}

function namesOf(node: unknown): readonly string[] {
  const { ColumnRef: column } = isTree(node) ? node : {};
  if (!isTree(column)) return [];
  return listIn(column, "fields").map((field) => {
    const { String: name } = treeOf(field);
    return isTree(name) ? String(name["sval"]) : "*";
  });
}

function shared(labels: readonly string[]): string {
  const [first] = labels;
  return first !== undefined && labels.every((label) => label === first) ? first : alone();
}

let given = 0;
/** A label that nothing else has. */
function alone(): string {
  given += 1;
  return `column ${given}`;
}

function isTree(node: unknown): node is Tree {
  return typeof node === "object" && node !== null && !Array.isArray(node);
}

function treeOf(node: unknown): Tree {
  return isTree(node) ? node : {};
}

function listIn(node: Tree, name: string): readonly unknown[] {
  const list = node[name];
  return Array.isArray(list) ? list : [];
}
