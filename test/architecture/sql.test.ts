// R-SQL-1 over src/store: SQL is static text with bound values, and the rule that says so can fail.

import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";
import { violations } from "./static-sql.ts";

// The samples write an interpolation as #{…}, so that nobody takes their strings for forgotten templates.
const check = (sample: string, path = "src/store/reads.ts") =>
  violations([{ path, source: sample.replaceAll("#{", "${") }]);

test("no text built from a caller's value reaches the database", () => {
  const files = sourceFiles("src/store");
  expect(files.length).toBeGreaterThan(0);
  expect(violations(files)).toEqual([]);
});

describe("SQL made from a value is named", () => {
  test.each<[string, string]>([
    ["a template in a step", "function f(id) { return all(`SELECT #{id}`, []); }"],
    ["a template in run", "function f(id) { return run(`DELETE FROM t WHERE id = '#{id}'`, []); }"],
    [
      "a template in send",
      "function f(id) { return send(`DELETE FROM t WHERE id = '#{id}'`, []); }",
    ],
    ["concatenation", 'function f(id) { return db.prepare("SELECT " + id); }'],
    ["a local constant", "function f(db, id) { const sql = `SELECT #{id}`; return db.exec(sql); }"],
    ["a variable", 'function f() { let text = "SELECT 1"; return first(text, []); }'],
    ["a pg text", "function f(id) { return client.query({ text: `SELECT #{id}`, values: [] }); }"],
    ["a pg text by shorthand", "function f(text) { return client.query({ text, values: [] }); }"],
    ["a condition", "function f(column) { return { sql: `#{column} = ?`, values: [] }; }"],
    ["one branch", 'function f(order) { return all(order ? `SELECT #{order}` : "SELECT 1", []); }'],
    [
      "a call on a value",
      "function f(ids) { return all(`IN (#{ids.map(() => '?').join()})`, ids); }",
    ],
    ["a function of a value", "function f(name) { return all(quoted(name), []); }"],
    ["an entry of a value", "function f(names) { for (const name of names) run(name, []); }"],
    [
      "a function that passes it on",
      "function* page(sql) { yield* all(sql, []); }\nfunction g(a) { return page(`SELECT #{a}`); }",
    ],
    [
      "a field that was given a value",
      "function f(order) { return { order, tail: `ORDER BY #{order}` }; }\nfunction g(list) { return all(list.tail, []); }",
    ],
    [
      "a field given a constant in one place and a value in another",
      "const A = { tail: 'x' };\nfunction f(order) { return { tail: order }; }\nfunction g(list) { return all(list.tail, []); }",
    ],
    [
      "a destructured value",
      "function f({ order }) { return all(`SELECT 1 ORDER BY #{order}`, []); }",
    ],
  ])("%s", (_what, source) => {
    expect(check(source)).toEqual([
      expect.stringMatching(/^src\/store\/reads\.ts:\d+: not static SQL: /),
    ]);
  });
});

describe("SQL joined from constants is not", () => {
  test.each<[string, string]>([
    ["plain text", 'function f(id) { return all("SELECT 1 WHERE id = ?", [id]); }'],
    [
      "a constant of the module",
      'const COLUMNS = "a, b";\nfunction f() { return all(`SELECT #{COLUMNS}`, []); }',
    ],
    [
      "an imported constant",
      'import { COLUMNS } from "./row.ts";\nfunction f() { return run(COLUMNS, []); }',
    ],
    [
      "a list of constants",
      'const NAMES = ["a"];\nfunction f() { return all(`SELECT #{NAMES.map((n) => `m.#{n}`).join()}`, []); }',
    ],
    [
      "an entry of a constant table",
      'const TABLE = { a: "x" };\nfunction f(item) { return all(`SELECT * FROM #{TABLE[item]}`, []); }',
    ],
    [
      "a checked condition",
      "function f(where) { return all(`SELECT 1 WHERE #{where.sql}`, where.values); }",
    ],
    [
      "a field that only ever holds constants",
      "function f() { return { head: 'SELECT 1' }; }\nfunction g({ head }, list) { return all(`#{head} #{list.head}`, []); }",
    ],
    [
      "a dialect's fragment",
      'function f(dialect) { return all(`SELECT 1 WHERE #{dialect.anyOf("m.id")}`, []); }',
    ],
    [
      "statements in order",
      'const STEPS = ["CREATE TABLE t (a)"];\nfunction f(db) { for (const step of STEPS) db.exec(step); }',
    ],
    [
      "other things with the same names",
      "const WORD = /a/;\nasync function f(x) { WORD.exec(x); /b/.exec(x); await Promise.all(x); statement.all(x); }",
    ],
  ])("%s", (_what, source) => {
    expect(check(source)).toEqual([]);
  });

  test.each(["src/store/where.ts", "src/store/sqlite/sqlite-dialect.ts"])("in %s", (path) => {
    const source = "export function anyOf(column) { return { sql: `#{column} = ?` }; }";
    expect(check(source, path)).toEqual([]);
  });
});
