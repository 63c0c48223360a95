// Every detector, the more telling first: of two findings with one span the earlier names it.

import type { Detector, GuardClass } from "./finding.ts";
import { injectionDetector } from "./injection/injection.ts";
import { addressDetector } from "./personal/address.ts";
import { cardDetector } from "./personal/card.ts";
import { emailDetector } from "./personal/email.ts";
import { ibanDetector } from "./personal/iban.ts";
import { ipDetector } from "./personal/ip.ts";
import { nationalIdDetector } from "./personal/national-id.ts";
import { personNameDetector } from "./personal/person-name.ts";
import { phoneDetector } from "./personal/phone.ts";
import { connectionStringDetector } from "./secrets/connection-string.ts";
import { namedSecretDetector } from "./secrets/named-secret.ts";
import { privateKeyDetector } from "./secrets/private-key.ts";
import { tokenDetector } from "./secrets/token.ts";
import { toldSecretDetector } from "./secrets/told-secret.ts";
import { vendorKeyDetector } from "./secrets/vendor-keys.ts";

export const DETECTORS: readonly Detector[] = [
  privateKeyDetector,
  connectionStringDetector,
  vendorKeyDetector,
  tokenDetector,
  namedSecretDetector,
  toldSecretDetector,
  cardDetector,
  ibanDetector,
  nationalIdDetector,
  emailDetector,
  ipDetector,
  phoneDetector,
  injectionDetector,
];

/** Names and postal addresses are ordinary in talk: looked for only where the policy does not allow them. */
export const OPTIONAL_DETECTORS = {
  address: addressDetector,
  person_name: personNameDetector,
} as const satisfies Partial<Record<GuardClass, Detector>>;
