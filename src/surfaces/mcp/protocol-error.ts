// A failed read of a resource or prompt, as the protocol words it: these have no result to say it in.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import type { ErrorCode } from "../../errors.ts";
import { toolError } from "./tool-error.ts";

const ASKED_WRONGLY: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalid_input",
  "unauthorized",
  "forbidden",
  "not_found",
  "too_large",
]);

export function protocolError(
  thrown: unknown,
  uri: string,
  report: (error: Error) => void,
): ProtocolError {
  const { code, message, hint, retryable } = toolError(thrown, report);
  if (code === "not_found") return new ResourceNotFoundError(uri);
  const numbered = ASKED_WRONGLY.has(code)
    ? ProtocolErrorCode.InvalidParams
    : ProtocolErrorCode.InternalError;
  return new ProtocolError(numbered, message, { code, hint, retryable });
}
