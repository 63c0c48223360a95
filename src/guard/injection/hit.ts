// One signal seen in one place.

export type Hit = Readonly<{ rule: string; weight: number; start: number; end: number }>;
