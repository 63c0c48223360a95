// Executes the rule of look-ups in plain objects over src, and shows what it flags and what it lets pass.

import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { programOf, violations } from "./foreign-keys.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url)).replaceAll("\\", "/");

test("nothing under src looks a foreign name up in a plain object", () => {
  const program = programOf(ROOT);
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(`${ROOT}src/`))
    .map((tree) => ({ path: tree.fileName.slice(ROOT.length), tree }));
  expect(files.length).toBeGreaterThan(100);
  expect(violations(program, files)).toEqual([]);
}, 240_000);

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noLib: false,
  types: [],
  skipLibCheck: true,
  lib: ["lib.es2023.d.ts"],
};
const library = ts.createCompilerHost(OPTIONS);

function found(source: string): string[] {
  const tree = ts.createSourceFile("/one.ts", source, ts.ScriptTarget.ESNext, true);
  const host: ts.CompilerHost = {
    ...library,
    getSourceFile: (name, target) =>
      name === "/one.ts" ? tree : library.getSourceFile(name, target),
  };
  const program = ts.createProgram(
    ["/one.ts"],
    { ...OPTIONS, target: ts.ScriptTarget.ESNext },
    host,
  );
  return violations(program, [{ path: "one.ts", tree }]);
}

const RECORD =
  "declare const record: Record<string, number>; declare const name: string; export {};";

test.each([
  ["a look-up by any text", "record[name];", "record[name]"],
  ["a write", "record[name] = 1;", "record[name]"],
  [
    "a write after the record was asked",
    "if (Object.hasOwn(record, name)) record[name] = 1;",
    "record[name]",
  ],
  ["a removal", "delete record[name];", "record[name]"],
  ["`in`", "name in record;", "name in record"],
  ["a text put together", "record[name + name];", "record[name + name]"],
  ["a key of another record", "if (Object.hasOwn({}, name)) record[name];", "record[name]"],
  [
    "the branch where it has none",
    "Object.hasOwn(record, name) ? 0 : record[name];",
    "record[name]",
  ],
  [
    "a parameter that one call fills with any text",
    "function f(key: string) { return record[key]; } f('a'); f(name);",
    "record[key]",
  ],
  [
    "a parameter of a function passed on",
    "function f(key: string) { return record[key]; } [name].map(f);",
    "record[key]",
  ],
  ["taking apart", "const { [name]: one } = record;", "[name]"],
])(
  "%s is flagged",
  (_what, code, flagged) => {
    expect(found(`${RECORD}\n${code}`)).toEqual([`one.ts:2: ${flagged}`]);
  },
  60_000,
);

test.each([
  ["a literal", 'record["name"];'],
  ["one of a list of names", 'declare const kind: "a" | "b"; record[kind];'],
  ["a place in a list", "declare const list: string[]; declare const at: number; list[at];"],
  ["a look-up after the record was asked", "Object.hasOwn(record, name) ? record[name] : 0;"],
  [
    "the same in a condition of several",
    "name !== '' && Object.hasOwn(record, name) && record[name];",
  ],
  [
    "a parameter that every call names",
    "function f(key: string) { return record[key]; } f('a'); f('b');",
  ],
  ["a key of a new object", "({ [name]: 1 });"],
])(
  "%s is not",
  (_what, code) => {
    expect(found(`${RECORD}\n${code}`)).toEqual([]);
  },
  60_000,
);
