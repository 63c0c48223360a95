// A colour of the design as a canvas understands it.

/** A canvas knows neither variables nor `light-dark()`; what an element computes from them, it does. */
export function colour(variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/\d+/g)?.map(Number) ?? [];
  probe.remove();
  const hex = channels.slice(0, 3).map((channel) => channel.toString(16).padStart(2, "0"));
  return `#${hex.join("")}`;
}
