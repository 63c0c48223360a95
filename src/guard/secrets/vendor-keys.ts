// Credentials whose vendor gave them a shape of their own. A row is a shape; a new vendor is a new row.
// `hint` matches in every text that holds the shape, so that a row costs nothing where the text has no hint of it.

import type { Detector, Finding, GuardClass } from "../finding.ts";
import { matchesOf } from "../matches.ts";
import type { TextFeatures } from "../text-features.ts";

type KeyShape = Readonly<{ rule: string; class: GuardClass; hint: RegExp; shape: RegExp }>;

function key(rule: string, hint: string, shape: string): KeyShape {
  return { rule, class: "api_key", hint: new RegExp(hint), shape: bounded(shape) };
}

function token(rule: string, hint: string, shape: string): KeyShape {
  return { rule, class: "token", hint: new RegExp(hint), shape: bounded(shape) };
}

function bounded(shape: string): RegExp {
  return new RegExp(`(?<![A-Za-z0-9])(?:${shape})(?![A-Za-z0-9])`, "g");
}

/** No shape matches fewer than twelve characters (an account number), and none matches white space. */
const SHORTEST_KEY = 12;
/** For a shape without fixed text, which has such a run in it. */
const HINTLESS_RUN = 16;
const NO_HINT = `[A-Za-z0-9_-]{${HINTLESS_RUN}}`;

/** Word characters and dashes, the alphabet of most keys. */
const W = "[A-Za-z0-9_-]";

