// The settings as they may be shown: no key, and no password of an address.

import type { Config } from "../config.ts";

const HIDDEN = "***";

export function withoutSecrets(config: Config): Config {
  const { url, encryptionKey, models, webhooks } = config;
  const named = Object.entries(models).map(([name, value]) => [name, masked(value)]);
  return {
    ...config,
    ...(url === undefined ? {} : { url: masked(url) }),
    ...(encryptionKey === undefined ? {} : { encryptionKey: HIDDEN }),
    models: { ...models, ...Object.fromEntries(named) },
    // The path of a receiver's address is often its only key.
    webhooks: webhooks.map((one) => ({
      ...one,
      url: new URL(one.url).origin,
      secret: HIDDEN,
    })),
  };
}

/** The password of an address, before the `@` or after the `?`. */
function masked<T>(value: T): T | string {
  if (typeof value !== "string") return value;
  return value
    .replace(/^([a-z][\w+.-]*:\/\/[^:@/]*):[^@]*@/i, `$1:${HIDDEN}@`)
    .replace(/([?&](?:password|sslpassword|token|key)=)[^&]*/gi, `$1${HIDDEN}`);
}
