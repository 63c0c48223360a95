// Says what is wrong with input in plain words: which field, what it must be, and an example where one helps. A value
// itself is never repeated: it may be private, and errors end in logs.

import type { z } from "zod";
import { ownValue } from "./own-value.ts";

type Issue = z.core.$ZodIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "`true` or `false`",
  array: "a list",
  object: "an object",
  record: "an object",
  map: "a `Map`",
  date: "a date",
};
const TIME = "an ISO date such as `2026-05-01` or `2026-05-01T10:00:00Z`";

/** One line for each problem. `fields` are those that the input may have. */
export function inputProblems(error: z.ZodError, fields: readonly string[] = []): string {
  return error.issues.map((issue) => problem(issue, fields)).join("\n");
}

function problem(issue: Issue, fields: readonly string[]): string {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") return unknownFields(issue, fields);
  if (path.length === 0 && issue.code === "invalid_type") return notAnObject(fields);
  const name = path.length === 0 ? "The input" : `\`${path.join(".")}\``;
  if (isMissing(issue)) return `${name} is missing; it must be ${wanted(issue)}.`;
  if (issue.code === "custom") return `${name} ${issue.message}.`;
  return `${name} must ${duty(issue)}.`;
}

function isMissing(issue: Issue): issue is Issue & { code: "invalid_type" } {
  return issue.code === "invalid_type" && issue.message.endsWith("received undefined");
}

function notAnObject(fields: readonly string[]): string {
  const known = fields.length === 0 ? "" : `, with the fields ${listed(fields)}`;
  return `The input must be one object${known}.`;
}

function unknownFields(
  { keys, path }: Issue & { code: "unrecognized_keys" },
  fields: readonly string[],
): string {
  const names = keys.map((key) => `\`${[...path, key].join(".")}\``).join(", ");
  const known = path.length > 0 || fields.length === 0 ? "" : ` Known fields: ${listed(fields)}.`;
  return `${names} ${keys.length === 1 ? "is not a known field" : "are not known fields"}.${known}`;
}

/** What stands behind "must". */
function duty(issue: Exclude<Issue, { code: "unrecognized_keys" }>): string {
  switch (issue.code) {
    case "too_small":
      return bound("at least", issue.minimum, issue.origin);
    case "too_big":
      return bound("at most", issue.maximum, issue.origin);
    default:
      return `be ${wanted(issue)}`;
  }
}

function bound(how: string, limit: number | bigint, of: string): string {
  if (of === "string")
    return limit === 1 && how === "at least"
      ? "not be empty"
      : `have ${how} ${limit} character${limit === 1 ? "" : "s"}`;
  if (of === "array") return `have ${how} ${limit} item${limit === 1 ? "" : "s"}`;
  return `be ${how} ${limit}`;
}

function wanted(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return ownValue(TYPES, issue.expected) ?? `a ${issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `\`${String(issue.values[0])}\``
        : `one of ${listed(issue.values.map(String))}`;
    case "invalid_format":
      if (issue.format === "regex") return issue.message;
      return issue.format === "date" || issue.format === "datetime"
        ? TIME
        : `written as ${issue.format}`;
    case "invalid_union":
      return choice(issue.errors.flat());
    default:
      return issue.message;
  }
}

/** Of a choice of shapes: each of them once, and one way to write a time. */
function choice(issues: readonly Issue[]): string {
  const wants = issues.filter(({ code }) => code !== "unrecognized_keys").map(whole);
  const isTime = wants.includes(TIME);
  const shapes = wants.filter((one) => !isTime || (one !== TYPES["string"] && one !== "a date"));
  return [...new Set(shapes)].join(" or ");
}

/** A shape of which a part is wrong is still that shape. */
function whole(issue: Issue): string {
  return issue.path.length > 0
    ? `an object whose \`${issue.path.join(".")}\` is ${wanted(issue)}`
    : wanted(issue);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
