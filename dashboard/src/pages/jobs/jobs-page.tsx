// What runs by itself, what waits, and what was given up.

import { Page } from "../../shell/page.tsx";
import { JobQueue } from "./job-queue.tsx";
import { Schedule } from "./schedule.tsx";

export function JobsPage() {
  return (
    <Page title="Jobs" about="Upkeep that runs by itself, and the work that waits for its turn">
      <div className="space-y-4">
        <JobQueue />
        <Schedule />
      </div>
    </Page>
  );
}
