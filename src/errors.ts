// Everything that can go wrong, and what each surface does about it.

const CODES = {
  invalid_input: { http: 400, exit: 2, retryable: false },
  unauthorized: { http: 401, exit: 5, retryable: false },
  forbidden: { http: 403, exit: 5, retryable: false },
  not_found: { http: 404, exit: 1, retryable: false },
  conflict: { http: 409, exit: 1, retryable: true },
  model_mismatch: { http: 409, exit: 1, retryable: false },
  too_large: { http: 413, exit: 2, retryable: false },
  over_budget: { http: 429, exit: 6, retryable: true },
  queue_full: { http: 429, exit: 6, retryable: true },
  corrupt_store: { http: 500, exit: 3, retryable: false },
  newer_store: { http: 500, exit: 4, retryable: false },
  internal: { http: 500, exit: 1, retryable: false },
  not_supported: { http: 501, exit: 1, retryable: false },
  provider_unavailable: { http: 503, exit: 6, retryable: true },
  store_unavailable: { http: 503, exit: 6, retryable: true },
  closed: { http: 503, exit: 6, retryable: false },
  storage_full: { http: 507, exit: 6, retryable: true },
} as const;

export type ErrorCode = keyof typeof CODES;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(CODES, code);
}

export class MemoryError extends Error {
  override readonly name = "MemoryError";
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  get httpStatus(): number {
    return CODES[this.code].http;
  }

  get exitCode(): number {
    return CODES[this.code].exit;
  }

  get retryable(): boolean {
    return CODES[this.code].retryable;
  }
}

/** The one place a foreign throw becomes ours. Called at surfaces and at provider edges only. */
export function asMemoryError(thrown: unknown): MemoryError {
  if (thrown instanceof MemoryError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new MemoryError("internal", message, { cause: thrown });
}
