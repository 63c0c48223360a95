// Looks back up to ninety days.

import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { localDay } from "../../ui/time.tsx";

const DAY_MS = 86_400_000;
const MOST_DAYS = 90;

type SliderProps = Readonly<{ asOf: string | undefined; set: (asOf: string | undefined) => void }>;

export function TimeSlider({ asOf, set }: SliderProps) {
  const kept = asOf === undefined ? 0 : Math.round((Date.now() - Date.parse(asOf)) / DAY_MS);
  const [back, setBack] = useState(kept);
  const choose = (days: number) =>
    set(days === 0 ? undefined : new Date(Date.now() - days * DAY_MS).toISOString());
  const shown = new Date(Date.now() - back * DAY_MS).toISOString();
  return (
    <div className="mb-3 flex items-center gap-4 text-sm">
      <label htmlFor="time-back" className="shrink-0 text-ink-soft">
        As known
      </label>
      <input
        id="time-back"
        type="range"
        min={-MOST_DAYS}
        max={0}
        value={-back}
        aria-valuetext={back === 0 ? "now" : `${back} days ago`}
        onChange={(event) => setBack(-Number(event.target.value))}
        onPointerUp={() => choose(back)}
        onKeyUp={() => choose(back)}
        className="min-w-0 max-w-md flex-1 accent-accent"
      />
      <span className="number w-28 shrink-0">{back === 0 ? "now" : localDay(shown)}</span>
      {asOf !== undefined && (
        <Button
          size="sm"
          look="quiet"
          onClick={() => {
            setBack(0);
            set(undefined);
          }}
        >
          Back to now
        </Button>
      )}
    </div>
  );
}
