// The list of bad inputs and faults that reach the surfaces, and the test that each row is. A row without a test, or a
// test that was renamed away, fails here.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const BODIES = "test/surfaces/http-bad-input.test.ts";
const VALUES = "test/surfaces/http-bad-values.test.ts";
const ONCE = "test/surfaces/http-once.test.ts";
const TENANTS = "test/surfaces/http-isolation.test.ts";
const SCOPES = "test/support/store-conformance/scopes.ts";
const PROTOCOL = "test/surfaces/mcp-protocol.test.ts";

/** The row, where its test is, and words of its name. */
const COVERED: readonly (readonly [number, string, string])[] = [
  [1, BODIES, "1 an empty body"],
  [2, BODIES, "2 null"],
  [3, BODIES, "3 a list where an object belongs"],
  [4, BODIES, "4 a body cut short"],
  [5, BODIES, "5 of two equal keys keeps the last"],
  [5, VALUES, "5 of two equal keys the last one counts over MCP"],
  [6, BODIES, "6 a prototype, escaped"],
  [7, BODIES, "7 a constructor"],
  [8, BODIES, "8 ten thousand levels"],
  [8, VALUES, "8 of ten thousand levels is refused before it is parsed"],
  [9, BODIES, "9 a list of a million"],
  [10, BODIES, "10 endless and without a length"],
  [11, BODIES, "11 compressed is refused before anything is unpacked"],
  [12, BODIES, "12 text/plain"],
  [13, BODIES, "13 not UTF-8"],
  [14, BODIES, "14 half a surrogate pair"],
  [15, BODIES, "15 NUL in the text"],
  [16, BODIES, "16 a number beyond all numbers"],
  [16, VALUES, "16 beyond what a version can count"],
  [17, BODIES, "17 a time without a zone"],
  [17, VALUES, "17 in a leap second"],
  [18, BODIES, "18 zero width"],
  [18, VALUES, "18 of emoji modifiers alone"],
  [19, BODIES, "19 a text over 256 KB"],
  [20, BODIES, "20 ten thousand tags"],
  [21, VALUES, "21 beside it, of 65 KB"],
  [22, BODIES, "22 has a limit with SQL in it"],
  [23, ONCE, "23 refuses a cursor of another list, another tenant, another time"],
  [24, BODIES, "24 an unknown field"],
  [25, BODIES, "25 has a UUID in braces"],
  [26, ONCE, "26 that is old is refused"],
  [27, ONCE, "27 sent ten times at once has one effect"],
  [28, ONCE, "28 sent with another body is refused"],
  [29, BODIES, "29, 30 names what is not there"],
  [29, "test/support/store-conformance/input.ts", "erased"],
  [30, BODIES, "29, 30 names what is not there"],
  [31, BODIES, "31 has SQL for a filter"],
  [32, BODIES, "32 has an operator for a filter"],
  [33, BODIES, "33 has a path for a filter"],
  [34, BODIES, "34 asks for %s finds something or nothing"],
  [35, BODIES, "35 asks with a hundred thousand words"],
  [36, VALUES, "36 with the signs of a pattern"],
  [37, VALUES, "37 made to trap a pattern"],
  [38, BODIES, "38 sorts by SQL"],
  [39, VALUES, "39 in a language that climbs"],
  [40, VALUES, "40 for all categories by a name of its own"],
  [41, SCOPES, '["a:b", "a"]'],
  [42, SCOPES, '["%", "bot"]'],
  [43, SCOPES, '["caf\\u00e9", "cafe\\u0301"]'],
  [44, SCOPES, '["Bot", "bot"]'],
  [45, BODIES, "45 erases without saying whom or what"],
  [46, TENANTS, "46 a body is refused, and nothing is written"],
  [47, TENANTS, "47 %s is not there, exactly as for an id that never was"],
  [48, "test/surfaces/mcp-isolation.test.ts", "clients at once, with equal request ids"],
  [49, "test/surfaces/mcp-tools.test.ts", "a read-only connection writes nothing"],
  [50, TENANTS, "50 an agent's key finds nothing of a category"],
  // There is no way to delete a tenant as a whole; what ends its access is the end of its keys.
  [51, "test/surfaces/http-keys.test.ts", "revoked over HTTP lets nobody in"],
  [52, VALUES, "52 goes by the id"],
  [53, VALUES, "53 asked for in a room"],
  [112, "test/surfaces/http-doors.test.ts", "112 `Host: %s`"],
  [112, "test/surfaces/mcp-mount.test.ts", "cannot reach it, whatever key it has (item 112)"],
  [113, BODIES, "113 come one by one on five hundred connections"],
  [114, PROTOCOL, "of a version nobody knows is told which ones there are"],
  [115, PROTOCOL, "with a request state of the client's own making"],
  [116, PROTOCOL, "with arguments beyond the schema"],
  [117, "test/surfaces/mcp-stdio.test.ts", "that printed a stray line would be found out"],
  [118, "test/transfer/hostile.test.ts", "a broken export is reported record by record"],
  [119, "test/transfer/pipeline.test.ts", "a folder that is suddenly empty takes nothing away"],
  [119, "test/transfer/pipeline.test.ts", "undoing much at once needs a confirmation"],
];

const ROWS = [...rows(1, 53), ...rows(112, 119)];

function rows(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}

test("every row of the list has a test", () => {
  expect([...new Set(COVERED.map(([row]) => row))]).toEqual(ROWS);
});

test.each(COVERED)("row %i is tested in %s: %s", (_row, file, words) => {
  expect(readFileSync(file, "utf8")).toContain(words);
});
