// Every detector, the more telling first: of two findings with one span the earlier names it.

import { cardDetector } from "./card.ts";
import { connectionStringDetector } from "./connection-string.ts";
import { emailDetector } from "./email.ts";
import type { Detector } from "./finding.ts";
import { ibanDetector } from "./iban.ts";
import { injectionDetector } from "./injection.ts";
import { ipDetector } from "./ip.ts";
import { namedSecretDetector } from "./named-secret.ts";
import { nationalIdDetector } from "./national-id.ts";
import { phoneDetector } from "./phone.ts";
import { privateKeyDetector } from "./private-key.ts";
import { tokenDetector } from "./token.ts";
import { vendorKeyDetector } from "./vendor-keys.ts";

export const DETECTORS: readonly Detector[] = [
  privateKeyDetector,
  connectionStringDetector,
  vendorKeyDetector,
  tokenDetector,
  namedSecretDetector,
  cardDetector,
  ibanDetector,
  nationalIdDetector,
  emailDetector,
  ipDetector,
  phoneDetector,
  injectionDetector,
];
