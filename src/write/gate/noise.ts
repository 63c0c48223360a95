// Lines that belong in a journal and not in the vault: a sign of life, a tick, "nothing changed".

const NOISE = [
  /\b(?:burst|cycle|loop|scheduler)?\s*ticks?\b(?:\s+(?:marker|mark|number|#?\d+))/i,
  /\btick marker\b/i,
  /\bruntime (?:snapshot|status)\b/i,
  /\b(?:routine|periodic|scheduled) (?:scan|check|check-?in|ping)\b/i,
  /\bcheck-?ins?\b\s*(?:complete|done|ok|#?\d+|:|$)/i,
  /\bheart-?beats?\b/i,
  /\b(?:no|without) (?:new )?changes?\b(?:\s+(?:since|detected|to report))?[.!]?\s*$/i,
  /\bnothing (?:new )?to report\b/i,
  /\bstatus (?:is )?unchanged\b/i,
  /\bephemeral\b/i,
];

export function isNoise(text: string): boolean {
  return NOISE.some((pattern) => pattern.test(text));
}
