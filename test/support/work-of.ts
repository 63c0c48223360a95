// Milliseconds of work of this process, however busy the machine is.

export async function workOf(act: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