export const KEY_SHAPES: readonly KeyShape[] = [
  // Clouds
  ...["AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AROA", "AIPA", "ANPA", "ANVA"].map((prefix) =>
    key("aws_access_key", prefix, `${prefix}[A-Z2-7]{16}`),
  ),
  key("aws_access_key", "A3T", "A3T[A-Z0-9][A-Z0-9]{16}"),
  key(
    "aws_resource_name",
    "arn:aws",
    "arn:aws[a-z-]{0,12}:[a-z0-9-]{2,40}:[a-z0-9-]{0,24}:[0-9]{0,12}:[^\\s\"'`<>,;]{1,200}",
  ),
  key(
    "aws_account",
    "[Aa]ccount[ _-]?[Ii]d",
    "(?<=[Aa]ccount[ _-]?[Ii]d['\"]?[ ]?[:=][ ]?['\"]?)[0-9]{12}",
  ),
  key("aws_mws_key", "amzn\\.mws\\.", "amzn\\.mws\\.[0-9a-f-]{36}"),
  key("aws_appsync_key", "da2-", "da2-[a-z0-9]{26}"),
  key("aws_bedrock_key", "ABSK", "ABSK[A-Za-z0-9+/]{100,140}={0,2}"),
  key("azure_shared_access", "sig=", "(?<=[?&;]sig=)[A-Za-z0-9%+/_-]{30,120}={0,2}"),
  key("azure_devops_token", "AZDO", "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
  key(
    "azure_key",
    "AzC[a-z]|\\+ACDb|AzSe|\\+AMC",
    "[A-Za-z0-9+/]{30,80}(?:AzC[a-z]|\\+ACDb|AzSe|\\+AMC)[A-Za-z0-9+/]{5,20}={0,2}",
  ),
  key("azure_ad_secret", "Q~", "[A-Za-z0-9_.~-]{3}[0-9]Q~[A-Za-z0-9_.~-]{31,34}"),
  key("google_api_key", "AIza", `AIza${W}{35}`),
  token("google_oauth_token", "ya29\\.", `ya29\\.${W}{20,1024}`),
  key("google_oauth_secret", "GOCSPX-", `GOCSPX-${W}{28}`),
  key(
    "google_client_id",
    "\\.apps\\.googleusercontent\\.com",
    "[0-9]{6,24}-[a-z0-9]{20,40}\\.apps\\.googleusercontent\\.com",
  ),
  key("alibaba_key", "LTAI", "LTAI[A-Za-z0-9]{12,24}"),
  ...["dop", "doo", "dor"].map((prefix) =>
    token("digitalocean_token", `${prefix}_v1_`, `${prefix}_v1_[a-f0-9]{64}`),
  ),
  token("cloudflare_origin_key", "v1\\.0-", "v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
  // Code hosts and registries
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((prefix) =>
    token("github_token", `${prefix}_`, `${prefix}_[A-Za-z0-9]{36,255}`),
  ),
  token("github_fine_token", "github_pat_", "github_pat_[A-Za-z0-9_]{50,255}"),
  token(
    "gitlab_token",
    "gl[a-z]{2,5}-",
    `gl(?:pat|ptt|dt|rt|cbt|imt|agent|oas|ft|soat|ffct)-${W}{18,300}(?:\\.[a-z0-9.]{5,40})?`,
  ),
  token("gitlab_runner_token", "GR1348941", `GR1348941${W}{18,40}`),
  token("npm_token", "npm_", "npm_[A-Za-z0-9]{36}"),
  token("pypi_token", "pypi-", `pypi-[A-Za-z0-9]${W}{40,1000}`),
  key("rubygems_key", "rubygems_", "rubygems_[a-f0-9]{48}"),
  token("crates_token", "cio[A-Za-z0-9]{32}", "cio[A-Za-z0-9]{32}"),
  key("nuget_key", "oy2", "oy2[a-z0-9]{43}"),
  token("docker_token", "dckr_", `dckr_(?:pat|oat)_${W}{27,52}`),
  token("artifactory_key", "AKCp", "AKCp[A-Za-z0-9]{20,80}"),
  token("artifactory_reference", "cmVmd", "cmVmdGtuO[A-Za-z0-9]{50,70}"),
  token("openvsx_token", "ovsxat_", "ovsxat_[0-9a-f-]{36}"),
  token("clojars_token", "CLOJARS_", "CLOJARS_[a-f0-9]{60}"),
  token("sourcegraph_token", "sgp_", "sgp_(?:(?:local|[a-fA-F0-9]{16})_)?[a-fA-F0-9]{40,64}"),
  // Language models
  key("anthropic_key", "sk-ant-", `sk-ant-${W}{20,200}`),
  key("openai_key", "sk-", `sk-(?:[a-z]{2,12}-)?${W}{16,220}`),
  key("groq_key", "gsk_", "gsk_[A-Za-z0-9]{40,60}"),
  token("huggingface_token", "hf_", "hf_[A-Za-z0-9]{30,40}"),
  token("huggingface_org_token", "api_org_", "api_org_[A-Za-z]{34}"),
  ...[
    "pplx-",
    "xai-",
    "r8_",
    "tvly-",
    "jina_",
    "fc-",
    "nvapi-",
    "gsk-",
    "csk-",
    "fw_",
    "tgp_v1_",
    "e2b_",
  ].map((prefix) => key("model_service_key", prefix, `${prefix}(?:dev-|prod-)?${W}{20,120}`)),
  token("jina_key", "jina_", "jina_[a-f0-9]{32}[A-Za-z0-9_-]{20,40}"),
  key("langchain_key", "lsv2_", "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
  // Chat, mail and messaging
  token("slack_token", "xox", "xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,300}"),
  token("slack_app_token", "xapp-", "xapp-[0-9]-[A-Za-z0-9-]{10,200}"),
  key(
    "slack_webhook",
    "hooks\\.slack\\.com",
    "hooks\\.slack\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,100}",
  ),
  key(
    "discord_webhook",
    "/api/webhooks/",
    `discord(?:app)?\\.com/api/webhooks/[0-9]{15,21}/${W}{40,100}`,
  ),
  token(
    "discord_token",
    NO_HINT,
    "[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}",
  ),
  key(
    "teams_webhook",
    "\\.webhook\\.office\\.com",
    "[a-z0-9-]{1,60}\\.webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/-]{50,250}",
  ),
  key(
    "teams_webhook",
    "outlook\\.office\\.com/webhook/",
    "outlook\\.office\\.com/webhook/[A-Za-z0-9@/%-]{50,250}",
  ),
  token("telegram_token", ":AA", `[0-9]{7,11}:AA${W}{31,36}`),
  key("twilio_key", "SK[0-9a-f]{32}", "SK[0-9a-f]{32}"),
  key("twilio_account", "AC[0-9a-f]{32}", "AC[0-9a-f]{32}"),
  key("sendgrid_key", "SG\\.[A-Za-z0-9_-]", `SG\\.${W}{16,32}\\.${W}{16,64}`),
  key("mailchimp_key", "-us[0-9]", "[0-9a-f]{32}-us[0-9]{1,2}"),
  key("mailgun_key", "key-", "key-[0-9a-f]{32}"),
  key("sendinblue_key", "xkeysib-", "xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
  // Money
  key(
    "stripe_key",
    "_(?:live|test|prod)_",
    "(?:sk|rk|pk|ek)_(?:live|test|prod)_[A-Za-z0-9]{10,200}",
  ),
  key("stripe_webhook_secret", "whsec_", "whsec_[A-Za-z0-9+/=]{24,80}"),
  key("square_key", "sq0", `sq0[a-z]{3}-${W}{22,60}`),
  key("square_token", "EAAA", `EAAA${W}{56,60}`),
  token("shopify_token", "shp[a-z]{2,3}_", "shp(?:at|ca|pa|ss|tka|ua|it)_[a-fA-F0-9]{32}"),
  token(
    "paypal_braintree_token",
    "access_token\\$",
    "access_token\\$(?:production|sandbox)\\$[0-9a-z]{16}\\$[0-9a-f]{32}",
  ),
  // Work tools and operations
  token("atlassian_token", "AT(?:ATT|CTT)3", `AT(?:ATT|CTT)3[A-Za-z0-9_=-]{100,260}`),
  token("bitbucket_token", "ATBB", "ATBB[A-Za-z0-9]{32}"),
  token("databricks_token", "dapi", "dapi[a-f0-9]{32}(?:-[0-9]{1,2})?"),
  token(
    "doppler_token",
    "dp\\.[a-z]{2,5}\\.",
    "dp\\.(?:ct|pt|st|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}",
  ),
  token("dropbox_token", "sl\\.[A-Za-z0-9_-]", `sl\\.(?:u\\.)?${W}{100,1300}`),
  token("dynatrace_token", "dt0", "dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}"),
  token("facebook_token", "EAA", "EAA[CDM][A-Za-z0-9]{20,300}"),
  token("figma_token", "fig[dour]_", `fig[dour]_${W}{30,60}`),
  token("grafana_token", "gl(?:c|sa)_", "gl(?:c|sa)_[A-Za-z0-9+/_]{32,400}={0,2}"),
  key("grafana_key", "eyJrIjoi", "eyJrIjoi[A-Za-z0-9+/=]{40,400}"),
  token("hashicorp_vault_token", "hv[sbr]\\.", `hv[sbr]\\.${W}{24,300}`),
  token("terraform_token", "\\.atlasv1\\.", `[A-Za-z0-9]{14}\\.atlasv1\\.${W}{60,70}`),
  key("heroku_key", "HRKU-", `HRKU-${W}{36,70}`),
  key("linear_key", "lin_", "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}"),
  token("mapbox_token", "\\.eyJ", `[pst]k\\.eyJ${W}{20,200}\\.${W}{20,40}`),
  token("netlify_token", "nfp_", "nfp_[A-Za-z0-9]{36}"),
  key("newrelic_key", "NR[A-Z]{2}-", "NR(?:AK|AA|II|IQ|JS|RA|AL)-[A-Za-z0-9_-]{19,40}"),
  key("newrelic_license", "NRAL", "[a-f0-9]{36}NRAL"),
  token("notion_token", "ntn_", "ntn_[A-Za-z0-9]{40,60}"),
  token("onepassword_token", "ops_eyJ", "ops_eyJ[A-Za-z0-9+/=]{100,1500}"),
  key(
    "onepassword_secret_key",
    "A3-",
    "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
  ),
  token("planetscale_token", "pscale_", `pscale_(?:tkn|pw|oauth)_${W}{32,64}`),
  key("postman_key", "PMAK-", "PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
  token("pulumi_token", "pul-", "pul-[a-f0-9]{40}"),
  token("segment_token", "sgp_", "sgp_[A-Za-z0-9]{64}"),
  token("sentry_token", "sntry", "sntry[su]_[A-Za-z0-9+/=_-]{40,500}"),
  key("stackhawk_key", "hawk\\.[A-Za-z0-9_-]", `hawk\\.${W}{20}\\.${W}{20}`),
  token("supabase_token", "sbp?_", `sb(?:p_[a-f0-9]{40}|_(?:secret|publishable)_${W}{20,60})`),
  token("airtable_token", "pat[A-Za-z0-9]{14}", "pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}"),
  token("asana_token", NO_HINT, "[12]/[0-9]{13,18}(?:/[0-9]{13,18})?:[a-f0-9]{32}"),
  token(
    "salesforce_token",
    "00D[A-Za-z0-9]{12,15}!",
    "00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60,120}",
  ),
  token("dependency_track_key", "odt_", "odt_[A-Za-z0-9_]{32,60}"),
  key("adafruit_key", "aio_", "aio_[A-Za-z0-9]{28}"),
  token(
    "kubernetes_bootstrap_token",
    NO_HINT,
    "(?<=(?:token|bootstrap)[^\\n]{0,24}[^A-Za-z0-9])[a-z0-9]{6}\\.[a-z0-9]{16}",
  ),
  token("circleci_token", "CCI", "CCI(?:PAT|PRJ)_[A-Za-z0-9]{10,30}_[a-f0-9]{40}"),
  key("age_secret_key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  key("age_recipient", "age1", "age1[0-9a-z]{58}"),
];

const HINTS = KEY_SHAPES.map((shape) => shape.hint.source).filter((hint) => hint !== NO_HINT);
const ANY_HINT = new RegExp(HINTS.join("|"));

export const vendorKeyDetector: Detector = { name: "vendor_keys", find: findVendorKeys };

function findVendorKeys(text: string, { signs }: TextFeatures): readonly Finding[] {
  if (signs.longestSolid < SHORTEST_KEY) return [];
  if (signs.longestKey < HINTLESS_RUN && !ANY_HINT.test(text)) return [];
  return KEY_SHAPES.filter((shape) => shape.hint.test(text)).flatMap((shape) =>
    matchesOf(text, shape.shape).map((match) => ({
      class: shape.class,
      start: match.index,
      end: match.index + match[0].length,
      rule: shape.rule,
    })),
  );
}
