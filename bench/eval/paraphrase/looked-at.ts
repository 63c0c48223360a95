// Every template that was looked at while the judge was tuned, those first held out and later opened among them.

import { DAILY_LIFE_TEMPLATES } from "./daily-life-templates.ts";
import { LAST_OPENED_TEMPLATES } from "./last-opened-templates.ts";
import { LATER_OPENED_TEMPLATES } from "./later-opened-templates.ts";
import { LATEST_OPENED_TEMPLATES } from "./latest-opened-templates.ts";
import { MORE_OPENED_TEMPLATES } from "./more-opened-templates.ts";
import { MORE_TUNING_TEMPLATES } from "./more-tuning-templates.ts";
import { OPENED_TEMPLATES } from "./opened-templates.ts";
import type { Template } from "./template.ts";
import { TUNING_TEMPLATES } from "./tuning-templates.ts";

export const LOOKED_AT_TEMPLATES: readonly Template[] = [
  ...TUNING_TEMPLATES,
  ...MORE_TUNING_TEMPLATES,
  ...OPENED_TEMPLATES,
  ...MORE_OPENED_TEMPLATES,
  ...LAST_OPENED_TEMPLATES,
  ...LATER_OPENED_TEMPLATES,
  ...LATEST_OPENED_TEMPLATES,
  ...DAILY_LIFE_TEMPLATES,
];
