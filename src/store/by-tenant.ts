// What one statement may touch: on PostgreSQL none that locks goes over several tenants, so that a database distributed
// by tenant can send it to one server.

export type OfTenant<T> = Readonly<{ tenant: string; item: T }>;

export function byTenant<T>(all: readonly OfTenant<T>[]): ReadonlyMap<string, T[]> {
  const items = new Map<string, T[]>();
  for (const { tenant, item } of all) {
    const known = items.get(tenant);
    if (known === undefined) items.set(tenant, [item]);
    else known.push(item);
  }
  return items;
}
